// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireValues
import NIOCore

/// Plays a scenario with a peer, and judges what comes of it.
///
/// Used by one task. What an event has led to is waited for before the next event (LIV-010), so that the order of the
/// scenario is that of the wire.
final class LivePlayer {
    /// Something that is waited for.
    private struct Pending {
        var expected: LiveScript.Expected
        var deadline: NIODeadline
    }

    private let script: LiveScript
    private let stage: LiveStage
    private let setting: LiveSetting
    private let limits: LiveLimit
    private var bindings: LiveBindings
    private var pending: [Pending] = []
    private let start = NIODeadline.now()
    /// The step that is played.
    private var position = 0
    /// What timers have led to before its step was reached: a peer's clock and the runner's are not the same.
    private var early: Set<Place> = []

    /// Where something that is expected stands.
    private struct Place: Hashable {
        var step: Int
        var isDue: Bool
        var index: Int
    }

    private var lastBeat = NIODeadline.now()
    /// Whether a client has been asked to connect, or may do so by itself.
    private var mayConnect = false
    /// Deviations of the peer.
    private(set) var deviations: Set<String> = []

    init(_ script: LiveScript, _ stage: LiveStage, _ setting: LiveSetting, _ limits: LiveLimit) {
        self.script = script
        self.stage = stage
        self.setting = setting
        self.limits = limits
        bindings = LiveBindings(
            setting.subject == .client && !setting.hasDriver
                ? script.chosen.union(["fromUserID", "deviceType", "versionCode"]) : script.chosen)
    }

    /// Plays it.
    ///
    /// - Throws: ``LiveFailure`` where the peer does otherwise, ``LiveSkip`` where it cannot be played, ``LiveEnd`` where
    ///   there is no peer any more.
    func play() async throws {
        for (index, step) in script.steps.enumerated() {
            position = index
            expect(index, isDue: true)
            // A connection stands by itself, and the client may speak at once.
            let isOwn = LivePlayer.isOwn(step)
            if isOwn { expect(index, isDue: false) }
            try await settle()
            if step.name == "tick" || isOwn { continue }
            try await watch(until: real(step.at))
            // What the peer does at once may come while the event is still being handed over.
            expect(index, isDue: false)
            try await perform(step)
        }
        position = script.steps.count
        try await settle()
        try await watch(until: quietEnd)
    }

    private static func isOwn(_ step: LiveScript.Step) -> Bool { step.name == "opened" || step.name == "secured" }

    // MARK: Time

    private var now: Int64 { (NIODeadline.now() - start).nanoseconds / 1_000_000 * setting.speed }

    private func real(_ at: Int64) -> NIODeadline {
        start + .microseconds(at * 1_000 / setting.speed)
    }

    /// How long the peer is watched for something that nobody expects (LIV-022): not as long as until a timer fires.
    private var quietEnd: NIODeadline {
        guard let last = script.steps.last else { return .now() }
        var end = NIODeadline.now() + .milliseconds(limits.quiet)
        if last.name == "tick" { end = min(end, real(last.at)) }
        if let timer = script.nextTimer { end = min(end, real(timer) - .milliseconds(10)) }
        return end
    }

    // MARK: What is expected

    private func expect(_ step: Int, isDue: Bool) {
        for (index, expected) in list(step, isDue: isDue).enumerated() {
            if early.contains(Place(step: step, isDue: isDue, index: index)) { continue }
            if expected.name == "beat", script.ignoresBeats { continue }
            if script.failing.contains(expected.connection) { continue }
            // Nobody tells a client without a driver when to connect.
            var patience = expected.isJudged ? limits.timeout : min(limits.timeout, 1_000)
            if setting.subject == .client, !setting.hasDriver, stage.wires.isEmpty {
                patience = setting.patience + (expected.connection == 0 ? 0 : limits.timeout)
            }
            pending.append(
                Pending(expected: expected, deadline: max(.now(), real(expected.at)) + .milliseconds(patience)))
        }
    }

    private func list(_ step: Int, isDue: Bool) -> [LiveScript.Expected] {
        isDue ? script.steps[step].due : script.steps[step].then
    }

    /// Whether an action is one that a timer leads to before one of the next steps; it is not expected again then.
    private func comesEarly(_ number: Int, _ name: String, _ action: RawJSON) -> Bool {
        for step in script.steps.indices.dropFirst(position + 1).prefix(4) {
            for isDue in LivePlayer.isOwn(script.steps[step]) ? [true, false] : [true] {
                for (index, expected) in list(step, isDue: isDue).enumerated() {
                    let place = Place(step: step, isDue: isDue, index: index)
                    guard expected.connection == number, expected.name == name, !early.contains(place) else { continue }
                    guard expected.at <= now + slack, bindings.difference(expected.json, action) == nil else {
                        return false
                    }
                    early.insert(place)
                    return true
                }
            }
        }
        return false
    }

    /// How much earlier than expected something may come: the clocks of the peer and the runner are not the same.
    private var slack: Int64 { 50 + 50 * setting.speed }

    /// Waits until all that is expected has come.
    private func settle() async throws {
        while let next = pending.min(by: { $0.deadline < $1.deadline }) {
            if try await step(until: next.deadline) { continue }
            guard let place = pending.firstIndex(where: { $0.deadline <= .now() }) else { continue }
            let expected = pending.remove(at: place).expected
            if expected.connection == 0, !setting.hasDriver, stage.wires.isEmpty {
                throw LiveEnd("no client has connected within \(setting.patience / 1_000) s")
            }
            if expected.isJudged {
                throw LiveFailure(
                    "nothing comes on \(LivePlayer.name(expected.connection)) where this is expected at "
                        + "\(expected.at) ms: \(bindings.resolved(expected.json).text)")
            }
        }
    }

    /// Watches what comes until then.
    private func watch(until deadline: NIODeadline) async throws {
        while NIODeadline.now() < deadline { _ = try await step(until: deadline) }
    }

    /// Takes the next thing that comes; false where nothing comes in time.
    private func step(until deadline: NIODeadline) async throws -> Bool {
        let beat = keepsAlive ? lastBeat + .milliseconds(500) : deadline
        guard let item = await stage.mailbox.next(until: min(deadline, beat)) else {
            if keepsAlive, beat <= .now() { stage.beatAll() }
            if keepsAlive, beat <= .now() { lastBeat = .now() }
            return NIODeadline.now() < deadline
        }
        try await take(item)
        return true
    }

    /// Heartbeats that are no part of a scenario keep connections alive, unless the peer is configured to want none.
    private var keepsAlive: Bool { script.ignoresBeats && script.machine == "server" && !setting.hasDriver }

    static func name(_ connection: Int) -> String {
        connection == 0 ? "the port" : "connection \(connection)"
    }

    // MARK: What comes

    private func take(_ item: LiveMailbox.Item) async throws {
        if case .opened(let channel) = item.what {
            guard mayConnect else { return channel.close(promise: nil) }
            stage.opened(item.connection, channel)
            return try match(
                0, RawJSON.object([("action", RawJSON(script.machine == "client" ? "connect" : "open"))]), item.time)
        }
        guard let number = stage.number(of: item.connection), let wire = stage.wires[number], !wire.isOver,
            !script.failing.contains(number)
        else { return }
        switch item.what {
        case .opened: break
        case .messages(let messages, let beats, let deviations):
            self.deviations.formUnion(deviations)
            for _ in 0..<beats { try beat(number, item.time) }
            if messages.isEmpty { return }
            if setting.subject == .server {
                try match(number, .object([("action", "write"), ("messages", .array(messages))]), item.time)
            } else {
                for message in messages {
                    try match(number, .object([("action", "write"), ("message", message)]), item.time)
                }
            }
        case .packet(let packet): try match(number, stage.action(packet, number), item.time)
        case .unreadable(let fault):
            throw LiveFailure("what comes on connection \(number) cannot be read: \(fault.description)")
        case .closed:
            stage.over(number)
            try match(number, .object([("action", "close")]), item.time)
        }
    }

    private func beat(_ number: Int, _ time: NIODeadline) throws {
        if !script.ignoresBeats { return try match(number, .object([("action", "beat")]), time) }
        if setting.subject == .client, !setting.hasDriver { stage.beat(number) }
    }

    /// Compares an action of the peer with what is expected on its connection.
    private func match(_ number: Int, _ action: RawJSON, _ time: NIODeadline) throws {
        let name = action["action"]?.string ?? ""
        let isAny = script.machine == "rmtp-server" && !setting.hasDriver
        let places = pending.indices.filter {
            pending[$0].expected.connection == number
                && (pending[$0].expected.isJudged || pending[$0].expected.name == name)
        }
        guard script.judged.contains(name) else {
            if let place = places.first(where: { pending[$0].expected.name == name }) {
                pending.remove(at: place)
            } else {
                _ = comesEarly(number, name, action)
            }
            return
        }
        guard let first = places.first(where: { pending[$0].expected.isJudged }) else {
            if comesEarly(number, name, action) { return }
            throw LiveFailure(
                "\(LivePlayer.name(number)) gives what nothing leads to, \(now) ms into the scenario: "
                    + LiveFailure.shown(action))
        }
        var difference = ""
        for place in isAny ? places : [first] {
            let expected = pending[place].expected
            guard let found = bindings.difference(expected.json, action) else {
                try check(expected, time)
                pending.remove(at: place)
                return
            }
            if difference.isEmpty { difference = found.isEmpty ? "its beginning" : found }
        }
        throw LiveFailure(
            "\(LivePlayer.name(number)) differs at \(difference); expected "
                + "\(LiveFailure.shown(bindings.resolved(pending[first].expected.json))); came \(LiveFailure.shown(action))"
        )
    }

    /// A timer may fire late, since a wire takes time, and never early (LIV-021).
    private func check(_ expected: LiveScript.Expected, _ time: NIODeadline) throws {
        guard expected.isTimed else { return }
        let at = (time - start).nanoseconds / 1_000_000 * setting.speed
        if at + slack < expected.at {
            throw LiveFailure("what is expected at \(expected.at) ms came at \(at) ms: \(expected.json.text)")
        }
    }

    // MARK: What the runner does

    private func perform(_ step: LiveScript.Step) async throws {
        let event = bindings.resolved(step.event)
        switch step.name {
        case "accepted", "accept", "refuse":
            if script.machine == "rmtp-server", setting.hasDriver { try await tell(event) }
            try await stage.connect(step.connection, user: event["userId"]?.string, isWrong: step.name == "refuse")
        case "received":
            // What the peer has closed as it should takes nothing more; that it should not is found by what it gives.
            guard stage.isOpen(step.connection) else { return }
            try await stage.send(event, step.connection, isChopped: step.fault == "chop")
        case "error": try await stage.sendGarbage(step.connection, scope: event["scope"]?.string ?? "")
        case "closed": try await stage.close(step.connection, step.fault)
        case "restart":
            await stage.closeAll()
            try await tell(event)
        default:
            mayConnect = true
            if setting.hasDriver { try await tell(event) }
        }
    }

    /// Tells the driver something, once what was sent before has had the time to arrive (LIV-032): it goes another way.
    private func tell(_ event: RawJSON) async throws {
        try await watch(until: stage.lastSent + .milliseconds(15))
        try await stage.tell(event)
    }
}

/// The peer does otherwise than the scenario expects.
struct LiveFailure: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    /// An action for people, cut where it is long.
    static func shown(_ json: RawJSON) -> String {
        let text = JSONLine.compact(json)
        return text.count > 600 ? text.prefix(600) + "…" : text
    }
}

/// There is no peer, or no driver, any more.
struct LiveEnd: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// How long the runner waits, in milliseconds of the real clock.
package struct LiveLimit: Sendable {
    /// For what is expected.
    package var timeout: Int64 = 5_000
    /// For what nobody expects, behind the end.
    package var quiet: Int64 = 300

    package init() {}
}

#endif
