// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance
import IMWireValues
import NIOCore

/// The actions that a scenario expects of the peer, and their comparison with the actions that arrive.
///
/// `pending` holds the actions of the steps that have begun. `early` holds those of later steps that a timer of the
/// peer has already caused.
struct LiveExpectations {
    private struct Pending {
        var expected: LiveScript.Expected
        var deadline: NIODeadline
    }

    /// The position of an action in the script.
    private struct ActionIndex: Hashable {
        var step: Int
        var isDue: Bool
        var index: Int
    }

    private let script: LiveScript
    private let setting: LiveSetting
    private let limits: LiveLimit
    private let clock: LiveClock
    private var bindings: LiveBindings
    private var pending: [Pending] = []
    private var early: Set<ActionIndex> = []
    /// The releases of the vendor's SDK that have connected, by the scenario's numbers of their connections (LIV-121).
    private(set) var releases: [Int: LiveRelease] = [:]
    /// The index of the current step.
    var position = 0

    init(_ script: LiveScript, _ setting: LiveSetting, _ limits: LiveLimit, _ clock: LiveClock) {
        self.script = script
        self.setting = setting
        self.limits = limits
        self.clock = clock
        bindings = LiveBindings(
            setting.subject == .client && !setting.hasDriver
                ? script.chosen.union(["fromUserID", "deviceType", "versionCode"]) : script.chosen)
    }

    /// Returns a value of the scenario with the values that the peer has chosen.
    func resolved(_ json: RawJSON) -> RawJSON { bindings.resolved(json) }

    /// Returns an event as it is sent to the peer.
    mutating func sending(_ event: RawJSON, on number: Int) -> RawJSON {
        if let release = releases[number] { return release.sending(event) }
        // An id that the server has not assigned must not equal one that it has assigned to something else (LIV-014).
        return script.machine == "server" ? bindings.sending(event, prefix: setting.prefix) : bindings.resolved(event)
    }

    /// Records the release that has made a connection.
    mutating func opened(_ number: Int, by release: LiveRelease?) { releases[number] = release }

    /// Whether a connection of the client is expected.
    var expectsOpening: Bool { pending.contains { $0.expected.name == "open" } }

    /// Returns the answer to a packet of a release that is not part of the scenario, or nil if it is checked (LIV-121).
    func answer(to action: RawJSON, on number: Int) -> RawJSON? {
        let topic = action["packet"]?["topic"]?.string
        let isWanted =
            topic != nil
            && pending.contains {
                $0.expected.connection == number && $0.expected.json["packet"]?["topic"]?.string == topic
            }
        return isWanted ? nil : releases[number]?.answer(to: action)
    }

    /// Returns the path of the first difference between an action and the expected one, or nil if there is none.
    private mutating func difference(_ expected: RawJSON, _ action: RawJSON, on number: Int) -> String? {
        releases[number] == nil
            ? bindings.difference(expected, action) : releases[number]?.difference(expected, action)
    }

    // MARK: Waiting

    /// Starts waiting for the actions of a step.
    ///
    /// - Parameter isAlone: Whether no connection has been made yet.
    mutating func expect(_ step: Int, isDue: Bool, isAlone: Bool) {
        for (index, expected) in list(step, isDue: isDue).enumerated() {
            if early.contains(ActionIndex(step: step, isDue: isDue, index: index)) { continue }
            if expected.name == "beat", script.ignoresBeats { continue }
            if script.failing.contains(expected.connection) { continue }
            if releases[expected.connection]?.leavesOut(expected.json) ?? false { continue }
            var timeout = expected.isChecked ? limits.timeout : min(limits.timeout, 1_000)
            // A person starts a client that has no driver, so its first connection may need longer.
            if setting.subject == .client, !setting.hasDriver, isAlone {
                timeout = setting.scenarioTimeout + (expected.connection == 0 ? 0 : limits.timeout)
            }
            pending.append(
                Pending(
                    expected: expected, deadline: max(.now(), clock.moment(expected.at)) + .milliseconds(timeout)))
        }
    }

    /// The earliest deadline of the expected actions, or nil if none is expected.
    var nextDeadline: NIODeadline? { pending.map(\.deadline).min() }

    /// Removes and returns an action that has not arrived in time, or returns nil if there is none.
    mutating func removeOverdue() -> LiveScript.Expected? {
        let now = NIODeadline.now()
        return pending.firstIndex { $0.deadline <= now }.map { pending.remove(at: $0).expected }
    }

    private func list(_ step: Int, isDue: Bool) -> [LiveScript.Expected] {
        isDue ? script.steps[step].due : script.steps[step].then
    }

    // MARK: Comparing

    /// Compares an action of the peer with the actions that are expected on its connection.
    ///
    /// - Throws: ``LiveFailure`` if the peer deviates from the scenario.
    mutating func match(_ number: Int, _ action: RawJSON, _ time: NIODeadline) throws(LiveFailure) {
        let name = action["action"]?.string ?? ""
        let places = pending.indices.filter {
            pending[$0].expected.connection == number
                && (pending[$0].expected.isChecked || pending[$0].expected.name == name)
        }
        guard script.checked.contains(name) else {
            if let place = places.first(where: { pending[$0].expected.name == name }) {
                pending.remove(at: place)
            } else {
                _ = comesEarly(number, name, action)
            }
            return
        }
        guard let first = places.first(where: { pending[$0].expected.isChecked }) else {
            if comesEarly(number, name, action) { return }
            throw LiveFailure(
                "\(LiveSessionPart.name(number)) sent something unexpected, \(clock.now) ms into the scenario: "
                    + LiveFailure.shown(action))
        }
        // Without a driver, a service chooses the order of its answers (LIV-015).
        let isAny = script.machine == "rmtp-server" && !setting.hasDriver || releases[number] != nil
        var difference = ""
        for place in isAny ? places : [first] {
            let expected = pending[place].expected
            guard let found = self.difference(expected.json, action, on: number) else {
                try check(expected, time)
                pending.remove(at: place)
                return
            }
            if difference.isEmpty { difference = found.isEmpty ? "its beginning" : found }
        }
        throw LiveFailure(
            "\(LiveSessionPart.name(number)) differs at \(difference); expected "
                + "\(LiveFailure.shown(bindings.resolved(pending[first].expected.json))); received \(LiveFailure.shown(action))"
        )
    }

    /// Returns whether a timer has caused an action of one of the next steps early; that action is then no longer
    /// expected.
    private mutating func comesEarly(_ number: Int, _ name: String, _ action: RawJSON) -> Bool {
        for step in script.steps.indices.dropFirst(position + 1).prefix(4) {
            for isDue in script.steps[step].isOwn ? [true, false] : [true] {
                for (index, expected) in list(step, isDue: isDue).enumerated() {
                    let place = ActionIndex(step: step, isDue: isDue, index: index)
                    guard expected.connection == number, expected.name == name, !early.contains(place) else { continue }
                    guard expected.at <= clock.now + clock.slack, difference(expected.json, action, on: number) == nil
                    else { return false }
                    early.insert(place)
                    return true
                }
            }
        }
        return false
    }

    /// Checks the time of an action: transmission may delay what a timer causes, but it must not come early (LIV-021).
    private func check(_ expected: LiveScript.Expected, _ time: NIODeadline) throws(LiveFailure) {
        guard expected.isTimed else { return }
        let at = clock.time(time)
        if at + clock.slack < expected.at {
            throw LiveFailure("expected at \(expected.at) ms, received at \(at) ms: \(expected.json.text)")
        }
    }
}

#endif
