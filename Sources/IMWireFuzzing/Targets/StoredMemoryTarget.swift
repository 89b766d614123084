// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport
import IMWireValues

/// A target for the stored memory of a server: JSON that another process has written, or that a disk has damaged.
///
/// The first byte of an input selects the limits; the rest is the text.
struct StoredMemoryTarget: ChoosingTarget {
    let name = "stored-memory"
    let memory = (factor: 600, base: 262_144)

    mutating func run(_ choice: UInt8, _ text: [UInt8], _ observation: inout Observation) {
        let limits = StoredMemoryTarget.limits(choice)
        do throws(DecodeError) {
            let written = try ChatServerMemory(json: text, limits: limits).encoded()
            observation.record(size: written.count)
            again(written, limits, &observation)
        } catch {
            observation.record(error)
            ErrorOracle.check(error, of: text.count, allowed: .chat, at: name, &observation)
        }
    }

    /// Checks whether the encoding is accepted, and is encoded again with the same bytes (SES-110).
    private func again(_ written: [UInt8], _ limits: ChatServerMemory.Limits, _ observation: inout Observation) {
        do throws(DecodeError) {
            if try ChatServerMemory(json: written, limits: limits).encoded() != written {
                observation.violate(.stable, at: name)
            }
        } catch {
            // The encoding of a message can be longer than the original.
            if error.code == .limitSize { return }
            observation.violate(.identity, at: "\(name) \(error.code.rawValue)", "the encoding is refused: \(error)")
        }
    }

    private static func limits(_ choice: UInt8) -> ChatServerMemory.Limits {
        var limits = ChatServerMemory.Limits()
        guard choice & 1 == 1 else { return limits }
        limits.users = 2
        limits.stored = 2
        limits.keys = 2
        limits.recallable = 2
        limits.messageBytes = 256
        return limits
    }

    // MARK: Making inputs

    func generate(_ random: inout SeededRandom) -> [UInt8] {
        [UInt8(random.pick(0...1))] + StoredMemoryTarget.grammar.text("memory", &random)
    }

    private static let grammar = TextGrammar(
        [
            "memory": [#"{"version":1,"lastNumber":<number>,"users":[<user*3>],"sent":[<sent*3>]}"#],
            "number": ["0", "7", "-1", "9007199254740992", "9007199254740993", "1e2"],
            "user": [#"{"user":"u<#>","stored":[<stored*3>],"answers":[<answer*3>]}"#],
            "stored": ["<message>", "<normal>", "<normal>"],
            "normal": [#"{"messageID":"m<#>","messageType":"normal","fromUserID":"a"}"#],
            "answer": [#"{"key":"k<#>","kind":"<kind>","messageID":"m"}"#],
            "kind": ["normalReceipt", "repealReceipt", "login"],
            "sent": [#"{"messageID":"m<#>","fromUserID":"a","toUserIDs":["b","c"]<recalled?30>}"#],
            "recalled": [#","recalled":true"#],
        ], values: ["message": { ChatGenerator.message(&$0, &$1) }])

    func seed(from item: Case) -> [UInt8]? {
        guard item.operation == .sessionRun, let memory = item.input.member("config")?["memory"],
            memory.text.utf8.count < maximumLength
        else { return nil }
        return [0] + Array(memory.text.utf8)
    }

    /// Returns a script in which users log in at a server that has this memory, and receive what it holds for them.
    func question(_ input: [UInt8]) -> TesteeRequest? {
        guard let choice = input.first, let memory = RawJSON(line: Array(input.dropFirst())) else { return nil }
        let limits = choice & 1 == 1 ? #","batchLimit":1,"offlineLimit":2,"keyLimit":2,"recallLimit":2"# : ""
        let users = (memory["users"]?.elements ?? []).prefix(3).compactMap { $0["user"]?.string } + ["a"]
        var events: [String] = []
        for (index, user) in users.enumerated() {
            let connection = index + 1
            events.append(#"{"at":\#(index),"event":"accepted","connection":\#(connection)}"#)
            events.append(
                #"{"at":\#(index),"event":"received","connection":\#(connection),"message":{"messageType":"login","fromUserID":\#(RawJSON(user).text),"deviceType":"iOS","versionCode":"1.0"}}"#
            )
        }
        for rest in StoredMemoryTarget.script { events.append("{\(rest)}") }
        guard let list = RawJSON(line: Array("[\(events.joined(separator: ","))]".utf8)),
            let config = RawJSON(line: Array(#"{"memory":\#(memory.text)\#(limits)}"#.utf8))
        else { return nil }
        return TesteeRequest("session.run", [("machine", "server"), ("config", config), ("events", list)])
    }

    /// The events that follow the logins: a recall, a repeated key, a receipt, a new message and a restart.
    private static let script = [
        #""at":10,"event":"received","connection":1,"message":{"messageType":"repeal","messageID":"m0","toUserID":"b","chatType":"userChat"}"#,
        #""at":11,"event":"received","connection":1,"message":{"messageType":"normal","clientMessageID":"k0","toUserID":"a","chatType":"userChat"}"#,
        #""at":12,"event":"received","connection":1,"message":{"messageType":"normalReceipt","messageID":"m0"}"#,
        #""at":13,"event":"post","message":{"messageType":"system","toUserID":"u0"}"#,
        #""at":14,"event":"restart""#, #""at":15,"event":"accepted","connection":1"#,
        #""at":16,"event":"received","connection":1,"message":{"messageType":"login","fromUserID":"a","deviceType":"iOS","versionCode":"1.0"}"#,
        #""at":20000,"event":"tick""#,
    ]

    let dictionary = [[UInt8]](
        words: """
            version lastNumber users user stored answers key kind messageID sent fromUserID toUserIDs recalled normalReceipt
            repealReceipt messageType
            """)
}
