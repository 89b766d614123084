// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// An attribution of a scenario's actions to its events, found by running the machine of this package (LIV-010).
struct LiveAttribution {
    private let machine: String
    private let visible: Set<String>
    private let checked: Set<String>

    init(_ machine: String, _ visible: Set<String>, _ checked: Set<String>) {
        self.machine = machine
        self.visible = visible
        self.checked = checked
    }

    /// Returns the steps with the actions that they lead to, and the time of the next timer.
    ///
    /// - Parameter isArranged: whether the order of events differs from that in the scenario, so that times differ.
    func steps(
        _ events: [RawJSON], _ config: RawJSON, _ expected: [RawJSON], isArranged: Bool
    ) throws(LiveSkip) -> (steps: [LiveScript.Step], nextTimer: Int64?) {
        var nextTimer: Int64?
        var steps: [LiveScript.Step] = []
        var rest = expected.filter { checked.contains($0["action"]?.string ?? "") }[...]
        // A session of packets has one connection, which may carry packets before it is accepted.
        var connection = machine == "rmtp-server" ? 1 : 0
        do throws(SessionScript.Skip) {
            let run = try SessionScript.machine(machine, ScriptObject(config, "config"))
            for event in events {
                let read = try ScriptEvent(event)
                var due = ScriptActions()
                // A peer on a wire runs all the time, and not only when it receives an event (SES-143).
                for time in stride(from: (steps.last?.at ?? read.time) + 1_000, to: read.time, by: 1_000).prefix(1_000)
                {
                    try run(try LiveAttribution.tick(time), &due)
                }
                var then = ScriptActions()
                try run(try LiveAttribution.tick(read.time), &due)
                if read.name != "tick" { try run(read, &then) }
                var step = LiveScript.Step(event: event, name: read.name, at: read.time, connection: 0)
                if read.name == "accept" || read.name == "refuse" { connection = 1 }
                step.due = try actions(due.all, &rest, &connection, isTimed: true, isArranged)
                // An event without a number refers to the current connection (SES-006).
                step.connection = try read.connection() ?? connection
                step.then = try actions(then.all, &rest, &connection, isTimed: false, isArranged)
                steps.append(step)
            }
            var later = ScriptActions()
            let last = steps.last?.at ?? 0
            try run(try LiveAttribution.tick(last + 600_000), &later)
            nextTimer = later.all.first { visible.contains($0["action"]?.string ?? "") }?["at"]?.number?.int64
        } catch {
            throw LiveSkip("the machine of this package cannot run it: \(error.reason)")
        }
        guard rest.isEmpty else { throw LiveAttribution.other }
        return (steps, nextTimer)
    }

    /// Returns whether the visible actions stay the same if all events but the first are `late` milliseconds late.
    ///
    /// A wire and a clock are never more exact than that (LIV-023).
    func isSteady(_ events: [RawJSON], _ config: RawJSON, late: Int64) -> Bool {
        guard let one = try? trace(events, config, late: 0), let other = try? trace(events, config, late: late) else {
            return true
        }
        return one == other
    }

    /// Returns the names and the connections of the visible actions.
    private func trace(_ events: [RawJSON], _ config: RawJSON, late: Int64) throws(SessionScript.Skip) -> [String] {
        var actions = ScriptActions()
        let run = try SessionScript.machine(machine, ScriptObject(config, "config"))
        for (index, event) in events.enumerated() {
            let members = (event.members ?? []).filter { $0.name != "at" }
            let at = (event["at"]?.number?.int64 ?? 0) + (index > 0 ? late : 0)
            try run(try ScriptEvent(.object([("at", .integer(Int(at)))] + members)), &actions)
        }
        return actions.all.compactMap { action in
            guard let name = action["action"]?.string, visible.contains(name) else { return nil }
            return name + (action["connection"]?.text ?? "")
        }
    }

    private static func tick(_ at: Int64) throws(SessionScript.Skip) -> ScriptEvent {
        try ScriptEvent(.object([("at", .integer(Int(at))), ("event", "tick")]))
    }

    private static let other = LiveSkip(
        "its order cannot occur on a wire: the machine of this package then acts differently")

    private func actions(
        _ actions: [RawJSON], _ rest: inout ArraySlice<RawJSON>, _ connection: inout Int, isTimed: Bool,
        _ isArranged: Bool
    ) throws(SessionScript.Skip) -> [LiveScript.Expected] {
        var list: [LiveScript.Expected] = []
        for action in actions {
            guard let name = action["action"]?.string, visible.contains(name) else { continue }
            var number = action["connection"]?.number?.int64.map { Int($0) } ?? connection
            if name == "connect" || name == "open" {
                connection = name == "open" ? connection + 1 : number
                number = 0
            }
            var expected = LiveScript.Expected(
                at: action["at"]?.number?.int64 ?? 0, name: name, connection: number, json: .object([]),
                isChecked: checked.contains(name), isTimed: isTimed)
            if expected.isChecked {
                guard let next = rest.popFirst() else { throw SessionScript.Skip(reason: LiveAttribution.other.reason) }
                let members = (next.members ?? []).filter { $0.name != "at" }
                // The number of a connection, and the reason and code of an action, cannot be compared on a wire.
                expected.json = .object(
                    members.filter { $0.name != "connection" && $0.name != "reason" && $0.name != "code" })
                let checkedMembers = isArranged ? members : next.members ?? []
                var bindings = LiveBindings(isArranged ? ["sendTime"] : [])
                guard bindings.difference(.object(checkedMembers), action) == nil else {
                    throw SessionScript.Skip(reason: LiveAttribution.other.reason)
                }
            }
            list.append(expected)
        }
        return list
    }
}
