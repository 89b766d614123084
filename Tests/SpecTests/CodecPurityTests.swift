// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWireSpec
import Testing

@Suite("Purity of the codec")
struct CodecPurityTests {
    /// Returns the Swift files of the codec.
    private func sources() throws -> [(path: String, text: String)] {
        try sources("IMWire", atLeast: 50) + sources("IMWireRMTP", atLeast: 20)
    }

    private func sources(_ module: String, atLeast count: Int) throws -> [(path: String, text: String)] {
        let folder = root.appending(path: "Sources/\(module)")
        let walker = try #require(FileManager.default.enumerator(atPath: folder.path))
        let files = walker.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
        try #require(files.count > count)
        return try files.map {
            ("\(module)/\($0)", try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
        }
    }

    @Test("The codec imports only CZlib and its kernels, and its binary packets only the codec")
    func imports() throws {
        for (path, text) in try sources() {
            let allowed =
                path.hasPrefix("IMWireRMTP/")
                ? "import IMWire" : path.hasSuffix("/Kernels.swift") ? "import CIMWireKernels" : "import CZlib"
            for line in text.split(separator: "\n")
            where line.contains(/^\s*(@\w+\s+)*(public |package |internal )?import\s/) {
                #expect(line.hasSuffix(allowed), "\(path): \(line)")
            }
        }
    }

    @Test("The sources of the C library import no Foundation")
    func interface() throws {
        let allowed: Set = [
            "IMWire", "IMWireRMTP", "IMWireServerAPI", "IMWireValues", "ValueSupport", "CIMWire", "Synchronization",
        ]
        let files =
            try sources("IMWireC", atLeast: 10) + sources("IMWireValues", atLeast: 20)
            + sources("ValueSupport", atLeast: 5)
            + sources("IMWireServerAPI", atLeast: 10)
        for (path, text) in files {
            for line in text.split(separator: "\n")
            where line.contains(/^\s*(@\w+\s+)*(public |package |internal )?import\s/) {
                #expect(allowed.contains(line.split(separator: " ").last.map(String.init) ?? ""), "\(path): \(line)")
            }
        }
    }

    @Test("The bindings have the version of the suite")
    func versions() throws {
        for path in [
            "Sources/IMWireC/Library.swift", "Bindings/python/pyproject.toml", "Bindings/node/package.json",
            "Bindings/rust/Cargo.toml",
        ] {
            let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
            #expect(text.contains("\"\(Suite.version)\""), "\(path) has another version than the suite")
        }
    }

    @Test("The codec has no input or output, clock, randomness, locks or traps")
    func calls() throws {
        let banned = [
            "print(", "debugPrint(", "readLine(", "fopen(", "FileHandle", "Clock", "Date(", ".random", "Mutex",
            "Atomic",
            "fatalError", "try!", "preconditionFailure", "precondition(", "CommandLine", "getenv",
        ]
        for (path, text) in try sources() where !path.hasSuffix(".generated.swift") {
            for line in text.split(separator: "\n") where !line.contains("///") {
                for word in banned { #expect(!line.contains(word), "\(path): \(line)") }
            }
        }
    }

    @Test("The kernels have at most 500 lines, and nothing runs at the start of a process")
    func kernels() throws {
        let folder = root.appending(path: "Sources/CIMWireKernels")
        let walker = try #require(FileManager.default.enumerator(atPath: folder.path))
        var count = 0
        for case let path as String in walker where path.hasSuffix(".c") || path.hasSuffix(".h") {
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            count += text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
            #expect(!text.contains("constructor"), "\(path)")
        }
        #expect((100...500).contains(count))
    }

    @Test("The sources have no deliberate bugs and no build setting for them")
    func plantedBugs() throws {
        let sources = root.appending(path: "Sources")
        let walker = try #require(FileManager.default.enumerator(atPath: sources.path))
        var files = [root.appending(path: "Package.swift")]
        for case let path as String in walker where [".swift", ".c", ".h"].contains(where: path.hasSuffix) {
            // The specification describes how bugs are planted into a copy (FUZ-070).
            if !path.hasSuffix("SpecText.generated.swift") { files.append(sources.appending(path: path)) }
        }
        #expect(files.count > 300)
        for file in files {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                #expect(!line.lowercased().contains("planted"), "\(file.lastPathComponent): \(line)")
            }
        }
    }

    @Test("Every build of the codec compiles the same lines, except for the calls of the kernels")
    func conditions() throws {
        for (path, text) in try sources() + sources("IMWireServerAPI", atLeast: 10)
        where !path.hasSuffix("/Kernels.swift") {
            for line in text.split(separator: "\n") {
                #expect(!line.drop { $0 == " " }.hasPrefix("#if"), "\(path): \(line)")
            }
        }
    }

    @Test("Only the listed files use unsafe memory")
    func unsafety() throws {
        let allowed = [
            "ByteView.swift", "BlockScan.swift", "Base64.swift", "ObjectName.swift", "JSONScanner.swift",
            "JSONScanner+Strings.swift", "ContentEncoder.swift", "ContentEncoder+Places.swift", "BytePlace.swift",
            "UnknownMembers.swift",
            "CRC32.swift",
            "ZlibStream.swift",
            "Kernels.swift", "Base64+Spans.swift", "FixedList.swift", "FixedText.swift", "BrokenBase64.swift",
            "EncodedLength.swift",
            "FrameBytes.swift", "FrameTextView.swift", "PollingMember.swift", "ProtobufDecoder+Bytes.swift",
            "ProtobufEncoder.swift",
        ]
        for (path, text) in try sources() where text.contains(/\bunsafe\b/) {
            #expect(allowed.contains((path as NSString).lastPathComponent), "\(path) uses unsafe constructs")
        }
    }

    @Test("No test uses @testable")
    func testability() throws {
        let folder = root.appending(path: "Tests")
        let walker = try #require(FileManager.default.enumerator(atPath: folder.path))
        for case let path as String in walker where path.hasSuffix(".swift") && !path.hasSuffix("PurityTests.swift") {
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            #expect(!text.contains("@testable"), "\(path)")
        }
    }
}
