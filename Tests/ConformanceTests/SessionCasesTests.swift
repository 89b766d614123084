// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireConformance
import IMWireValues
import Testing

/// A session of a file, with its expected outcomes.
private struct SessionCase {
    var id: String
    var requirements: [String] = []
    var input: RawJSON
    var outcomes: [RawJSON]

    /// Returns all files in a folder of `Fixtures`, as JSON.
    static func files(_ folder: String) throws -> [(name: String, json: RawJSON)] {
        let folder = root.appending(path: "Fixtures/\(folder)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
        return try names.sorted().map { name in
            let data = try Data(contentsOf: folder.appending(path: name))
            return (name, try RawJSON(parsing: Array(data).span))
        }
    }

    static func cases() throws -> [SessionCase] {
        var cases: [SessionCase] = []
        for (name, file) in try files("cases/session") + files("cases/chatroom") + files("cases/rmtp-session") {
            for item in try #require(file["cases"]?.elements, "\(name)") where item["op"]?.string == "session.run" {
                cases.append(
                    SessionCase(
                        id: try #require(item["id"]?.string), requirements: strings(item["requirements"]),
                        input: try #require(item["input"]), outcomes: item["expect"]?.elements ?? []))
            }
        }
        return cases
    }

    /// The requirements that the cases of the machines cite, whatever their operation.
    static func requirements() throws -> [String] {
        try (files("cases/session") + files("cases/chatroom") + files("cases/rmtp-session")).flatMap { _, file in
            file["cases"]?.elements?.flatMap { strings($0["requirements"]) } ?? []
        }
    }

    static func scenarios() throws -> [SessionCase] {
        try files("scenarios").map { SessionCase(id: $0.name, input: $0.json, outcomes: [$0.json]) }
    }

    static func strings(_ json: RawJSON?) -> [String] {
        json?.elements?.compactMap(\.string) ?? []
    }

    func actions(_ events: [RawJSON]) throws -> [RawJSON] {
        let list = "[" + events.map(\.text).joined(separator: ",") + "]"
        let config = input["config"].map { #","config":\#($0.text)"# } ?? ""
        let machine = try #require(input["machine"])
        let request = try RawJSON(text: #"{"machine":\#(machine.text)\#(config),"events":\#(list)}"#)
        return try SessionScript.run(request)["actions"]?.elements ?? []
    }

    /// Checks the session as given, with ticks between its events, and cut off after every event (TST-093).
    func check() throws {
        let events = try #require(input["events"]?.elements)
        if let code = outcomes.first?["error"]?.string {
            do {
                _ = try actions(events)
                Issue.record("\(id): answered in place of \(code)")
            } catch let skip as SessionScript.Skip {
                #expect(skip.refusal?.code == code, "\(id)")
                if let path = outcomes.first?["path"]?.string { #expect(skip.refusal?.path == path, "\(id)") }
            }
            return
        }
        let whole = try actions(events)
        let faults = outcomes.map { ActionComparison.fault(in: whole, outcome: $0) }
        #expect(faults.contains { $0 == nil }, "\(id): \(faults.compactMap { $0 }.first ?? "nothing is expected")")
        var ticking: [RawJSON] = []
        for event in events {
            ticking.append(try RawJSON(text: #"{"at":\#(event["at"]?.text ?? "0"),"event":"tick"}"#))
            ticking.append(event)
        }
        #expect(try actions(ticking) == whole, "\(id): ticks change the actions")
        for count in 0..<events.count {
            let start = try actions(Array(events.prefix(count)))
            #expect(whole.starts(with: start), "\(id): cut behind \(count) events")
        }
    }
}

@Suite("Session cases")
struct SessionCasesTests {
    @Test("Every case returns its actions, also with extra ticks and truncated anywhere (TST-086, TST-087, TST-093)")
    func cases() throws {
        let cases = try SessionCase.cases()
        #expect(cases.count >= 380)
        for item in cases { try item.check() }
    }

    @Test("Every scenario returns its actions and has a description")
    func scenarios() throws {
        let scenarios = try SessionCase.scenarios()
        #expect(scenarios.count >= 25)
        for scenario in scenarios {
            #expect(scenario.input["title"]?.string?.isEmpty == false, "\(scenario.id)")
            #expect(scenario.input["story"]?.elements?.isEmpty == false, "\(scenario.id)")
            try scenario.check()
        }
    }

    @Test(
        "Every requirement of the chapters on sessions has a case or a registered test",
        arguments: ["session", "chatroom", "rmtp-session"])
    func requirements(chapter: String) throws {
        let text = try String(contentsOf: root.appending(path: "Spec/\(chapter).md"), encoding: .utf8)
        // Requirements that need more memory than a case should use have a registered test, whose existence LedgerTests
        // checks.
        let ledger = try Data(contentsOf: root.appending(path: "Fixtures/ledger.json"))
        let registered = try RawJSON(parsing: Array(ledger).span)["requirements"]?.members?.map(\.name) ?? []
        let cited = Set(try SessionCase.requirements()).union(registered)
        for match in text.matches(of: /\*\*((?:SES|CRM|RMTP)-\d{3})\*\* \((?:MUST|SHOULD)\)/) {
            #expect(cited.contains(String(match.1)), "\(match.1) has no case and no registered test")
        }
    }

    @Test(
        "An event that a testee does not know is a skip, not an error (TST-086)",
        arguments: [
            #"{"machine":"router","events":[]}"#, #"{"events":[]}"#, #"{"machine":"client","config":{"user":"u"}}"#,
            #"{"machine":"client","config":{"user":"u","colour":"red"},"events":[]}"#,
            #"{"machine":"client","config":{},"events":[]}"#,
            #"{"machine":"server","events":[{"at":0,"event":"reboot"}]}"#,
            #"{"machine":"chatroom","events":[{"at":0,"event":"dance","room":"r","user":"u"}]}"#,
            #"{"machine":"chatroom","events":[{"event":"tick"}]}"#,
            #"{"machine":"rmtp-client","config":{"heartbeat":"web6"},"events":[]}"#,
            #"{"machine":"rmtp-client","events":[{"at":0,"event":"received"}]}"#,
            #"{"machine":"rmtp-client","events":[{"at":0,"event":"received","packet":{"packet":"HELLO"}}]}"#,
            #"{"machine":"rmtp-client","events":[{"at":0,"event":"publish","key":1,"topic":7,"targetId":"u"}]}"#,
            #"{"machine":"rmtp-server","config":{"silence":"long"},"events":[]}"#,
            #"{"machine":"rmtp-server","events":[{"at":0,"event":"refuse","status":256}]}"#,
            #"{"machine":"rmtp-server","events":[{"at":0,"event":"answer","id":1,"date":0,"body":{"message":"No"}}]}"#,
        ])
    func skips(request: String) throws {
        let request = try RawJSON(text: request)
        #expect(throws: SessionScript.Skip.self) { try SessionScript.run(request) }
    }

    @Test("The built-in codec answers session.run")
    func testee() throws {
        let config = #""config":{"user":"u"}"#
        let line = #"{"id":3,"op":"session.run","machine":"client",\#(config),"events":[{"at":5,"event":"connect"}]}"#
        let answer = CodecTestee().answer(line: line.utf8.span)
        let first = #"{"at":5,"action":"state","state":"connecting"}"#
        let second = #"{"at":5,"action":"connect","connection":1}"#
        #expect(String(decoding: answer, as: UTF8.self) == #"{"id":3,"ok":{"actions":[\#(first),\#(second)]}}"#)
    }
}
