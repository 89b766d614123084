// SPDX-License-Identifier: Apache-2.0

import Foundation
import Schemas
import SpecGenerator
import Testing
import TypeGenerator

/// The package's root, three folders above this file.
let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

@Suite("Generated sources")
struct GeneratedSourcesTests {
    @Test("The committed sources equal the generator's output from Spec/")
    func freshness() throws {
        let stale = try SpecGenerator(root: root).stale()
        #expect(stale.isEmpty, "stale; run `swift run imwire-specgen` and commit what it changes")
    }

    @Test("The generator's output is deterministic")
    func determinism() throws {
        let once = try SpecGenerator(root: root).files()
        let twice = try SpecGenerator(root: root).files()
        #expect(once.map(\.path) == twice.map(\.path))
        #expect(once.map(\.text) == twice.map(\.text))
    }

    @Test("The example's type equals the output for its schema (CNT-199)")
    func example() throws {
        func schemas(_ folder: String) throws -> [SchemaLibrary.File] {
            try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path).sorted()
                .filter { $0.hasSuffix(".schema.json") }
                .map { ($0, try String(contentsOf: root.appending(path: "\(folder)/\($0)"), encoding: .utf8)) }
        }
        let library = try SchemaLibrary(
            contentTypes: try schemas("Examples/gift"), commonObjects: try schemas("Spec/common-objects"))
        let files = try CustomTypeWriter(library).files()
        #expect(files.map(\.name) == ["GiftMessage.swift"])
        let committed = try String(contentsOf: root.appending(path: "Examples/gift/GiftMessage.swift"), encoding: .utf8)
        let command = "imwire types generate --swift Examples/gift --output Examples/gift"
        #expect(files.first?.text == committed, "stale; run `\(command)`")
    }

    @Test("Members of one type whose properties have the same name are rejected", arguments: ["hasA", "clearA"])
    func names(other: String) throws {
        let schema = """
            {"x-objectName":"app:X","x-swiftName":"X","type":"object","required":["a"],"x-order":["a","\(other)"],
            "properties":{"a":{"type":"string"},"\(other)":{"type":"string"}}}
            """
        #expect(throws: SpecError.self) {
            let library = try SchemaLibrary(contentTypes: [("x.schema.json", schema)], commonObjects: [])
            _ = try CustomTypeWriter(library).files()
        }
    }
}
