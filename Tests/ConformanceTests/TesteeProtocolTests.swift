// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireConformance
import IMWireSpec
import Testing

/// A testee that runs `Fixtures/testees/protocol.py` with chosen behaviors, and the log of its requests.
private struct ProtocolTestee {
    let log = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString).log")
    let command: String

    init(_ behaviors: String...) {
        let script = root.appending(path: "Fixtures/testees/protocol.py").path
        command = "exec python3 '\(script)' '\(log.path)' \(behaviors.joined(separator: " "))"
    }

    /// Asks the testee to decode contents with these objectNames.
    func ask(_ names: [String], timeout: Int = 5_000, helloTimeout: Int = 10_000) throws -> [TesteeReply] {
        var testee = try ProcessTestee(command: command, timeout: timeout, helloTimeout: helloTimeout)
        return try testee.answer(names.map(ProtocolTestee.request)) { _ in }
    }

    static func request(_ name: String) -> TesteeRequest {
        TesteeRequest("content.decode", [("objectName", RawJSON(name)), ("bytes", "e30=")])
    }

    /// Returns the lines of the log and removes it.
    func lines() -> [String] {
        defer { try? FileManager.default.removeItem(at: log) }
        return ((try? String(contentsOf: log, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
    }
}

extension TesteeReply {
    /// The kind of answer, in one word.
    fileprivate var kind: String {
        switch answer {
        case .ok: "ok"
        case .error: "error"
        case .skipped: "skipped"
        case .crashed: "crashed"
        case .timedOut: "timedOut"
        case .malformed: "malformed"
        }
    }
}

@Suite("The testee protocol", .enabled(if: hasPython, "needs python3"))
struct TesteeProtocolTests {
    @Test(
        "Requests are objects on separate lines with growing ids, and hello is first (TST-001, TST-010, TST-020)"
    )
    func requests() throws {
        let testee = ProtocolTestee("crlf", "patient")
        let replies = try testee.ask(["app:a", "app:\u{2028}b\n", "app:c"])
        #expect(replies.map(\.kind) == ["ok", "ok", "ok"], "a CR before the LF does no harm")
        let lines = testee.lines()
        #expect(!lines.contains("a request came before the answer to hello"))
        let requests = try lines.filter { $0.hasPrefix("line ") }.map { try RawJSON(text: String($0.dropFirst(5))) }
        #expect(requests.map { $0["op"]?.string } == ["hello", "hello"] + Array(repeating: "content.decode", count: 3))
        #expect(requests.map { $0["id"]?.text } == ["1", "1", "2", "3", "4"])
        for hello in requests.prefix(2) {
            #expect(hello["protocol"]?.text == "1")
            #expect(hello["suite"]?.string == Suite.version)
        }
    }

    @Test("A log on standard error is ignored, and other text on standard output ends the run (TST-002)")
    func noise() throws {
        let testee = ProtocolTestee("talking")
        #expect(try testee.ask(["app:a"]).map(\.kind) == ["ok"])
        _ = testee.lines()
        #expect(throws: SuiteError.self) { try ProcessTestee(command: "echo starting; exec \(testee.command)") }
    }

    @Test("An answer that is not flushed times out (TST-003)")
    func unflushed() throws {
        let testee = ProtocolTestee("unflushed")
        #expect(try testee.ask(["app:a"], timeout: 400).map(\.kind) == ["timedOut"])
        _ = testee.lines()
    }

    @Test("The built-in testee flushes each answer and reads lines of at most 8 MiB (TST-003, TST-004)")
    func builtIn() throws {
        let tool = try #require(builtTool)
        var process = try ChildProcess(command: "exec '\(tool)' testee")
        func ask(_ line: [UInt8], _ process: inout ChildProcess) -> (answer: String, hasEnded: Bool) {
            var sent = 0
            var answer: [UInt8] = []
            let start = ContinuousClock.now
            while !answer.contains(0x0a), ContinuousClock.now - start < .seconds(60) {
                let events = process.wait(offering: line[sent...], timeout: 100)
                sent += events.written
                answer += events.output
                if events.hasEnded { return (String(decoding: answer, as: UTF8.self), true) }
            }
            return (String(decoding: answer, as: UTF8.self), false)
        }
        for id in 1...3 {
            let answer = ask(
                Array("{\"id\":\(id),\"op\":\"hello\",\"protocol\":1,\"suite\":\"1.0.0\"}\n".utf8), &process)
            #expect(answer.answer.hasPrefix("{\"id\":\(id),\"ok\":"))
        }
        func line(_ count: Int) -> [UInt8] {
            let start = Array(#"{"id":4,"op":"content.decode","objectName":"RC:TxtMsg","x":""#.utf8)
            let end = Array(#"","bytes":"e30="}"#.utf8)
            return start + Array(repeating: 0x61, count: count - start.count - end.count) + end + [0x0a]
        }
        #expect(ask(line(8 << 20), &process).answer.hasPrefix(#"{"id":4,"ok":"#))
        let refused = ask(line((8 << 20) + 1), &process)
        #expect(refused.hasEnded && refused.answer.isEmpty)
        #expect(process.end(timeout: 5_000) == "exit status 2")
    }

    @Test("A runner reads lines of 8 MiB, rejects longer ones and sends none longer (TST-004)")
    func length() throws {
        let testee = ProtocolTestee()
        #expect(
            try testee.ask(["app:full", "app:long", "app:a"], timeout: 120_000).map(\.kind) == [
                "ok", "malformed", "ok",
            ])
        _ = testee.lines()
        let silent = ProtocolTestee()
        let long = String(repeating: "x", count: 8 << 20)
        #expect(try silent.ask(["app:a", long, "app:b"], timeout: 120_000).map(\.kind) == ["ok", "malformed", "ok"])
        #expect(silent.lines().allSatisfy { $0.utf8.count < 1_000 })
    }

    @Test("The input is closed at the end, and a remaining testee is killed without a verdict (TST-006)")
    func end() throws {
        let testee = ProtocolTestee("stays", "children")
        #expect(try testee.ask(["app:a"]).map(\.kind) == ["ok"])
        let lines = testee.lines()
        #expect(lines.count { $0 == "end of input" } == 2, "one for each process")
        for line in lines where line.hasPrefix("self ") || line.hasPrefix("child ") {
            #expect(isGone(line), "\(line)")
        }
    }

    @Test("Child processes of a testee that exits cleanly are killed (TST-107)")
    func children() throws {
        let testee = ProtocolTestee("children")
        #expect(try testee.ask(["app:a"]).map(\.kind) == ["ok"])
        let children = testee.lines().filter { $0.hasPrefix("child ") }
        #expect(children.count == 2)
        for child in children { #expect(isGone(child), "\(child)") }
    }

    @Test("An invalid response ends the process, and the remaining requests are repeated (TST-016)")
    func invalid() throws {
        let testee = ProtocolTestee()
        let replies = try testee.ask(["app:a", "app:two", "app:b", "app:null", "app:float", "app:c"])
        #expect(replies.map(\.kind) == ["ok", "malformed", "ok", "malformed", "malformed", "ok"])
        let hellos = testee.lines().count { $0.hasPrefix("line ") && $0.contains(#""op":"hello""#) }
        #expect(hellos == 5, "one to greet, one to begin with, and one behind each invalid response")
    }

    @Test("Answers in another order than the requests are invalid (TST-012)")
    func order() throws {
        let testee = ProtocolTestee("window", "hold", "swap")
        #expect(try testee.ask(["app:a", "app:b"]).map(\.kind) == ["malformed", "ok"])
        _ = testee.lines()
    }

    @Test("A runner ignores unknown members (TST-013)")
    func unknown() throws {
        let testee = ProtocolTestee()
        #expect(try testee.ask(["app:extra"]).map(\.kind) == ["ok"])
        _ = testee.lines()
    }

    @Test(
        "A skip is neither a pass nor a finding, and operations missing in hello are not requested (TST-015, TST-021)"
    )
    func skips() throws {
        let testee = ProtocolTestee()
        var process = try ProcessTestee(command: testee.command)
        let decode = try makeCase(
            "content.decode", input: #"{"objectName":"app:skip","text":"","mode":"lenient"}"#,
            expect: #"[{"value":{}}]"#)
        let sign = try makeCase(
            "api.sign", input: #"{"secret":"","nonce":"","timestamp":""}"#, expect: #"[{"signature":""}]"#)
        let verdicts = try Runner().run([decode, sign], on: &process)
        #expect(verdicts.map(\.verdict) == [.skipped, .skipped])
        #expect(verdicts.map(\.reason) == ["not here", "no api.sign"])
        #expect(!testee.lines().contains { $0.contains("api.sign") })
    }

    @Test("A replacement process must send the same hello (TST-023)")
    func changing() throws {
        let testee = ProtocolTestee("changing")
        #expect(throws: SuiteError.self) { try testee.ask(["app:a", "app:crash", "app:b"]) }
        _ = testee.lines()
    }

    @Test("No more requests are open than the window allows (TST-030)")
    func window() throws {
        let testee = ProtocolTestee("window", "hold")
        #expect(try testee.ask(Array(repeating: "app:a", count: 7)).allSatisfy { $0.kind == "ok" })
        let open = testee.lines().filter { $0.hasPrefix("unanswered ") }
        #expect(open.first == "unanswered 3")
        #expect(open.allSatisfy { ["unanswered 1", "unanswered 2", "unanswered 3"].contains($0) })
    }

    @Test("A request's timeout starts when it becomes the oldest unanswered one (TST-031)")
    func time() throws {
        let testee = ProtocolTestee("window")
        let replies = try testee.ask(Array(repeating: "app:wait", count: 5), timeout: 1_500)
        #expect(replies.allSatisfy { $0.kind == "ok" }, "five waits of half a second each")
        _ = testee.lines()
    }

    @Test("hello has its own timeout (TST-100)")
    func hello() throws {
        let testee = ProtocolTestee("slow-hello")
        #expect(try testee.ask(["app:a"], timeout: 500).map(\.kind) == ["ok"])
        let error = #expect(throws: SuiteError.self) { try testee.ask(["app:a"], helloTimeout: 200) }
        #expect(error?.description.contains("within 200 ms") == true)
        _ = testee.lines()
    }

    @Test(
        "Endless output before hello needs little memory (TST-106)",
        arguments: ["yes error >&2", "yes | tr -d '\\n'", "cat /dev/zero"])
    func flood(command: String) throws {
        let error = #expect(throws: SuiteError.self) {
            _ = try ProcessTestee(command: command, helloTimeout: 3_000)
        }
        #expect((error?.description.utf8.count ?? .max) < 5_000)
    }
}
