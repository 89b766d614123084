// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireConformance
import Testing

@Suite("Testees in separate processes", .enabled(if: hasPython, "needs python3"))
struct ProcessTesteeTests {
    private func cases(_ names: [String]) throws -> [Case] {
        let all = try library.get().cases
        return try names.map { name in
            try #require(
                all.first { $0.input.objectName == name && $0.operation == .decode && $0.input.modes.count == 1 })
        }
    }

    @Test("A crash, a hang, a wrong id and noise each fail one case, and the run continues (TST-016, TST-032, TST-040)")
    func trouble() throws {
        let marker = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: marker) }
        let script = root.appending(path: "Fixtures/testees/troubled.py").path
        var testee = try ProcessTestee(command: "python3 '\(script)' '\(marker.path)'", timeout: 700)
        let names = [
            "RC:TxtMsg", "RC:VcMsg", "RC:CmdMsg", "RC:TypSts", "RC:ImgMsg", "RC:CmdNtf", "RC:LBSMsg", "RC:InfoNtf",
            "RC:FileMsg", "RC:DizNtf", "RC:GrpNtf",
        ]
        let verdicts = try Runner().run(try cases(names), on: &testee)
        let outcomes = Dictionary(uniqueKeysWithValues: zip(names, verdicts.map(\.verdict)))
        #expect(outcomes["RC:VcMsg"] == .crashed)
        #expect(outcomes["RC:ImgMsg"] == .timedOut)
        #expect(outcomes["RC:LBSMsg"] == .malformed)
        #expect(outcomes["RC:FileMsg"] == .malformed)
        for name in ["RC:TxtMsg", "RC:CmdMsg", "RC:CmdNtf", "RC:InfoNtf", "RC:DizNtf", "RC:TypSts", "RC:GrpNtf"] {
            #expect(outcomes[name] == .skipped, "\(name)")
        }
        #expect(verdicts[1].failure?.stderr == "no voice here\n")
        #expect(verdicts[1].reason == "the process ended (exit status 7)")
        // The testee crashed once but not when the case was asked alone, which is a remark and no finding (TST-041).
        #expect(verdicts[3].remark?.contains("exit status 8") == true)
    }

    /// Two implementations written only from `Spec/`, of which the JavaScript one needs Node.js.
    private static let commands =
        ["python3 '\(root.appending(path: "Examples/testees/python/testee.py").path)'"]
        + (has("node") ? ["node '\(root.appending(path: "Examples/testees/node/testee.js").path)'"] : [])

    @Test("An independent implementation returns every answer that the suite expects", arguments: commands)
    func independent(command: String) throws {
        var testee = try ProcessTestee(command: command)
        let cases = try library.get().cases
        let verdicts = try Runner(places: Self.effort > 1 ? 512 : nil).run(cases, on: &testee)
        for verdict in verdicts where verdict.verdict != .passed {
            Issue.record("\(verdict.id): \(verdict.verdict.rawValue): \(verdict.reason ?? "")")
        }
        #expect(verdicts.count == cases.count)
    }

    /// The effort of the run, which is greater than 1 in long runs; replays are left to those.
    private static let effort = ProcessInfo.processInfo.environment["IMWIRE_EFFORT"].flatMap(Int.init) ?? 1

    @Test("The built-in codec returns the same answers in a separate process")
    func codec() throws {
        let tool = try #require(builtTool)
        var testee = try ProcessTestee(command: "'\(tool)' testee")
        let verdicts = try Runner().run(try library.get().select(only: ["real/*", "limit/*"]), on: &testee)
        #expect(verdicts.allSatisfy { $0.verdict == .passed })
    }

    @Test(
        "A testee that does not answer hello ends the run (TST-043)",
        arguments: ["false", "echo no", "echo '{\"id\":1,\"ok\":{}}'", "/nonexistent", "sleep 60"])
    func silence(command: String) {
        #expect(throws: SuiteError.self) { _ = try ProcessTestee(command: command, helloTimeout: 500) }
    }
}
