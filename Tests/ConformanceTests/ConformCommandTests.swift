// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireConformance
import Testing

@Suite("imwire conform and imwire testee", .enabled(if: hasPython, "needs python3"))
struct ConformCommandTests {
    private struct Run {
        var output = ""
        var errors = ""
        var end = ""
    }

    /// Runs a command line in which `TOOL` stands for the tool and `CASES` for a file of small cases.
    private func run(_ command: String, seconds: Int = 60) throws -> Run {
        let tool = try #require(builtTool)
        let cases = root.appending(path: "Fixtures/cases/testee/values.json").path
        var process = try ChildProcess(
            command: command.replacing("TOOL", with: "'\(tool)'").replacing("CASES", with: "'\(cases)'"))
        process.endInput()
        var output: [UInt8] = []
        var errors: [UInt8] = []
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .seconds(seconds) {
            let events = process.wait(offering: [], timeout: 100)
            output += events.output
            errors += events.error
            if events.hasEnded { break }
        }
        let end = process.end(timeout: 5_000)
        errors += process.wait(offering: [], timeout: 0).error
        return Run(
            output: String(decoding: output, as: UTF8.self), errors: String(decoding: errors, as: UTF8.self), end: end)
    }

    private func testee(_ behaviors: String, _ log: String = "/dev/null") -> String {
        "python3 \"\(root.appending(path: "Fixtures/testees/protocol.py").path)\" \"\(log)\" \(behaviors)"
    }

    @Test("A testee without a valid hello is exit code 3, and a finding is exit code 1 (TST-022, TST-043)")
    func exits() throws {
        for command in ["false", "/nonexistent", testee("version")] {
            #expect(try run("TOOL conform --cases CASES --testee '\(command)'").end == "exit status 3", "\(command)")
        }
        let version = try run("TOOL conform --cases CASES --testee '\(testee("version"))'")
        #expect(version.errors.contains("version 9") && version.errors.contains("version 1"))
        #expect(try run("TOOL conform --cases CASES --testee '\(testee(""))'").end == "exit status 1")
        #expect(try run("TOOL conform --cases CASES").end == "exit status 0")
    }

    @Test("A run without an answered case is exit code 2 (TST-105)")
    func nothing() throws {
        let run = try run("TOOL conform --cases CASES --only tst-session-new --testee '\(testee(""))'")
        #expect(run.end == "exit status 2")
        #expect(run.output.contains("1 skipped"))
        #expect(run.errors.contains("no case was answered"))
    }

    @Test("The timeout of hello is separate from that of cases (TST-100)")
    func helloTimeout() throws {
        let run = try run("TOOL conform --cases CASES --testee '\(testee("slow-hello"))' --hello-timeout 100")
        #expect(run.end == "exit status 3")
        #expect(run.errors.contains("did not answer hello within 100 ms"))
    }

    @Test(
        "A signal that ends the runner also ends its testees (TST-107, LIV-130)",
        arguments: [("INT", SIGINT), ("TERM", SIGTERM), ("HUP", SIGHUP), ("KILL", SIGKILL)], ["children", "daemons"])
    func signals(signal: (name: String, number: Int32), behavior: String) throws {
        let log = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString).log")
        defer { try? FileManager.default.removeItem(at: log) }
        let run = try run(
            "(while ! grep -q content.decode '\(log.path)' 2> /dev/null; do sleep 0.1; done; kill -\(signal.name) $$) & "
                + "exec TOOL conform --cases CASES --timeout 600000 --testee '\(testee("unflushed \(behavior)", log.path))'"
        )
        #expect(run.end == "signal \(signal.number)")
        let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
        let processes = lines.filter { $0.hasPrefix("self ") || $0.hasPrefix("child ") }
        #expect(processes.count == 4, "two processes with a child each")
        for line in processes { #expect(isGone(line), "\(line)") }
    }

    @Test(
        "A full disk is exit code 3 with a message", arguments: ["conform --cases CASES", "conform ledger", "testee"])
    func full(command: String) throws {
        let hello = #"printf '{"id":1,"op":"hello"}\n' | "#
        let run = try run("\(command == "testee" ? hello : "")TOOL \(command) > /dev/full; echo \"exit $?\" >&2")
        #expect(run.errors.contains("exit 3"), "\(run)")
        #expect(run.errors.contains("cannot write"), "\(run)")
    }

    @Test("The ledger has its own options and reports a pattern without a match")
    func ledgerOptions() throws {
        let json = try run("TOOL conform ledger --only 'TST-10*' --format json").output
        let requirements = try #require(RawJSON(text: json)["requirements"]?.elements)
        #expect(!requirements.isEmpty)
        #expect(requirements.allSatisfy { $0["id"]?.string?.hasPrefix("TST-10") == true })
        #expect(try run("TOOL conform ledger --only nosuch; echo $?").output == "2\n")
    }

    @Test("The testee waits on nonblocking pipes and reports an input that cannot be read")
    func nonBlocking() throws {
        // Python makes the tool's ends of the pipes nonblocking, pauses before it writes, and reads slowly.
        let script = """
            import os, subprocess, sys, time
            (r, w), (r2, w2) = os.pipe(), os.pipe()
            for end in (r, w2): os.set_blocking(end, False)
            tool = subprocess.Popen([sys.argv[1], "testee"], stdin=r, stdout=w2)
            os.close(r); os.close(w2)
            time.sleep(0.5)
            for id in range(1, 2501):
                os.write(w, b'{"id":%d,"op":"hello"}\\n' % id)
                if id == 2400: time.sleep(0.5)
            os.close(w)
            time.sleep(0.5)
            data = b""
            while True:
                more = os.read(r2, 1 << 16)
                if not more: break
                data += more
            print(data.count(b"\\n"), tool.wait())
            """
        // The answers exceed the capacity of a pipe, and are written while nothing reads them. The requests do not, so
        // that the script cannot block before it reads.
        let file = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString).py")
        defer { try? FileManager.default.removeItem(at: file) }
        try script.write(to: file, atomically: true, encoding: .utf8)
        #expect(try run("timeout 50 python3 '\(file.path)' TOOL").output == "2500 0\n")
        let closed = try run("TOOL testee < /proc/self/mem; echo \"exit $?\" >&2")
        #expect(closed.errors.contains("exit 3"), "\(closed)")
    }

    /// The misbehavior of a testee for the case `t<number>`, and the resulting verdict; all other cases are answered.
    private static let misdeeds: [(number: Int, verdict: String, script: String)] = [
        (4, "crash", "os._exit(9)"), (9, "crash", "os._exit(9)"), (14, "crash", "os._exit(9)"),
        (19, "crash", "os._exit(9)"), (24, "crash", "os._exit(9)"), (29, "crash", "os._exit(9)"),
        (1, "timeout", "time.sleep(600)"),
        (6, "harness-fault", "while True: sys.stdout.write('o' * 9999)"),
        (8, "harness-fault", "while True: print('o' * 99)"),
        (11, "timeout", "while True: sys.stderr.write('e' * 9999)"),
        (16, "harness-fault", "held = answer; continue"),
        (17, "pass", "if held: print(json.dumps(answer), flush=True); answer = held"),
        (21, "pass", "os.close(0)"),
        (23, "pass", "leave()"),
        // The remaining child keeps the output of the ended process open.
        (26, "crash", "leave(); os._exit(7)"),
    ]

    @Test("A testee that fails in every way leaves a full report, little memory and no process (TST-106, TST-107)")
    func everythingAtOnce() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let branches = Self.misdeeds.map { "        if number == \($0.number):\n            \($0.script)" }
        let script = """
            import json, os, sys, time
            log = sys.argv[1]
            def note(id):
                with open(log, "a") as file: file.write("process %d\\n" % id)
            def leave():
                if os.fork() == 0:
                    os.setsid()
                    note(os.getpid())
                    time.sleep(600)
            held = None
            note(os.getpid())
            for line in sys.stdin:
                request = json.loads(line)
                answer = {"id": request["id"], "ok": {"value": {}}}
                if request["op"] == "hello":
                    answer["ok"] = {"name": "worst", "version": "1", "language": "Python", "protocol": 1, "window": 16,
                        "operations": ["content.decode"]}
                else:
                    number = int(request["objectName"][5:])
            \(branches.joined(separator: "\n"))
                print(json.dumps(answer), flush=True)
            """
        try script.write(to: folder.appending(path: "t.py"), atomically: true, encoding: .utf8)
        let cases = (0..<30).map { number in
            #"{"id":"t\#(number)","title":"t","requirements":["TST-070"],"level":"MUST","op":"content.decode","#
                + #""input":{"objectName":"app:t\#(number)","text":"{}","mode":"lenient"},"#
                + #""expect":[{"value":{}}],"provenance":"a test"}"#
        }
        try #"{"area":"json/test","cases":[\#(cases.joined(separator: ","))]}"#
            .write(to: folder.appending(path: "cases.json"), atomically: true, encoding: .utf8)
        let start = ContinuousClock.now
        // The memory limit applies to the runner, which must not accumulate the output of a flood.
        let run = try run(
            "cd '\(folder.path)' && ulimit -d 150000 && TOOL conform --cases cases.json --timeout 3000 "
                + "--testee 'exec python3 t.py log' --report report.json")
        #expect(run.end == "exit status 1", "\(run)")
        #expect(ContinuousClock.now - start < .seconds(50))
        let report = try RawJSON(parsing: Array(Data(contentsOf: folder.appending(path: "report.json"))).span)
        let results = try #require(report["implementations"]?.elements?.first?["results"]?.elements)
        #expect(results.count == 30)
        for (number, result) in results.enumerated() {
            let expected = Self.misdeeds.first { $0.number == number }?.verdict ?? "pass"
            #expect(
                result["case"]?.string == "t\(number)" && result["verdict"]?.string == expected,
                "\(result.text.prefix(300))")
            #expect((result["failure"]?["stderr"]?.string?.utf8.count ?? 0) <= 4_096)
        }
        let processes = try String(contentsOf: folder.appending(path: "log"), encoding: .utf8).split(separator: "\n")
        #expect(processes.count > 15)
        for process in processes { #expect(isGone(process), "\(process) is left behind") }
    }
}
