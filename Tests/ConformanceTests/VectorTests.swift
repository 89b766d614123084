// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import Testing

@Suite("Flat vectors")
struct VectorTests {
    @Test("Every case is in the file of its operation, and the codec returns the outcomes of its vectors")
    func export() throws {
        let cases = try library.get().select(only: ["content/RC:TxtMsg", "dev-39-*", "framing/golden", "json"])
        let files = VectorExport(cases).files
        var ids: Set<String> = []
        for file in files {
            let root = try RawJSON(text: file.text)
            let operation = try #require(root["operation"]?.string)
            let tests = try #require(root["tests"]?.elements)
            #expect(root["numberOfTests"]?.text == "\(tests.count)")
            for test in tests {
                let id = try #require(test["id"]?.string)
                ids.insert(String(id.prefix { $0 != "/" }))
                for name in test["requirements"]?.elements?.compactMap(\.string) ?? [] {
                    #expect(root["notes"]?[name] != nil, "\(id): \(name)")
                }
                guard operation == "content.decode" else { continue }
                let request = TesteeRequest(operation, try #require(test["request"]?.members))
                let answer = try RawJSON(parsing: CodecTestee().answer(line: request.line(id: 1).span).span)
                let kinds = test["expected"]?.elements?.map { $0["ok"] != nil } ?? []
                #expect(kinds.contains(answer["ok"] != nil), "\(id)")
                #expect(test["result"]?.string == (kinds.allSatisfy(\.self) ? "valid" : "invalid"), "\(id)")
                for expected in test["expected"]?.elements ?? [] where kinds.count == 1 {
                    if let value = expected["ok"]?["value"] {
                        #expect(JSONEquality.difference(value, answer["ok"]?["value"] ?? value, spelling: false) == nil)
                    }
                    #expect(expected["error"]?["code"]?.string == answer["error"]?["code"]?.string, "\(id)")
                }
            }
        }
        #expect(ids == Set(cases.map(\.id)))
    }
}
