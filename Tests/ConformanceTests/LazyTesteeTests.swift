// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import Testing

/// Tests that testees that do no work pass only cases that their answers satisfy.
///
/// Streams and sessions are asked without replays here, with which a testee could only pass fewer cases.
@Suite("Lazy testees")
struct LazyTesteeTests {
    private static let claims = #""deviations":true,"unknown":true,"errorCodes":true,"canonical":true"#

    private func verdicts(_ testee: ScriptedTestee) throws -> [(item: Case, verdict: Verdict)] {
        var testee = testee
        let cases = try library.get().cases
        return zip(cases, try Runner(places: nil).run(cases, on: &testee)).map { ($0, $1.verdict) }
    }

    /// The cases that `{"ok":{}}` passes, each with the reason that this is correct; at most ten.
    private static let passedByNothing: [String: String] = [:]

    @Test("An empty ok passes no case (TST-102)", arguments: ["", claims])
    func empty(claims: String) throws {
        #expect(Self.passedByNothing.count <= 10)
        for (item, verdict) in try verdicts(try ScriptedTestee(claims, ok: "{}")) where verdict == .passed {
            #expect(Self.passedByNothing[item.id] != nil, "\(item.id)")
        }
    }

    @Test("An echo of the request's members passes no case", arguments: ["", claims])
    func members(claims: String) throws {
        let testee = try ScriptedTestee(claims) { request in
            .ok(
                .built(
                    "{" + request.members.map { "\(RawJSON($0.name).text):\($0.value.text)" }.joined(separator: ",")
                        + "}"))
        }
        for (item, verdict) in try verdicts(testee) { #expect(verdict != .passed, "\(item.id)") }
    }

    @Test("An echo of the content passes only where the expected content equals the input")
    func content() throws {
        func echo(_ request: TesteeRequest) -> TesteeAnswer {
            if let bytes = request.member("bytes")?.string {
                let json = Base64.decode(bytes).flatMap { RawJSON(line: $0) }
                return .ok(.built(#"{"value":\#(json?.text ?? #"{"$base64":"\#(bytes)"}"#)}"#))
            }
            let value = request.member("value")
            let bytes = value?["$base64"]?.string ?? Base64.encode(Array((value?.text ?? "").utf8))
            return .ok(.built(#"{"bytes":"\#(bytes)"}"#))
        }
        var passed = 0
        for (item, verdict) in try verdicts(try ScriptedTestee("", echo)) where verdict == .passed {
            passed += 1
            let isRight = item.expectations.contains { outcome in
                guard outcome.error == nil else { return false }
                switch item.operation {
                case .decode, .bodyDecode, .formDecode, .replyDecode, .callbackDecode:
                    let given =
                        RawJSON(line: item.input.bytes)
                        ?? RawJSON.built(
                            #"{"$base64":"\#(Base64.encode(item.input.bytes))"}"#)
                    guard let value = outcome.value else { return true }
                    return JSONEquality.difference(value, given, spelling: outcome.isExact) == nil
                case .roundtrip, .encode, .formEncode, .replyEncode, .callbackEncode:
                    let value = item.input.value ?? item.input.member("value")
                    let text = Array((value?.text ?? "").utf8)
                    let opaque = value?["$base64"]?.string.flatMap { Base64.decode($0) }
                    let given = item.operation != .roundtrip ? opaque ?? text : item.input.bytes
                    guard let wanted = outcome.bytes, let one = RawJSON(line: wanted), let other = RawJSON(line: given)
                    else { return outcome.bytes == given || opaque != nil }
                    return JSONEquality.difference(one, other, spelling: false) == nil
                // The echo of a request without a value is empty, which is correct if nothing is to be written.
                case .frameEncode, .chatEncode: return outcome.bytes == []
                default: return false
                }
            }
            #expect(isRight, "\(item.id)")
        }
        #expect(passed > 0)
        // A testee that claims to report deviations but reports none passes no content case.
        for (item, verdict) in try verdicts(try ScriptedTestee(Self.claims, echo)) where item.operation == .decode {
            #expect(verdict != .passed, "\(item.id)")
        }
    }

    @Test("A constant error passes only where that error is expected", arguments: [false, true])
    func error(hasCodes: Bool) throws {
        let testee = try ScriptedTestee(#""errorCodes":\#(hasCodes)"#) { _ in
            .error(code: "json.syntax", offset: nil, path: nil)
        }
        for (item, verdict) in try verdicts(testee) where verdict == .passed {
            let codes = item.expectations.compactMap(\.error?.code)
            #expect(hasCodes ? codes.contains("json.syntax") : !codes.isEmpty, "\(item.id)")
        }
    }

    @Test("A testee that skips everything passes no case and fails none (TST-015)")
    func skipped() throws {
        let testee = try ScriptedTestee(Self.claims) { _ in .skipped("not today") }
        for (item, verdict) in try verdicts(testee) { #expect(verdict == .skipped, "\(item.id)") }
    }
}
