// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance
import IMWireValues
import Platform

/// A kind of server to fuzz, with the errors that its framing has.
enum LiveFuzzKind: Hashable, Sendable {
    /// Socket chat, with the error scopes of its framing.
    case chat(scopes: [String])
    /// RongCloud packets.
    case packets

    var machine: String { self == .packets ? "rmtp-server" : "server" }

    var config: RawJSON {
        self == .packets ? .object([]) : .object([("beatInterval", .integer(600_000))])
    }

    func start(_ random: inout SplitMix64) -> [RawJSON] {
        self == .packets ? LivePacketEvents.start : LiveChatEvents.start(&random)
    }

    func event(_ random: inout SplitMix64) -> RawJSON {
        switch self {
        case .chat(let scopes): LiveChatEvents.event(&random, scopes)
        case .packets: LivePacketEvents.event(&random)
        }
    }
}

/// A sequence of events for a server, generated from a seed or mutated from another sequence.
struct LiveSequence: Sendable {
    let kind: LiveFuzzKind
    private(set) var events: [RawJSON]
    private static let limit = 24

    init(_ kind: LiveFuzzKind, _ random: inout SplitMix64) {
        self.kind = kind
        events = kind.start(&random)
        for _ in 0..<Int(2 + random.next() % 10) { events.append(kind.event(&random)) }
        mend()
    }

    init(_ kind: LiveFuzzKind, _ events: [RawJSON]) {
        self.kind = kind
        self.events = events
        mend()
    }

    /// Returns a random variation of this sequence.
    func mutated(with other: LiveSequence, _ random: inout SplitMix64) -> LiveSequence {
        var events = events
        if random.next() % 8 == 0 { events += other.events.suffix(Int(1 + random.next() % 6)) }
        for _ in 0...Int(random.next() % 3) {
            let place = Int(random.next() % UInt64(events.count + 1))
            switch random.next() % 4 {
            case 0 where place < events.count && events.count > 2: events.remove(at: place)
            case 1 where place < events.count: events.insert(events[place], at: place)
            case 2 where place + 1 < events.count: events.swapAt(place, place + 1)
            default: events.insert(kind.event(&random), at: place)
            }
        }
        return LiveSequence(kind, Array(events.prefix(LiveSequence.limit)))
    }

    /// The sequences that lack a part of this one, those that lack the longest part first.
    var shorter: [LiveSequence] {
        var result: [LiveSequence] = []
        var length = events.count / 2
        while length > 0 {
            for start in stride(from: events.count - length, through: 0, by: -length) {
                var rest = events
                rest.removeSubrange(start..<start + length)
                result.append(LiveSequence(kind, rest))
            }
            length /= 2
        }
        return result
    }

    /// Assigns increasing times, and removes events about connections that are not open, which no peer can cause.
    ///
    /// Garbage is kept only after a message on the same connection: a server that detects the framing from the first
    /// bytes would otherwise detect a different one.
    private mutating func mend() {
        var open: Set<Int64> = []
        var framed: Set<Int64> = []
        var at = 0
        events = events.compactMap { event in
            let number = event["connection"]?.number?.int64 ?? 0
            switch event["event"]?.string {
            case "accepted", "accept":
                guard open.insert(number).inserted, kind != .packets || at == 0 else { return nil }
            case "closed":
                guard open.remove(number) != nil else { return nil }
                framed.remove(number)
            case "error": guard open.contains(number), framed.contains(number) else { return nil }
            default:
                guard open.contains(number) else { return nil }
                framed.insert(number)
            }
            at += 5
            return .object([("at", .integer(at))] + (event.members ?? []).filter { $0.name != "at" })
        }
    }

    // MARK: The case

    /// Returns the file of a case that expects the actions of this package's machine, or nil if the machine cannot run
    /// it.
    func file(id: String) -> String? {
        guard let events = answered(),
            let answer = try? SessionScript.run(
                machine: RawJSON(kind.machine), config: kind.config, events: .array(events)),
            let actions = answer["actions"]
        else { return nil }
        let item = RawJSON.object([
            ("id", RawJSON(id)), ("title", "what a server does by the session machines of Spec"),
            ("requirements", .array([kind == .packets ? "RMTP-226" : "SES-001"])), ("level", "MUST"),
            ("op", "session.run"),
            (
                "input",
                .object([
                    ("machine", RawJSON(kind.machine)), ("config", kind.config), ("events", .array(events)),
                ])
            ), ("expect", .array([.object([("only", .array(["write", "close"])), ("actions", actions)])])),
            ("live", .object([("clock", "real"), ("beats", .boolean(true))])), ("tags", .array(["fuzz"])),
            ("provenance", "found by imwire fuzz --connect"),
        ])
        return RawJSON.object([("area", "scenario"), ("cases", .array([item]))]).text + "\n"
    }

    /// Returns the case of this sequence, or nil if there is none.
    func item(id: String) -> Case? {
        guard let file = file(id: id) else { return nil }
        return try? CaseFile.cases(in: Array(file.utf8), file: id).first
    }

    /// Returns the events with the immediate answers of a service that has no driver (LIV-015).
    private func answered() -> [RawJSON]? {
        guard kind == .packets else { return events }
        var result: [RawJSON] = []
        guard let handle = try? SessionScript.machine(kind.machine, ScriptObject(kind.config, "config")) else {
            return nil
        }
        for event in events {
            result.append(event)
            var actions = ScriptActions()
            guard let script = try? ScriptEvent(event), (try? handle(script, &actions)) != nil else { return nil }
            for action in actions.all {
                guard let answer = answer(to: action, at: script.time) else { continue }
                result.append(answer)
                var rest = ScriptActions()
                guard let script = try? ScriptEvent(answer), (try? handle(script, &rest)) != nil else { return nil }
            }
        }
        return result
    }

    private func answer(to action: RawJSON, at time: Int64) -> RawJSON? {
        guard let id = action["id"] else { return nil }
        let at = RawJSON.integer(Int(time))
        switch action["action"]?.string {
        case "asked":
            return .object([
                ("at", at), ("event", "answer"), ("id", id), ("date", .integer(1_700_000_000)), ("data", ""),
            ])
        case "published":
            return .object([
                ("at", at), ("event", "acknowledge"), ("id", id), ("time", .integer(1_700_000_000_123)),
                ("messageUId", "A-B"),
            ])
        default: return nil
        }
    }
}

#endif
