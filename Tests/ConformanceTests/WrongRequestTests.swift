// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import Testing

@Suite("Requests that no testee understands")
struct WrongRequestTests {
    private static let input =
        #"{"request":{"op":"frame.encode","frames":[]},"path":"/frames","values":[0,"x"],"absent":true}"#
    private static let bytes = TesteeAnswer.ok(.built(#"{"bytes":""}"#))
    private static let skipped = TesteeAnswer.skipped("not understood")
    private static let refused = TesteeAnswer.error(code: "field.type", offset: nil, path: nil)

    private func outcome(_ respond: @escaping (RawJSON?) -> TesteeAnswer) throws -> Verdict {
        let item = try makeCase("request", input: Self.input, expect: #"[{"skipped":true}]"#)
        return try verdict(item, try ScriptedTestee { respond($0.member("frames")) }).verdict
    }

    @Test("A testee answers the request with ok and skips each of its variants (TST-141)")
    func judging() throws {
        #expect(try outcome { $0?.text == "[]" ? Self.bytes : Self.skipped } == .passed)
        #expect(try outcome { _ in Self.bytes } == .failed)
        #expect(try outcome { _ in Self.skipped } == .skipped)
        #expect(try outcome { _ in Self.refused } == .failed)
        #expect(try outcome { $0?.text == "[]" ? Self.bytes : Self.refused } == .failed)
        for fault in ["0", "\"x\""] {
            #expect(try outcome { $0 == nil || $0?.text == fault ? Self.skipped : Self.bytes } == .failed)
        }
        #expect(try outcome { $0 == nil || $0?.text == "[]" ? Self.bytes : Self.skipped } == .failed)
    }
}
