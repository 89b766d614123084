// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance
import IMWireValues
import Platform

/// A sequence of events for a chat server, made up by a seed or out of another one.
struct LiveSequence: Sendable {
    private(set) var events: [RawJSON]

    private static let users = ["a", "b", "c"]
    private static let connections = 4

    /// Makes one up.
    init(_ random: inout SplitMix64) {
        events = []
        for _ in 0..<Int(2 + random.next() % 10) { events.append(LiveSequence.event(&random)) }
        // Nothing happens without a user.
        events.insert(LiveSequence.accepted(1), at: 0)
        events.insert(LiveSequence.login(1, &random), at: 1)
        mend()
    }

    /// Takes events.
    init(_ events: [RawJSON]) {
        self.events = events
        mend()
    }

    /// Another one that is like this one.
    func mutated(_ random: inout SplitMix64) -> LiveSequence {
        var events = events
        for _ in 0...Int(random.next() % 3) {
            let place = Int(random.next() % UInt64(events.count + 1))
            switch random.next() % 4 {
            case 0 where place < events.count && events.count > 2: events.remove(at: place)
            case 1 where place < events.count: events.insert(events[place], at: place)
            case 2 where place + 1 < events.count: events.swapAt(place, place + 1)
            default: events.insert(LiveSequence.event(&random), at: place)
            }
        }
        return LiveSequence(Array(events.prefix(24)))
    }

    /// Times grow, and events are about connections that stand: other ones no wire can cause.
    private mutating func mend() {
        var open: Set<Int64> = []
        var at = 0
        events = events.compactMap { event in
            let number = event["connection"]?.number?.int64 ?? 0
            switch event["event"]?.string {
            case "accepted": guard open.insert(number).inserted else { return nil }
            case "closed": guard open.remove(number) != nil else { return nil }
            default: guard open.contains(number) else { return nil }
            }
            at += 5
            return .object([("at", .integer(at))] + (event.members ?? []).filter { $0.name != "at" })
        }
    }

    // MARK: Events

    private static func event(_ random: inout SplitMix64) -> RawJSON {
        let connection = Int(1 + random.next() % UInt64(connections))
        switch random.next() % 12 {
        case 0, 1: return accepted(connection)
        case 2, 3: return login(connection, &random)
        case 4: return .object([("event", "closed"), ("connection", .integer(connection))])
        case 5: return .object([("event", "error"), ("connection", .integer(connection)), ("scope", "message")])
        default: return received(connection, message(&random))
        }
    }

    private static func accepted(_ connection: Int) -> RawJSON {
        .object([("event", "accepted"), ("connection", .integer(connection))])
    }

    private static func received(_ connection: Int, _ members: [(name: String, value: RawJSON)]) -> RawJSON {
        .object([("event", "received"), ("connection", .integer(connection)), ("message", .object(members))])
    }

    private static func login(_ connection: Int, _ random: inout SplitMix64) -> RawJSON {
        received(connection, [("messageType", "login"), ("fromUserID", RawJSON(pick(users, &random)))])
    }

    private static func message(_ random: inout SplitMix64) -> [(name: String, value: RawJSON)] {
        let kinds = [
            "normal", "normal", "normal", "normalReceipt", "repeal", "repealReceipt", "validate", "system", "future",
            "loginReceipt", "invalidReceipt",
        ]
        let kind = pick(kinds, &random)
        var members: [(name: String, value: RawJSON)] = [("messageType", RawJSON(kind))]
        if random.next() % 8 > 0 { members.append(("toUserID", RawJSON(pick(users, &random)))) }
        if random.next() % 4 > 0 {
            members.append(("clientMessageID", RawJSON("k" + String(random.next() % 4))))
        }
        if kind != "normal" { members.append(("messageID", RawJSON("m" + String(1 + random.next() % 3)))) }
        members.append(("chatType", random.next() % 8 == 0 ? "groupChat" : "userChat"))
        if random.next() % 8 == 0 { members.append(("groupID", "nobody")) }
        members += [
            ("contenType", "text"), ("content", .object([("text", RawJSON("t" + String(random.next() % 100)))])),
            ("sendTime", RawJSON(String(random.next() % 5))),
        ]
        return members
    }

    private static func pick(_ list: [String], _ random: inout SplitMix64) -> String {
        list[Int(random.next() % UInt64(list.count))]
    }

    // MARK: A case of it

    private static let config = RawJSON.object([("beatInterval", .integer(600_000))])

    /// The file of a case that expects what the machine of this package does; nil where the machine cannot run it.
    func file(id: String) -> String? {
        guard
            let answer = try? SessionScript.run(
                machine: "server", config: LiveSequence.config, events: .array(events)),
            let actions = answer["actions"]
        else { return nil }
        let item = RawJSON.object([
            ("id", RawJSON(id)), ("title", "what a server does by Spec/session.md"),
            ("requirements", .array(["SES-001"])), ("level", "MUST"), ("op", "session.run"),
            (
                "input",
                .object([("machine", "server"), ("config", LiveSequence.config), ("events", .array(events))])
            ), ("expect", .array([.object([("only", .array(["write", "close"])), ("actions", actions)])])),
            ("live", .object([("clock", "real"), ("beats", .boolean(true))])), ("tags", .array(["fuzz"])),
            ("provenance", "found by imwire fuzz --connect"),
        ])
        return RawJSON.object([("area", "scenario"), ("cases", .array([item]))]).text + "\n"
    }

    /// The case.
    func item(id: String) -> Case? {
        guard let file = file(id: id) else { return nil }
        return try? CaseFile.cases(in: Array(file.utf8), file: id).first
    }

    /// What kinds of actions come one behind the other: what a sequence shows.
    func shape() -> Set<String> {
        let answer = try? SessionScript.run(machine: "server", config: LiveSequence.config, events: .array(events))
        var shape: Set<String> = []
        var last = ""
        for action in answer?["actions"]?.elements ?? [] {
            let message = action["messages"]?.elements?.first
            let name = [
                action["action"]?.string, action["reason"]?.string, message?["messageType"]?.string,
                message?["code"]?.text,
            ].compactMap(\.self).joined(separator: "/")
            shape.insert(last + " " + name)
            last = name
        }
        return shape
    }
}

#endif
