// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance
import IMWireServerAPI
import IMWireValues
import NIOCore

/// A player that plays a scenario with a peer and judges the peer's actions.
///
/// Used by one task. The actions that an event causes are awaited before the next event (LIV-010), so that the order on
/// the wire is that of the scenario.
final class LivePlayer: LivePlaying {
    private let script: LiveScript
    private let stage: LiveStage
    private let setting: LiveSetting
    private let limits: LiveLimit
    private let clock: LiveClock
    /// The server API, which carries out what the application decides if there is no driver (LIV-019).
    private let api: LiveAPI?
    private var expectations: LiveExpectations
    private var lastBeat = NIODeadline.now()
    private var otherPublishes = 0
    /// The number of connections that a client has made for the scenario.
    private var opens = 0
    /// Whether a client was asked to connect, or may connect by itself.
    private var mayConnect = false
    /// The deviations of the peer.
    private(set) var deviations: Set<String> = []
    /// The kinds of the peer's answers and closes, in order (LIV-061).
    private(set) var trace = LiveTrace()

    init(
        _ script: LiveScript, _ stage: LiveStage, _ setting: LiveSetting, _ limits: LiveLimit, _ api: LiveAPI? = nil
    ) {
        self.api = api
        self.script = script
        self.stage = stage
        self.setting = setting
        self.limits = limits
        clock = LiveClock(speed: setting.speed)
        expectations = LiveExpectations(script, setting, limits, clock)
    }

    func play() async throws {
        for (index, step) in script.steps.enumerated() {
            expectations.position = index
            expect(index, isDue: true)
            // Nothing is sent for this step, because the connection itself is its event, and the client may send at
            // once.
            if step.isOwn { expect(index, isDue: false) }
            try await settle()
            if step.name == "tick" || step.isOwn { continue }
            try await watch(until: clock.moment(step.at))
            // An immediate answer may arrive before `perform` returns.
            expect(index, isDue: false)
            try await perform(step)
        }
        expectations.position = script.steps.count
        try await settle()
        try await watch(until: quietEnd)
    }

    /// The time until which the peer is watched for unexpected actions, which is before the next timer fires (LIV-022).
    private var quietEnd: NIODeadline {
        guard let last = script.steps.last else { return .now() }
        var end = NIODeadline.now() + .milliseconds(limits.quiet)
        if last.name == "tick" { end = min(end, clock.moment(last.at)) }
        if let timer = script.nextTimer { end = min(end, clock.moment(timer) - .milliseconds(10)) }
        return end
    }

    // MARK: Waiting

    private func expect(_ step: Int, isDue: Bool) {
        expectations.expect(step, isDue: isDue, isAlone: stage.wires.isEmpty)
    }

    /// Waits until every expected action has arrived.
    private func settle() async throws {
        while let deadline = expectations.nextDeadline {
            if try await step(until: deadline) { continue }
            guard let expected = expectations.takeOverdue() else { continue }
            if expected.connection == 0, !setting.hasDriver, stage.wires.isEmpty {
                throw LiveEnd("no client connected within \(setting.patience / 1_000) s")
            }
            if expected.isJudged {
                throw LiveFailure(
                    "nothing received on \(LivePlayer.name(expected.connection)), expected at "
                        + "\(expected.at) ms: \(expectations.resolved(expected.json).text)")
            }
        }
    }

    /// Handles arrivals until the deadline.
    private func watch(until deadline: NIODeadline) async throws {
        while NIODeadline.now() < deadline { _ = try await step(until: deadline) }
    }

    /// Handles the next arrival; returns false if there is none before the deadline.
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

    /// Whether heartbeats that are not part of the scenario keep connections alive; false if a driver configures the
    /// peer.
    private var keepsAlive: Bool { script.ignoresBeats && script.machine == "server" && !setting.hasDriver }

    static func name(_ connection: Int) -> String {
        connection == 0 ? "the port" : "connection \(connection)"
    }

    // MARK: Arrivals

    private func take(_ item: LiveMailbox.Item) async throws {
        switch item.what {
        case .flooded:
            throw LiveFailure.flood
        case .opened(let channel, let release):
            guard mayConnect else { return channel.close(promise: nil) }
            // A release connects again by itself, possibly before the scenario does (LIV-124).
            if let release, !expectations.expectsOpening {
                return stage.park(channel, release, serial: item.connection)
            }
            return try opened(channel, release, serial: item.connection, item.time)
        default: break
        }
        guard let number = stage.number(of: item.connection), let wire = stage.wires[number], !wire.isOver,
            !script.failing.contains(number), number != LivePlayer.otherDevice
        else { return }
        switch item.what {
        case .opened, .flooded: break
        case .unread(let failure):
            throw LiveFailure.unread(LivePlayer.name(number), failure)
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
        case .packet(let packet):
            let action = stage.action(packet, number)
            // The service itself announces which keys of a chatroom have changed (LIV-015).
            if !setting.hasDriver, setting.subject == .server, action["packet"]?["topic"]?.string == "s_cmd" { return }
            if let answer = expectations.answer(to: action, on: number) {
                return try await stage.send(answer, number, isChopped: false)
            }
            try match(number, action, item.time)
        case .unreadable(let fault):
            throw LiveFailure("data on connection \(number) cannot be read: \(fault.description)")
        case .closed:
            stage.over(number)
            try match(number, .object([("action", "close")]), item.time)
        }
    }

    private func opened(_ channel: any Channel, _ release: LiveRelease?, serial: Int, _ time: NIODeadline) throws {
        opens += 1
        let number = release == nil ? serial : opens
        stage.opened(number, channel, serial: serial)
        expectations.opened(number, by: release)
        try match(0, RawJSON.object([("action", RawJSON(script.machine == "client" ? "connect" : "open"))]), time)
    }

    private func beat(_ number: Int, _ time: NIODeadline) throws {
        if !script.ignoresBeats { return try match(number, .object([("action", "beat")]), time) }
        if setting.subject == .client, !setting.hasDriver { stage.beat(number) }
    }

    private func match(_ number: Int, _ action: RawJSON, _ time: NIODeadline) throws {
        trace.add(action, on: number)
        try expectations.match(number, action, time)
    }

    // MARK: Events

    private func perform(_ step: LiveScript.Step) async throws {
        let event = expectations.sending(step.event, on: step.connection)
        switch step.name {
        case "accepted", "accept", "refuse":
            if script.machine == "rmtp-server", setting.hasDriver { try await tell(event) }
            if script.machine == "rmtp-server", stage.wires[step.connection] != nil { return }
            try await stage.connect(step.connection, user: user ?? "nobody", isWrong: step.name == "refuse")
        case "publish" where !setting.hasDriver: try await publish()
        case "synchronise" where !setting.hasDriver: try await synchronise(event)
        case "received":
            // With a driver, a packet may come before `accept`, so the connection may not exist yet (LIV-019).
            if script.machine == "rmtp-server", stage.wires[step.connection] == nil {
                try await stage.connect(step.connection, user: user ?? "nobody", isWrong: false)
            }
            // A connection that the peer has closed cannot receive. If the close is wrong, its action is judged.
            guard stage.isOpen(step.connection) else { return }
            if expectations.releases[step.connection]?.leavesOut(event) ?? false { return }
            try await stage.send(event, step.connection, isChopped: step.fault == "chop")
        case "error": try await stage.sendGarbage(step.connection, scope: event["scope"]?.string ?? "")
        case "closed": try await stage.close(step.connection, step.fault)
        case "restart":
            await stage.closeAll()
            try await tell(event)
        default:
            mayConnect = true
            if step.name == "connect", let early = stage.takeParked() {
                return try opened(early.channel, early.release, serial: early.serial, .now())
            }
            if setting.hasDriver { try await tell(event) }
        }
    }

    /// The user whose connection a packet scenario describes.
    private var user: String? { script.steps.lazy.compactMap { $0.event["userId"]?.string }.first }

    /// Makes the server API send a message to the user, which the service then announces or delivers (LIV-019).
    private func publish() async throws {
        guard let api, let user else { throw LiveSkip("there is neither a driver nor a server API") }
        let request = PublishRequest(
            .private, from: user + "-api", to: [user], objectName: "RC:TxtMsg", content: #"{"content":"conform"}"#)
        let code = try await api.post(request)
        guard code == 200 else { throw LiveSkip("the server API sends no message: \(code)") }
    }

    /// Publishes from another device of the user, so that the service synchronizes the message (LIV-019).
    private func synchronise(_ event: RawJSON) async throws {
        let device = LivePlayer.otherDevice
        if stage.wires[device] == nil {
            try await stage.connect(device, user: user, isWrong: false)
            // The CONNACK of the other device is not part of the scenario.
            try await watch(until: .now() + .milliseconds(100))
        }
        otherPublishes += 1
        let packet = RawJSON.object([
            ("packet", "PUBLISH"), ("qos", .integer(1)), ("topic", event["topic"] ?? "ppMsgP"),
            ("targetId", event["targetId"] ?? ""), ("messageId", .integer(otherPublishes)),
        ])
        let value = RawJSON.object([
            ("sessionId", .integer(3)), ("classname", "RC:TxtMsg"),
            ("content", RawJSON(Base64.encode(Array(#"{"content":"conform"}"#.utf8)))),
        ])
        try await stage.send(
            .object([("packet", packet), ("body", .object([("message", "UpStreamMessage"), ("value", value)]))]),
            device, isChopped: false)
    }

    /// The number of the connection of the other device, which no scenario uses.
    private static let otherDevice = -1

    /// Sends an event to the driver after what was sent to the peer has had time to arrive over its own path (LIV-032).
    private func tell(_ event: RawJSON) async throws {
        try await watch(until: stage.lastSent + .milliseconds(15))
        try await stage.tell(event)
    }
}

#endif
