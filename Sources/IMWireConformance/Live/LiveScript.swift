// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// A scenario as it is played over a wire: what the runner does, and what it expects of the peer behind each step.
///
/// Which of the scenario's actions an event leads to is found by running the machine of this package (LIV-010).
package struct LiveScript: Sendable {
    /// An action of the peer that can be seen on a wire.
    package struct Expected: Sendable {
        /// Its time in the scenario.
        package var at: Int64
        /// Its name.
        package var name: String
        /// The connection on which it is seen; 0 for a connection that begins.
        package var connection: Int
        /// The members that are judged.
        package var json: RawJSON
        /// Whether the scenario judges actions of this name (`only`); otherwise it is waited for a little, and passed over.
        package var isJudged: Bool
        /// Whether a timer leads to it.
        package var isTimed: Bool
    }

    /// An event, and what comes of it.
    package struct Step: Sendable {
        /// The event.
        package var event: RawJSON
        /// Its name.
        package var name: String
        /// Its time.
        package var at: Int64
        /// Which connection it is about.
        package var connection: Int
        /// What timers lead to before it.
        package var due: [Expected] = []
        /// What it leads to itself.
        package var then: [Expected] = []
        /// What is done to the bytes (LIV-040): `chop`, `reset` or `halfClose`.
        package var fault: String?

        /// Whether the event happens by itself when a client connects.
        package var isOwn: Bool { name == "opened" || name == "secured" }
    }

    /// The machine.
    package let machine: String
    /// The configuration that the peer needs, with the names of this run.
    package let config: RawJSON
    /// The steps, in order.
    package internal(set) var steps: [Step]
    /// Names of actions that are judged: others of the same kind are passed over.
    package let judged: Set<String>
    /// Whether heartbeats are no part of it: the runner keeps connections alive, and passes over those that come.
    package let ignoresBeats: Bool
    /// When its last event or judged action is, in milliseconds.
    package let end: Int64
    /// Members that the peer chooses.
    package let chosen: Set<String>
    /// When a timer leads to the next visible action behind the last event; nil where none does for a long time.
    package let nextTimer: Int64?
    /// Connections whose opening is to look like a failure: what comes over them is passed over.
    package let failing: Set<Int>

    /// What of the actions of each machine can be seen on a wire.
    static let visible: [String: Set<String>] = [
        "server": ["write", "beat", "close"], "client": ["connect", "write", "beat", "close"],
        "rmtp-server": ["write", "close"], "rmtp-client": ["open", "write", "close"],
    ]

    /// Prepares a case.
    ///
    /// - Throws: why it cannot be played with this peer.
    package init(_ item: Case, _ setting: LiveSetting) throws(LiveSkip) {
        guard let machine = item.input.member("machine")?.string, let events = item.input.member("events")?.elements
        else { throw LiveSkip("it has no machine, or no events") }
        // Beyond these, times could not be computed with; a scenario of a wire has its own clock, which starts at 0.
        guard events.allSatisfy({ (0...LiveScript.latest).contains($0["at"]?.number?.int64 ?? 0) }) else {
            throw LiveSkip("its times are not 0 to \(LiveScript.latest) ms")
        }
        guard machine == setting.machine else {
            throw LiveSkip(
                "the machine \(machine) speaks over \(machine.hasPrefix("rmtp") ? "ws and wss" : "tcp and tls")")
        }
        guard let outcome = item.expectations.first?.json, outcome["actions"] != nil else {
            throw LiveSkip("it expects the request to be refused, and there is no request on a wire")
        }
        let visible = LiveScript.visible[machine] ?? []
        let only = outcome["only"]?.elements?.compactMap(\.string)
        judged = only.map { visible.intersection($0) } ?? visible
        if judged.isEmpty { throw LiveSkip("nothing that it judges can be seen on a wire") }
        let names = LiveNames(prefix: setting.prefix)
        let given = names.configuration(item.input.member("config") ?? .object([]))
        let live = item.live ?? .object([])
        let interval = given["beatInterval"]?.number?.int64 ?? 1_000
        ignoresBeats = !judged.contains("beat") || (live["beats"]?.boolean ?? (interval >= 60_000))
        let preparation = LivePreparation(machine, setting)
        config = preparation.configuration(given)
        try preparation.check(given, ignoresBeats: ignoresBeats)
        self.machine = machine
        chosen = machine == "server" ? ["messageID"] : machine == "client" ? ["sendTime"] : []
        var list = events.map(names.renamed)
        let faults = try LiveScript.faults(live, list)
        (list, failing) = try preparation.arranged(list, config)
        let attribution = LiveAttribution(machine, visible, judged)
        (steps, nextTimer) = try attribution.steps(
            list, config, names.renamed(outcome)["actions"]?.elements ?? [], isArranged: setting.subject == .client)
        for index in steps.indices { steps[index].fault = faults[steps[index].event.text] }
        steps = preparation.withoutApplication(steps)
        if machine == "server" { try LiveScript.checkIDs(steps) }
        end =
            steps.flatMap { step in
                (step.name == "tick" ? [] : [step.at]) + (step.due + step.then).filter(\.isJudged).map(\.at)
            }.max() ?? 0
        let isSilent = !steps.contains { ($0.due + $0.then).contains(where: \.isJudged) }
        if isSilent, !judged.contains("close") || steps.allSatisfy({ $0.name == "tick" }) {
            throw LiveSkip("nothing that it expects can be seen on a wire")
        }
        let late = (setting.hasDriver ? 2 : 1) * LiveScript.exactness * setting.speed
        guard attribution.isSteady(list, config, late: late) else {
            throw LiveSkip("an event comes less than \(late) ms before a timer: a wire is less exact than that")
        }
        let isCompressed = live["clock"]?.string.map { $0 == "compressed" } ?? (end > LiveScript.realClock)
        if isCompressed, end > setting.patience * setting.speed {
            let seconds = (end + 999) / 1_000
            throw LiveSkip("it takes \(seconds) s of the clock: --patience \(seconds), or a driver and --speed")
        }
    }

    /// An id that the server gives later cannot be named before: nobody knows it then (LIV-017).
    private static func checkIDs(_ steps: [Step]) throws(LiveSkip) {
        func ids(_ step: Step) -> Set<String> {
            let messages = (step.due + step.then).flatMap { $0.json["messages"]?.elements ?? [] }
            let own = messages.filter {
                !["invalidReceipt", "repeal", "repealReceipt"].contains($0["messageType"]?.string)
            }
            return Set(own.compactMap { $0["messageID"]?.string })
        }
        let all = steps.reduce(into: Set<String>()) { $0.formUnion(ids($1)) }
        var given: Set<String> = []
        for (index, step) in steps.enumerated() {
            let messages = (step.event["messages"]?.elements ?? []) + [step.event["message"]].compactMap(\.self)
            let named = messages.compactMap { $0["messageID"]?.string }
            if named.contains(where: { all.contains($0) && !given.contains($0) }) {
                throw LiveSkip("event \(index) names an id that the server gives only later")
            }
            given.formUnion(ids(step))
        }
    }

    /// The latest time of an event, in milliseconds.
    private static let latest: Int64 = 1_000_000_000_000
    /// How exact a wire and the real clock are, in milliseconds.
    private static let exactness: Int64 = 10
    /// What a scenario may take that says nothing about the clock, and runs on the real one.
    private static let realClock: Int64 = 15_000

    /// What is done to the bytes of events, by their text.
    private static func faults(_ live: RawJSON, _ events: [RawJSON]) throws(LiveSkip) -> [String: String] {
        var faults: [String: String] = [:]
        for fault in live["faults"]?.elements ?? [] {
            guard let index = fault["event"]?.number?.int64, events.indices.contains(Int(index)),
                let name = fault["fault"]?.string, ["chop", "reset", "halfClose"].contains(name)
            else { throw LiveSkip("a fault of the member live is none") }
            faults[events[Int(index)].text] = name
        }
        return faults
    }
}
