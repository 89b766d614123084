// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// A scenario for playing over a wire: what the runner does, and what it expects of the peer after each step.
///
/// Running the machine of this package shows which of the scenario's actions an event leads to (LIV-010).
package struct LiveScript: Sendable {
    /// An action of the peer that can be observed on a wire.
    package struct Expected: Sendable {
        package var at: Int64
        package var name: String
        /// The connection on which the action is observed; 0 for a connection that begins.
        package var connection: Int
        /// The members that are checked.
        package var json: RawJSON
        /// Whether the scenario checks actions of this name (`only`); otherwise the runner waits briefly and skips it.
        package var isChecked: Bool
        package var isTimed: Bool
    }

    /// An event and the actions around it.
    package struct Step: Sendable {
        package var event: RawJSON
        package var name: String
        package var at: Int64
        /// The connection that the event refers to.
        package var connection: Int
        /// The actions that timers lead to before the event.
        package var due: [Expected] = []
        /// The actions that the event leads to.
        package var then: [Expected] = []
        /// The fault to apply to the bytes (LIV-040): `chop`, `reset`, or `halfClose`; nil for none.
        package var fault: String?

        /// Whether the event happens by itself when a client connects.
        package var isOwn: Bool { name == "opened" || name == "secured" }
    }

    package let machine: String
    /// The configuration that the peer needs, with the names of this run.
    package let config: RawJSON
    package internal(set) var steps: [Step]
    /// The names of the actions that are checked; other visible actions are skipped.
    package let checked: Set<String>
    /// Whether heartbeats are not part of the scenario.
    ///
    /// The runner then keeps connections alive by its own heartbeats, and skips those that arrive.
    package let ignoresBeats: Bool
    /// The time of the last event or checked action, in milliseconds.
    package let end: Int64
    /// The members whose values the peer chooses.
    package let chosen: Set<String>
    /// The time of the first visible action of a timer after the last event; nil if there is none for ten minutes.
    package let nextTimer: Int64?
    /// The connections that must appear to fail when they are opened; what arrives over them is skipped.
    package let failing: Set<Int>

    /// The actions of each machine that can be observed on a wire.
    static let visible: [String: Set<String>] = [
        "server": ["write", "beat", "close"], "client": ["connect", "write", "beat", "close"],
        "rmtp-server": ["write", "close"], "rmtp-client": ["open", "write", "close"],
    ]

    /// Creates a script from a case.
    ///
    /// - Throws: ``LiveSkip`` with the reason why the case cannot be played with this peer.
    package init(_ item: Case, _ setting: LiveSetting) throws(LiveSkip) {
        guard let machine = item.input.member("machine")?.string, let events = item.input.member("events")?.elements
        else { throw LiveSkip("it has no machine, or no events") }
        // Arithmetic on later times could overflow. A scenario on a wire has its own clock, which starts at 0.
        guard events.allSatisfy({ (0...LiveScript.latest).contains($0["at"]?.number?.int64 ?? 0) }) else {
            throw LiveSkip("its times are not 0 to \(LiveScript.latest) ms")
        }
        guard machine == setting.machine else {
            throw LiveSkip(
                "the machine \(machine) speaks over \(machine.hasPrefix("rmtp") ? "ws and wss" : "tcp and tls")")
        }
        guard let outcome = item.expectations.first?.json, outcome["actions"] != nil else {
            throw LiveSkip("it expects a refused request, and a wire has no requests")
        }
        let visible = LiveScript.visible[machine] ?? []
        let only = outcome["only"]?.elements?.compactMap(\.string)
        checked = only.map { visible.intersection($0) } ?? visible
        if checked.isEmpty { throw LiveSkip("nothing that it checks is visible on a wire") }
        let names = LiveNames(prefix: setting.prefix)
        let original = names.configuration(item.input.member("config") ?? .object([]))
        let live = item.live ?? .object([])
        let interval = original["beatInterval"]?.number?.int64 ?? 1_000
        ignoresBeats = !checked.contains("beat") || (live["beats"]?.boolean ?? (interval >= 60_000))
        let preparation = LivePreparation(machine, setting)
        config = preparation.configuration(original)
        try preparation.check(original, ignoresBeats: ignoresBeats)
        self.machine = machine
        chosen = machine == "server" ? ["messageID"] : machine == "client" ? ["sendTime"] : []
        var list = events.map(names.renamed)
        let faults = try LiveScript.faults(live, list)
        (list, failing) = try preparation.arranged(list, config)
        let attribution = LiveAttribution(machine, visible, checked)
        (steps, nextTimer) = try attribution.steps(
            list, config, names.renamed(outcome)["actions"]?.elements ?? [], isArranged: setting.subject == .client)
        for index in steps.indices { steps[index].fault = faults[steps[index].event.text] }
        steps = preparation.withoutApplication(steps)
        if machine == "server" { try LiveScript.checkIDs(steps) }
        end =
            steps.flatMap { step in
                (step.name == "tick" ? [] : [step.at]) + (step.due + step.then).filter(\.isChecked).map(\.at)
            }.max() ?? 0
        let isSilent = !steps.contains { ($0.due + $0.then).contains(where: \.isChecked) }
        if isSilent, !checked.contains("close") || steps.allSatisfy({ $0.name == "tick" }) {
            throw LiveSkip("nothing that it expects is visible on a wire")
        }
        let late = (setting.hasDriver ? 2 : 1) * LiveScript.exactness * setting.speed
        guard attribution.isSteady(list, config, late: late) else {
            throw LiveSkip("an event is less than \(late) ms before a timer, which is more precise than a wire")
        }
        let isCompressed = live["clock"]?.string.map { $0 == "compressed" } ?? (end > LiveScript.realClock)
        if isCompressed { try setting.checkDuration(end) }
    }

    /// Checks that no event names an id before the server has assigned it, because it is unknown until then (LIV-017).
    private static func checkIDs(_ steps: [Step]) throws(LiveSkip) {
        func ids(_ step: Step) -> Set<String> {
            let messages = (step.due + step.then).flatMap { $0.json["messages"]?.elements ?? [] }
            let own = messages.filter {
                !["invalidReceipt", "repeal", "repealReceipt"].contains($0["messageType"]?.string)
            }
            return Set(own.compactMap { $0["messageID"]?.string })
        }
        let all = steps.reduce(into: Set<String>()) { $0.formUnion(ids($1)) }
        var assigned: Set<String> = []
        for (index, step) in steps.enumerated() {
            let messages = (step.event["messages"]?.elements ?? []) + [step.event["message"]].compactMap(\.self)
            let named = messages.compactMap { $0["messageID"]?.string }
            if named.contains(where: { all.contains($0) && !assigned.contains($0) }) {
                throw LiveSkip("event \(index) names an id that the server assigns later")
            }
            assigned.formUnion(ids(step))
        }
    }

    /// The latest time of an event, in milliseconds.
    private static let latest: Int64 = 1_000_000_000_000
    /// The accuracy of a wire and of the real clock, in milliseconds.
    private static let exactness: Int64 = 10
    /// The maximum duration of a scenario on the real clock that does not declare a clock, in milliseconds.
    private static let realClock: Int64 = 15_000

    /// Returns the faults to apply to the bytes of events, keyed by the text of the event.
    private static func faults(_ live: RawJSON, _ events: [RawJSON]) throws(LiveSkip) -> [String: String] {
        var faults: [String: String] = [:]
        for fault in live["faults"]?.elements ?? [] {
            guard let index = fault["event"]?.number?.int64, events.indices.contains(Int(index)),
                let name = fault["fault"]?.string, ["chop", "reset", "halfClose"].contains(name)
            else { throw LiveSkip("a fault in the member live is unknown") }
            faults[events[Int(index)].text] = name
        }
        return faults
    }
}
