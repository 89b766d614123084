// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// A way in which a session is sent to a testee: as it is, with a tick before an event, or cut after one (TST-093).
struct SessionReplay {
    private enum Change {
        case none
        case tick(before: Int)
        case cut(behind: Int)
    }

    private let change: Change
    /// The time of the last event if the session is cut after it; the machine must do at least all actions before it.
    private var cut: Int64?

    /// The name of the replay in a report.
    var name: String {
        switch change {
        case .none: "whole"
        case .tick(let index): "with a tick before event \(index)"
        case .cut(let index): "truncated after event \(index)"
        }
    }

    /// Whether the session is sent as in the case.
    var isWhole: Bool {
        if case .none = change { true } else { false }
    }

    /// Returns all replays of a session, the first of which is the session as in the case.
    static func all(of item: Case, replays: Bool) -> [SessionReplay] {
        let whole = SessionReplay(change: .none)
        guard replays, let events = item.input.member("events")?.elements else { return [whole] }
        let ticks = events.indices.map { SessionReplay(change: .tick(before: $0)) }
        // A session that is refused as a whole implies nothing about fewer events.
        let isRefused = item.expectations.allSatisfy { $0.error != nil }
        let cuts = (isRefused ? events.indices.prefix(0) : events.indices.dropLast()).map { index in
            let at = events[index]["at"]?.number?.int64 ?? 0
            let time = SessionRange.time(at, after: at)  // SES-144
            return SessionReplay(change: .cut(behind: index), cut: time)
        }
        return [whole] + ticks + cuts
    }

    /// Returns the reason why an answer does not have the actions of an outcome, or nil if it has them (TST-087).
    func fault(in ok: RawJSON, _ expectation: Case.Expectation) -> String? {
        guard let actions = ok["actions"]?.elements, expectation.json["actions"] != nil else {
            return "the answer has no actions"
        }
        if cut == nil, let memory = expectation.json["memory"] {
            guard let actual = ok["memory"] else { return "the answer has no memory" }
            if let fault = JSONEquality.fault("memory", memory, actual, spelling: true) { return fault }
        }
        return ActionComparison.fault(in: actions, outcome: expectation.json, cut: cut)
    }

    func members(of item: Case) -> [(name: String, value: RawJSON)] {
        if isWhole { return item.input.members }
        let events = changed(item.input.member("events")?.elements ?? [])
        return item.input.members.map { $0.name == "events" ? ("events", .array(events)) : $0 }
    }

    /// Returns a tick that lets time pass up to an event.
    static func tick(before event: RawJSON) -> RawJSON {
        .object([("at", event["at"] ?? .integer(0)), ("event", RawJSON("tick"))])
    }

    private func changed(_ events: [RawJSON]) -> [RawJSON] {
        switch change {
        case .none: return events
        case .tick(let index):
            return events[..<index] + [SessionReplay.tick(before: events[index])] + events[index...]
        case .cut(let index): return Array(events[...index])
        }
    }
}
