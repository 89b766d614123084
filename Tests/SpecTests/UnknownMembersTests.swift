// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The compiled modules beside the test bundle, or nil if this build has none there.
private let modules: String? = {
    let bundles = CommandLine.arguments.filter { $0.hasSuffix(".xctest") }.map { URL(filePath: $0) }
    let folders = bundles.map { $0.deletingLastPathComponent() } + [Bundle.main.bundleURL]
    return folders.map { $0.appending(path: "Modules").path }
        .first { FileManager.default.fileExists(atPath: $0 + "/IMWire.swiftmodule") }
}()

@Suite("A custom type says what it does with unknown members", .enabled(if: modules != nil))
struct UnknownMembersTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Returns the errors with which the compiler rejects a type that conforms to `conformance`.
    private func errors(_ conformance: String, members: String = "") throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "Wave.swift")
        try """
        import IMWire
        struct Wave: \(conformance) {
            static let objectName: ObjectName = "app:Wave"
            \(members)
            init(decoding reader: inout ContentDecoder) throws(DecodeError) { _ = try reader.unknownMembers() }
            func encode(to writer: inout ContentEncoder) {}
        }
        """.write(to: file, atomically: true, encoding: .utf8)
        let log = folder.appending(path: "log")
        try Data().write(to: log)
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = [
            "swiftc", "-typecheck", "-swift-version", "6", "-I", try #require(modules), "-Xcc",
            "-fmodule-map-file=" + Self.root.appending(path: "Sources/CZlib/module.modulemap").path, "-I",
            Self.root.appending(path: "Sources/CIMWireKernels/include").path, file.path,
        ]
        compiler.standardError = try FileHandle(forWritingTo: log)
        try compiler.run()
        compiler.waitUntilExit()
        let text = try String(contentsOf: log, encoding: .utf8)
        #expect((compiler.terminationStatus == 0) == text.isEmpty)
        return text
    }

    @Test("A type without unknown members does not compile")
    func silent() throws {
        let found = try errors("MessageContent")
        #expect(found.contains("type 'Wave' does not conform to protocol 'ContentObject'"))
        #expect(found.contains("unknownMembers"))
    }

    @Test("A type that keeps or discards them compiles")
    func explicit() throws {
        #expect(try errors("MessageContent", members: "var unknownMembers = UnknownMembers()") == "")
        #expect(try errors("MessageContent, DiscardsUnknownMembers") == "")
    }
}
