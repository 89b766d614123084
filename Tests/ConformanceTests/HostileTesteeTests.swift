// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireConformance
import Testing

/// Tests that runs with hostile testees have complete reports and correct verdicts, and leave nothing behind.
@Suite("Hostile testees", .enabled(if: hasPython, "needs python3"))
struct HostileTesteeTests {
    /// Returns the command of a Python testee whose `body` sees `request`, `count` and `name`, and may replace
    /// `answer`.
    private static func command(_ body: String, setup: String = "") throws -> (command: String, folder: URL) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = """
            import json, os, sys, time, subprocess
            folder = sys.argv[1]
            def note(text):
                with open(folder + "/log", "a") as file: file.write(text + "\\n")
            note("self %d" % os.getpid())
            \(setup)
            for line in sys.stdin:
                request = json.loads(line)
                name = request.get("objectName", "")
                answer = {"id": request["id"], "ok": {"value": {}}}
                if request["op"] == "hello":
                    answer = {"id": request["id"], "ok": {"name": "hostile", "version": "1", "language": "Python",
                        "protocol": 1, "window": 16, "operations": ["content.decode", "chat.decode"]}}
                else:
            \(body.split(separator: "\n").map { "        " + $0 }.joined(separator: "\n"))
                print(json.dumps(answer), flush=True)
            """
        try script.write(to: folder.appending(path: "t.py"), atomically: true, encoding: .utf8)
        return ("exec python3 '\(folder.path)/t.py' '\(folder.path)'", folder)
    }

    private static func cases(_ count: Int) throws -> [Case] {
        try (0..<count).map { number in
            let text =
                #"{"area":"json/test","cases":[{"id":"t\#(number)","title":"t","requirements":["TST-070"],"level":"MUST","#
                + #""op":"content.decode","input":{"objectName":"app:t\#(number)","text":"{}","mode":"lenient"},"#
                + #""expect":[{"value":{}}],"provenance":"a test"}]}"#
            return try #require(try CaseFile.cases(in: Array(text.utf8), file: "a test").first)
        }
    }

    private static func run(
        _ body: String, setup: String = "", count: Int = 20, timeout: Int = 1_000, jobs: Int = 1, memory: Int? = nil
    ) throws -> RunRecord.Implementation {
        let (command, folder) = try command(body, setup: setup)
        defer { try? FileManager.default.removeItem(at: folder) }
        var plan = RunPlan(Runner())
        plan.timeout = timeout
        plan.jobs = jobs
        plan.runner.memoryLimit = memory
        let one = plan.run(try cases(count), on: .command(command), label: "h", rerun: "")
        let log = (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? ""
        for line in log.split(separator: "\n") { #expect(isGone(line), "\(line) is left behind") }
        return one
    }

    private static func number(_ name: String) -> String { "number = int(name[5:])\n" + name }

    @Test("A crash in every fifth case fails exactly these cases", arguments: [1, 3])
    func crashes(jobs: Int) throws {
        let one = try Self.run(Self.number("if number % 5 == 4: os._exit(9)"), jobs: jobs)
        #expect(one.results.map(\.id) == (0..<20).map { "t\($0)" })
        for (number, result) in one.results.enumerated() {
            #expect(result.verdict == (number % 5 == 4 ? .crashed : .passed), "\(result.id)")
        }
        #expect(one.fault == nil && one.peakMemory > 0)
    }

    @Test("With fail-fast a hanging testee is waited for once, whatever its window (TST-129)")
    func failFast() throws {
        let (command, folder) = try Self.command("time.sleep(60)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var testee = try ProcessTestee(command: command, timeout: 300)
        var runner = Runner()
        runner.stopsAtFinding = true
        let outcome = runner.conduct(try Self.cases(20), on: &testee)
        #expect(outcome.results.map(\.verdict) == [.timedOut])
        #expect(outcome.left == 19 && outcome.fault == nil)
        // The first process only answers hello, and the second one answers nothing else.
        let log = try String(contentsOf: folder.appending(path: "log"), encoding: .utf8)
        #expect(log.split(separator: "\n").count == 2)
    }

    @Test(
        "An answer of 512 levels is read, and a deeper one is reported by its depth (TST-208)", arguments: [509, 510])
    func depth(levels: Int) throws {
        let one = try Self.run(
            "answer[\"ok\"][\"x\"] = json.loads(\"[\" * \(levels + 1) + \"]\" * \(levels + 1))", count: 1)
        let result = try #require(one.results.first)
        #expect(result.verdict == (levels == 509 ? .passed : .malformed))
        if levels > 509 { #expect(result.reason?.contains("512 levels") == true, "\(result.reason ?? "")") }
    }

    @Test("A hanging testee costs one timeout per case, whatever its replays (TST-129)")
    func hangs() throws {
        let (command, folder) = try Self.command("time.sleep(60)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let cases = try library.get().select(only: ["chat-batch*"]).filter { $0.operation == .chatDecode }.prefix(3)
        #expect(cases.count == 3)
        var plan = RunPlan(Runner())
        plan.timeout = 300
        let start = ContinuousClock.now
        let one = plan.run(Array(cases), on: .command(command), label: "h", rerun: "")
        #expect(one.results.map(\.verdict) == [.timedOut, .timedOut, .timedOut])
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test("A flood of standard output or error fails only its own case")
    func floods() throws {
        let one = try Self.run(
            Self.number(
                """
                if number == 3:
                    for _ in range(3000): sys.stderr.write("e" * 9999 + "\\n")
                if number == 7:
                    for _ in range(2000): sys.stdout.write("o" * 9999)
                if number == 11:
                    for _ in range(2000): print("o" * 999)
                """), timeout: 20_000)
        for (number, result) in one.results.enumerated() {
            let expected = [7, 11].contains(number) ? Verdict.malformed : .passed
            #expect(result.verdict == expected, "\(result.id): \(result.reason ?? "")")
        }
        #expect(one.results.allSatisfy { ($0.failure?.stderr.utf8.count ?? 0) <= 4_096 })
        #expect(one.results.allSatisfy { ($0.failure?.line?.utf8.count ?? 0) < 70_000 })
    }

    @Test("Answers out of order are a failure of the harness")
    func order() throws {
        let one = try Self.run(
            """
            if name == "app:t4":
                held = answer
                continue
            if name == "app:t5":
                print(json.dumps(answer), flush=True)
                answer = held
            """, setup: "held = None")
        #expect(one.results[4].verdict == .malformed && one.results[4].reason?.contains("the id is") == true)
        #expect(one.results.count { $0.verdict == .passed } >= 18)
        #expect(one.results[4].failure?.line?.contains(#""id""#) == true, "the offending line is kept")
    }

    @Test("Closed standard streams and remaining child processes do not end a run")
    func closed() throws {
        let input = try Self.run("if name == \"app:t6\": os.close(0)", timeout: 2_000)
        #expect(input.results.count == 20 && input.results[5].verdict == .passed)
        let output = try Self.run("if name == \"app:t6\": os.close(1); time.sleep(60)", timeout: 2_000)
        #expect(output.results[6].verdict == .crashed)
        #expect(output.results.count { $0.verdict == .passed } == 19)
        let children = try Self.run(
            "pass",
            setup: "note(\"child %d\" % subprocess.Popen([\"sleep\", \"600\"], stdin=subprocess.DEVNULL).pid)")
        #expect(children.results.allSatisfy { $0.verdict == .passed })
    }

    @Test("A testee that changes its hello loses no verdict (TST-130)")
    func changing() throws {
        let (command, folder) = try Self.command("if name == 'app:t5': os._exit(1)")
        defer { try? FileManager.default.removeItem(at: folder) }
        // The third process reports a different version.
        let script = try String(contentsOf: folder.appending(path: "t.py"), encoding: .utf8)
            .replacing("\"version\": \"1\"", with: "\"version\": str(open(folder + '/log').read().count('self') // 3)")
        try script.write(to: folder.appending(path: "t.py"), atomically: true, encoding: .utf8)
        let one = RunPlan(Runner()).run(try Self.cases(20), on: .command(command), label: "h", rerun: "")
        #expect(one.fault?.contains("TST-023") == true)
        #expect(one.results.prefix(5).allSatisfy { $0.verdict == .passed })
        #expect(one.results.dropFirst(5).allSatisfy { $0.verdict == .malformed })
    }

    @Test("A testee without a valid hello is a failure, and the other testees still run (TST-130)")
    func ungreeted() throws {
        let one = RunPlan(Runner()).run(try Self.cases(2), on: .command("false"), label: "h", rerun: "")
        #expect(one.fault?.contains("exited before it answered hello") == true && one.results.isEmpty)
    }

    @Test("A case beyond the memory limit fails, and later cases pass")
    func memory() throws {
        let one = try Self.run(
            "if name == \"app:t3\": held = b\"x\" * (200 << 20)", setup: "held = None", timeout: 20_000,
            memory: 100 << 10)
        for (number, result) in one.results.enumerated() {
            #expect(result.verdict == (number == 3 ? .failed : .passed), "\(result.id): \(result.reason ?? "")")
        }
        #expect(one.peakMemory > 150 << 10)
    }

    @Test("Repeated runs separate flaky cases from deterministic and slow ones")
    func flaky() throws {
        let (command, folder) = try Self.command(
            """
            if name == "app:t2":
                note("x")
                if open(folder + "/log").read().count("x") == 2: answer["ok"] = {}
            if name == "app:t3": time.sleep(0.4)
            if name == "app:t4": answer["ok"] = {}
            """)
        defer { try? FileManager.default.removeItem(at: folder) }
        var plan = RunPlan(Runner())
        plan.timeout = 700
        plan.repeats = 3
        let cases = try Self.cases(6)
        let one = plan.run(cases, on: .command(command), label: "h", rerun: "")
        let expected: [CaseResult.Steadiness] = [
            .deterministic, .deterministic, .flaky, .slow, .deterministic, .deterministic,
        ]
        #expect(one.results.map(\.steadiness) == expected)
        #expect(one.results[2].counts == [.passed: 2, .failed: 1] && one.results[2].verdict == .failed)
        #expect(one.results[4].counts == [.failed: 3])
        let record = RunRecord(selected: 6, cases: cases.map { RunRecord.CaseInfo($0) }, implementations: [one])
        let text = TextReport(record, color: false).text
        #expect(text.contains("asked 3 times: 4 deterministic, 1 flaky, 1 slow"), "\(text)")
    }

    @Test("A deadline or the first finding ends a run after the started cases")
    func limits() throws {
        let cases = try Self.cases(20)
        var runner = Runner()
        runner.stopsAtFinding = true
        var testee = try ScriptedTestee { request in
            .ok(RawJSON.built(request.member("objectName")?.string == "app:t3" ? "{}" : #"{"value":{}}"#))
        }
        let stopped = runner.conduct(cases, on: &testee)
        #expect(stopped.results.count == 4 && stopped.left == 16)
        runner = Runner()
        runner.deadline = .now
        #expect(runner.conduct(cases, on: &testee).left == 20)
    }
}
