// SPDX-License-Identifier: Apache-2.0

import Foundation
import GiftExample
import IMWire
import IMWireConformance
import Testing

@Suite("The gift message of Examples/gift")
struct GiftExampleTests {
    private static let folder = root.appending(path: "Examples/gift")
    private static let cases = Result { try CaseLibrary(folder: folder) }

    /// Returns a registry with the gift's schema.
    private func registry() throws -> ContentRegistry {
        let text = Array(try Data(contentsOf: Self.folder.appending(path: "gift.schema.json")))
        var registry = ContentRegistry.builtIn
        for schema in try ContentSchema.read([SchemaFile(name: "gift.schema.json", text: text)]) {
            try registry.register(schema)
        }
        return registry
    }

    @Test("The gift's cases pass with its schema and fail without it")
    func conformance() throws {
        let cases = try Self.cases.get().cases
        #expect(cases.count >= 17)
        let verdicts = try Runner().runInProcess(cases, on: CodecTestee(registry: try registry())).results
        for verdict in verdicts where verdict.verdict != .passed {
            Issue.record("\(verdict.id): \(verdict.reason ?? "")")
        }
        let strangers = try Runner().runInProcess(cases).results
        #expect(strangers.filter { $0.verdict == .passed }.count < cases.count / 4)
    }

    @Test("The generated type and the schema yield the same answers (CNT-199)")
    func generated() throws {
        var registry = ContentRegistry.builtIn
        try registry.register(GiftMessage.self)
        let testee = CodecTestee(registry: registry)
        let verdicts = try Runner().runInProcess(try Self.cases.get().cases, on: testee).results
        for verdict in verdicts where verdict.verdict != .passed {
            Issue.record("\(verdict.id): \(verdict.reason ?? "")")
        }
        let schema = try self.registry()
        var mutator = CaseMutator(seed: 1)
        for item in try Self.cases.get().cases where item.operation != .encode {
            for round in 0..<64 {
                let bytes = round == 0 ? item.input.bytes : mutator.mutated(item.input.bytes)
                for mode in [DecodingMode.lenient, .strict] {
                    let answers = [registry, schema].map { ContentAnswer($0, "app:GiftMsg", bytes, mode) }
                    #expect(answers[0] == answers[1], "\(item.id) \(mode): \(String(decoding: bytes, as: UTF8.self))")
                }
            }
        }
    }
}
