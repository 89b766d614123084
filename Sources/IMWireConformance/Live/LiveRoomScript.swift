// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// A scenario of the machine `chatroom` for playing over WebSockets, with a connection for each user (LIV-070).
package struct LiveRoomScript: Sendable {
    /// An action that an event leads to.
    package struct Action: Sendable {
        /// The action of the machine of this package.
        package var actual: RawJSON
        /// The members that the scenario checks; nil if its `only` leaves the action out.
        package var expected: RawJSON?

        package var name: String { actual["action"]?.string ?? "" }
    }

    /// An event and its actions.
    package struct Step: Sendable {
        /// The event, with the names of the scenario.
        package var event: RawJSON
        package var name: String
        /// The time at which the event is played, in milliseconds, which may differ from the scenario's (LIV-073).
        package var at: Int64
        package var actions: [Action]
    }

    /// The configuration, with the names of this run.
    package let config: RawJSON
    /// The rooms that exist at the beginning and that no `join` creates.
    package let rooms: [String]
    package let steps: [Step]
    /// The names of this run.
    package let names: LiveNames
    /// The timing of the events.
    package let timing: LiveRoomTiming
    /// The users who cause events themselves.
    package var users: [String] {
        var users: [String] = []
        for step in steps where ["join", "quit", "send"].contains(step.name) {
            if let user = step.event["user"]?.string, !users.contains(user) { users.append(user) }
        }
        return users
    }

    /// Returns whether the scenario checks actions with a name.
    package func checks(_ name: String) -> Bool { only?.contains(name) ?? true }
    private let only: Set<String>?

    /// The actions that can be observed.
    ///
    /// No user is notified of `kicked`, whereas `dropped` shows in the absence of a message.
    private static let visible: Set = ["joined", "quit", "sent", "distribute", "dropped", "error"]
    /// The events that users cause themselves.
    private static let own: Set = ["join", "quit", "send", "tick"]

    /// Creates a script from a case.
    ///
    /// - Throws: ``LiveSkip`` with the reason why the case cannot be played with this server.
    package init(_ item: Case, _ setting: LiveSetting) throws(LiveSkip) {
        guard setting.machine == "rmtp-server" else {
            throw LiveSkip("the machine chatroom is played over ws and wss, with a server")
        }
        guard let events = item.input.member("events")?.elements, let outcome = item.expectations.first?.json,
            let expected = outcome["actions"]?.elements
        else { throw LiveSkip("it expects a refused request, and a wire has no requests") }
        only = outcome["only"]?.elements.map { Set($0.compactMap(\.string)) }
        names = LiveNames(prefix: setting.prefix)
        let original = item.input.member("config") ?? .object([])
        config = names.configuration(original)
        let check = LiveRoomCheck(setting)
        try check.check(original)
        for (index, event) in events.enumerated() { try check.check(event, at: index) }
        try check.checkCounts(events, original)
        rooms = LiveRoomScript.rooms(original, events)
        timing = LiveRoomTiming(original, late: (setting.hasDriver ? 2 : 1) * 10 * setting.speed)
        let times = try timing.times(events)
        steps = try LiveRoomScript.steps(events, times, original, expected, only)
        let isSilent = steps.allSatisfy { step in
            step.actions.allSatisfy { $0.expected == nil || !LiveRoomScript.isSeen($0, step, setting) }
        }
        if isSilent { throw LiveSkip("nothing that it expects is visible on a wire") }
        try setting.checkDuration(times.max() ?? 0)
    }

    /// Returns whether an action can be observed.
    ///
    /// A driver does not report the code with which an event of the application is refused.
    private static func isSeen(_ action: Action, _ step: Step, _ setting: LiveSetting) -> Bool {
        visible.contains(action.name)
            && !(action.name == "error" && setting.hasDriver && !own.contains(step.name))
    }

    /// Returns the rooms of the configuration whose first event is not a `join` that would create them.
    private static func rooms(_ config: RawJSON, _ events: [RawJSON]) -> [String] {
        (config["rooms"]?.elements ?? []).compactMap(\.string).filter { room in
            let first = events.first { $0["room"]?.string == room }
            return first?["event"]?.string != "join" || first?["existing"]?.boolean == true
                || !(-1...50).contains(first?["messageCount"]?.number?.int64 ?? 0)
        }
    }

    /// Returns the events with their actions, found by running the machine of this package (LIV-010).
    private static func steps(
        _ events: [RawJSON], _ times: [Int64], _ config: RawJSON, _ expected: [RawJSON], _ only: Set<String>?
    ) throws(LiveSkip) -> [Step] {
        var rest = expected[...]
        var steps: [Step] = []
        do throws(SessionScript.Skip) {
            let run = try SessionScript.machine("chatroom", ScriptObject(config, "config"))
            for (event, time) in zip(events, times) {
                var actions = ScriptActions()
                try run(try ScriptEvent(event), &actions)
                var step = Step(event: event, name: event["event"]?.string ?? "", at: time, actions: [])
                for actual in actions.all {
                    var action = Action(actual: actual)
                    if only?.contains(action.name) ?? true {
                        var bindings = LiveBindings([])
                        guard let next = rest.popFirst(), bindings.difference(next, actual) == nil else {
                            throw SessionScript.Skip(reason: "it acts differently")
                        }
                        action.expected = .object((next.members ?? []).filter { $0.name != "at" })
                    }
                    step.actions.append(action)
                }
                steps.append(step)
            }
        } catch {
            throw LiveSkip("the machine of this package cannot run it: \(error.reason)")
        }
        guard rest.isEmpty else { throw LiveSkip("the machine of this package acts differently") }
        return steps
    }
}
