// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWireSpec
import Testing

@Suite("The codec is pure")
struct CodecPurityTests {
    /// The Swift files of the codec.
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

    @Test("It imports nothing but CZlib, and its binary packets nothing but the rest of it")
    func imports() throws {
        for (path, text) in try sources() {
            let allowed = path.hasPrefix("IMWireRMTP/") ? "import IMWire" : "import CZlib"
            for line in text.split(separator: "\n")
            where line.contains(/^\s*(@\w+\s+)*(public |package |internal )?import\s/) {
                #expect(line.hasSuffix(allowed), "\(path): \(line)")
            }
        }
    }

    @Test("It does no input or output, and has no clock, randomness, locks or traps")
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

    @Test("Planted bugs are in builds that ask for them, and in no other")
    func plantedBugs() throws {
        var mentions = 0
        let all = try sources() + sources("imwire", atLeast: 50) + sources("IMWireFuzzing", atLeast: 20)
        for (path, text) in all {
            var conditions: [Bool] = []
            for line in text.split(separator: "\n") {
                let word = line.drop { $0 == " " }
                if word.hasPrefix("#if") { conditions.append(word == "#if PLANTED_BUGS") }
                if word.hasPrefix("#else"), !conditions.isEmpty { conditions[conditions.count - 1] = false }
                if word.hasPrefix("#endif") { _ = conditions.popLast() }
                guard line.lowercased().contains("planted"), !word.hasPrefix("#if"), !word.hasPrefix("//") else {
                    continue
                }
                mentions += 1
                #expect(conditions.contains(true), "\(path): \(line)")
            }
        }
        #expect(mentions > 30)
        let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
        #expect(manifest.matches(of: /PLANTED_BUGS/).count == 1)
        #expect(manifest.contains(#"Context.environment["IMWIRE_PLANTED"] == "1" ? [.define("PLANTED_BUGS")] : []"#))
    }

    @Test("Only the files that say so touch memory by hand")
    func unsafety() throws {
        let allowed = [
            "ByteView.swift", "BlockScan.swift", "Base64.swift", "ObjectName.swift", "JSONScanner.swift",
            "JSONScanner+Strings.swift", "ContentWriter.swift", "UnknownMembers.swift", "CRC32.swift",
            "ZlibStream.swift", "PlantedBug.swift",
            "Base64+Spans.swift", "FixedList.swift", "FixedText.swift", "BrokenBase64.swift", "EncodedLength.swift",
            "FrameBytes.swift", "FrameTextView.swift", "PollingPacket.swift", "ProtobufReader+Bytes.swift",
            "ProtobufWriter.swift",
        ]
        for (path, text) in try sources() where text.contains(/\bunsafe\b/) {
            #expect(allowed.contains((path as NSString).lastPathComponent), "\(path) uses unsafe constructs")
        }
    }

    @Test("Tests see what tools see, and nothing more")
    func testability() throws {
        let folder = root.appending(path: "Tests")
        let walker = try #require(FileManager.default.enumerator(atPath: folder.path))
        for case let path as String in walker where path.hasSuffix(".swift") && !path.hasSuffix("PurityTests.swift") {
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            #expect(!text.contains("@testable"), "\(path)")
        }
    }
}
