// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import Testing

@Suite("Replays")
struct ReplayTests {
    /// Returns the verdict of a testee that answers a chat stream correctly, the lengths of its chunks, and its
    /// requests.
    private func chunks(
        _ item: Case, places: Int? = 512, rereader: (any Rereader)? = nil
    ) throws -> (CaseResult, [[Int]], [TesteeRequest]) {
        var testee = try ScriptedTestee { request in
            let line = request.line(id: 1)
            return RawJSON(line: CodecTestee().answer(line: line.span)).flatMap { TesteeAnswer($0, id: 1) }
                ?? .malformed("?")
        }
        testee.rereader = rereader
        let verdict = try #require(try Runner(places: places).run([item], on: &testee).first)
        let lengths = testee.requests.map { request in
            request.member("chunks")?.elements?.map { Base64.decode($0.string ?? "")?.count ?? -1 } ?? []
        }
        return (verdict, lengths, testee.requests)
    }

    /// The replays of a testee that claims that all or none of them agree.
    private struct Claim: Rereader {
        let agrees: Bool

        func agrees(_ item: Case, _ mode: DecodingMode, with answer: TesteeAnswer, places: Int) -> Bool { agrees }
    }

    @Test("A testee with its own replays repeats each of them only if its results disagree")
    func ownReplays() throws {
        let whole = try chunks(try beats(), rereader: Claim(agrees: true))
        #expect(whole.0.verdict == .passed && whole.1 == [[10]])
        let all = try chunks(try beats(), rereader: Claim(agrees: false))
        let asked = try chunks(try beats())
        #expect(all.0.verdict == .passed && all.1 == asked.1)
    }

    private func beats(_ more: String = "") throws -> Case {
        try makeCase(
            "chat.decode",
            input: #"{"framing":"line","encoding":"json","text":"beatID\nbea","mode":"lenient"\#(more)}"#,
            expect: #"[{"items":[{"kind":"heartbeat","message":{"beatID":"beatID"},"deviations":[]}],"pending":3}]"#)
    }

    @Test("A stream is decoded whole, byte by byte and divided at every offset (TST-090)")
    func divisions() throws {
        let (verdict, lengths, _) = try chunks(try beats())
        #expect(verdict.verdict == .passed, "\(verdict.reason ?? "")")
        #expect(lengths[0] == [10])
        #expect(lengths.contains(Array(repeating: 1, count: 10)))
        for place in 1..<10 { #expect(lengths.contains([place, 10 - place]), "divided at \(place)") }
        #expect(try chunks(try beats(), places: nil).1 == [[10]])
    }

    @Test("A long stream is divided at its first and last 128 offsets, among others (TST-090)")
    func places() throws {
        let text = String(repeating: #"beatID\n"#, count: 200)
        let beat = #"{"kind":"heartbeat","message":{"beatID":"beatID"},"deviations":[]}"#
        let items = Array(repeating: beat, count: 200).joined(separator: ",")
        let item = try makeCase(
            "chat.decode",
            input: #"{"framing":"line","encoding":"json","text":"\#(text)","end":true,"mode":"lenient"}"#,
            expect: #"[{"items":[\#(items)],"pending":0}]"#)
        let lengths = Set(try chunks(item).1)
        for place in Array(1...128) + Array(1_400 - 128..<1_400) {
            #expect(lengths.contains([place, 1_400 - place]), "divided at \(place)")
        }
        #expect(lengths.count <= 514)
    }

    @Test("A stream is truncated at every offset unless the case contains its end (TST-091)")
    func cuts() throws {
        let lengths = try chunks(try beats()).1
        for place in 1..<10 { #expect(lengths.contains([place]), "cut at \(place)") }
        let ended = try makeCase(
            "chat.decode",
            input: #"{"framing":"line","encoding":"json","text":"beatID\n","end":true,"mode":"lenient"}"#,
            expect: #"[{"items":[{"kind":"heartbeat","message":{"beatID":"beatID"}}],"pending":0}]"#)
        let (verdict, whole, requests) = try chunks(ended)
        #expect(verdict.verdict == .passed)
        #expect(whole.allSatisfy { $0.reduce(0, +) == 7 })
        #expect(requests.allSatisfy { $0.member("end")?.boolean == true })
    }

    @Test("A truncated stream yields the first items, and no fewer than a shorter one (TST-091)")
    func cutAnswers() throws {
        let item = try beats()
        func outcome(_ cut: @escaping (Int) -> String) throws -> String? {
            let testee = try ScriptedTestee { request in
                let chunks = request.member("chunks")?.elements ?? []
                let count = chunks.reduce(0) { $0 + (Base64.decode($1.string ?? "")?.count ?? 0) }
                return .ok(RawJSON.built(count == 10 ? Self.beat(1, pending: 3) : cut(count)))
            }
            return try verdict(item, testee).reason
        }
        #expect(try outcome { Self.beat($0 < 7 ? 0 : 1, pending: $0 < 7 ? $0 : $0 - 7) } == nil)
        #expect(try outcome { Self.beat(2, pending: $0 < 7 ? $0 : 0) } != nil)
        #expect(try outcome { Self.beat($0 == 8 ? 1 : 0, pending: 0) }?.contains("truncated earlier") == true)
        #expect(try outcome { Self.beat(0, pending: $0 + 1) } != nil)
        #expect(try outcome { _ in #"{"items":[{"error":{"code":"x","scope":"message"}}],"pending":0}"# } != nil)
    }

    private static func beat(_ count: Int, pending: Int) -> String {
        let beat = #"{"kind":"heartbeat","message":{"beatID":"beatID"},"deviations":[]}"#
        return #"{"items":[\#(Array(repeating: beat, count: count).joined(separator: ","))],"pending":\#(pending)}"#
    }

    @Test("A closed stream is decoded twice in a row, and its errors move by its length (TST-092)")
    func twice() throws {
        let closed = try makeCase(
            "chat.decode", input: #"{"framing":"line","encoding":"json","text":"{\n","mode":"lenient"}"#,
            expect: #"[{"items":[{"error":{"code":"json.syntax","offset":1,"scope":"message"}}],"pending":0}]"#)
        let (verdict, lengths, _) = try chunks(closed)
        #expect(verdict.verdict == .passed, "\(verdict.reason ?? "")")
        #expect(lengths.contains([2, 2]))
        // A testee that restarts its count in the second half is wrong.
        let forgetful = try ScriptedTestee(#""errorCodes":true"#) { request in
            let error = #"{"error":{"code":"json.syntax","offset":1,"scope":"message"}}"#
            let chunks = request.member("chunks")?.elements ?? []
            let count = chunks.reduce(0) { $0 + (Base64.decode($1.string ?? "")?.count ?? 0) }
            let items = Array(repeating: error, count: count / 2).joined(separator: ",")
            return .ok(RawJSON.built(#"{"items":[\#(items)],"pending":\#(count % 2)}"#))
        }
        #expect(try ConformanceTests.verdict(closed, forgetful).reason?.hasPrefix("twice") == true)
        // A stream that is not closed is not repeated.
        #expect(try chunks(try beats()).1.allSatisfy { $0.reduce(0, +) <= 10 })
    }

    @Test("A session is run with a tick before each event and truncated after each (TST-093)")
    func sessions() throws {
        let item = try makeCase(
            "session.run",
            input: #"{"machine":"client","config":{"user":"u"},"events":["#
                + #"{"at":5,"event":"connect"},{"at":9,"event":"opened"}]}"#,
            expect: #"[{"actions":[{"at":5,"action":"connect"},{"at":9,"action":"secure"}],"#
                + #""only":["connect","secure"]}]"#)
        let (verdict, _, requests) = try chunks(item)
        #expect(verdict.verdict == .passed, "\(verdict.reason ?? "")")
        let events = requests.map { request in
            request.member("events")?.elements?.map { "\($0["at"]?.text ?? "?")\($0["event"]?.string ?? "?")" } ?? []
        }
        #expect(
            events == [
                ["5connect", "9opened"], ["5tick", "5connect", "9opened"], ["5connect", "9tick", "9opened"],
                ["5connect"],
            ])
        func outcome(_ cut: String) throws -> Verdict {
            let whole = #"{"at":5,"action":"connect"},{"at":9,"action":"secure"}"#
            let testee = try ScriptedTestee { request in
                let isCut = request.member("events")?.elements?.count == 1
                return .ok(RawJSON.built(#"{"actions":[\#(isCut ? cut : whole)]}"#))
            }
            return try ConformanceTests.verdict(item, testee).verdict
        }
        #expect(try outcome(#"{"at":5,"action":"connect"}"#) == .passed)
        #expect(try outcome("") == .passed, "an action of the last event's own time may be missing")
        #expect(try outcome(#"{"at":5,"action":"secure"}"#) == .failed)
        #expect(try outcome(#"{"at":5,"action":"connect"},{"at":5,"action":"secure"}"#) == .failed)
        // Actions before the time of the last event must be present.
        let first = try #require(try RawJSON(text: #"[{"at":1,"action":"a"},{"at":9,"action":"b"}]"#).elements)
        let expected = try RawJSON(text: #"{"actions":[{"at":1,"action":"a"},{"at":9,"action":"b"}]}"#)
        #expect(ActionComparison.fault(in: Array(first.prefix(1)), outcome: expected, cut: 9) == nil)
        #expect(ActionComparison.fault(in: [], outcome: expected, cut: 9) != nil)
    }
}
