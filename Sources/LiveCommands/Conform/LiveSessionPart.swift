// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance
import IMWireServerAPI
import IMWireValues
import NIOCore

/// A session that the peer is a side of: a server, or a client, of socket chat or packets.
///
/// The actions that an event causes are awaited before the next event (LIV-010), so that the order on the wire is that
/// of the scenario.
final class LiveSessionPart: LivePart, LiveWatcher {
    private let script: LiveScript
    let stage: LiveStage
    private let clock: LiveClock
    private var expectations: LiveExpectations
    var lastBeat = NIODeadline.now()
    private var otherPublishes = 0
    /// The number of connections that a client has made for the scenario.
    private var opens = 0
    /// Whether a client was asked to connect, or may connect by itself.
    private var mayConnect = false
    private(set) var deviations: Set<String> = []
    private(set) var trace = LiveTrace()

    init(_ script: LiveScript, _ stage: LiveStage) {
        self.script = script
        self.stage = stage
        clock = LiveClock(speed: stage.setting.speed)
        expectations = LiveExpectations(script, stage.setting, stage.limits, clock)
    }

    private var setting: LiveSetting { stage.setting }

    var count: Int { script.steps.count }
    var watcher: any LiveWatcher { self }

    func prepare() {}

    func moment(of step: Int) async throws -> NIODeadline? {
        expectations.position = step
        expect(step, isDue: true)
        let isOwn = script.steps[step].isOwn
        // Nothing is sent for this step, because the connection itself is its event, and the client may send at once.
        if isOwn { expect(step, isDue: false) }
        try await settle()
        return script.steps[step].name == "tick" || isOwn ? nil : clock.moment(script.steps[step].at)
    }

    func perform(_ step: Int) async throws {
        // An immediate answer may arrive before the event is played completely.
        expect(step, isDue: false)
        try await perform(script.steps[step])
    }

    func finish() async throws -> NIODeadline {
        expectations.position = script.steps.count
        try await settle()
        return quietEnd
    }

    /// The time until which the peer is watched for unexpected actions, which is before the next timer fires (LIV-022).
    private var quietEnd: NIODeadline {
        guard let last = script.steps.last else { return .now() }
        var end = NIODeadline.now() + .milliseconds(stage.limits.quiet)
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
            guard let expected = expectations.removeOverdue() else { continue }
            if expected.connection == 0, !setting.hasDriver, stage.wires.isEmpty {
                throw LiveEnd("no client connected within \(setting.scenarioTimeout / 1_000) s")
            }
            if expected.isChecked {
                throw LiveFailure(
                    "nothing received on \(LiveSessionPart.name(expected.connection)), expected at "
                        + "\(expected.at) ms: \(expectations.resolved(expected.json).text)")
            }
        }
    }

    // MARK: Arrivals

    /// Heartbeats that are not part of the scenario keep connections alive, unless a driver configures the peer.
    var interval: TimeAmount? {
        script.ignoresBeats && script.machine == "server" && !setting.hasDriver ? .milliseconds(500) : nil
    }

    func beat() throws { try stage.beatAll() }

    static func name(_ connection: Int) -> String {
        connection == 0 ? "the port" : "connection \(connection)"
    }

    func name(of connection: Int) -> String? {
        script.failing.contains(connection) || connection == LiveSessionPart.otherDevice
            ? nil : LiveSessionPart.name(connection)
    }

    func handleOpening(_ channel: any Channel, _ release: LiveRelease?, serial: Int, _ time: NIODeadline) throws {
        guard mayConnect else { return channel.close(promise: nil) }
        // A release connects again by itself, possibly before the scenario does (LIV-124).
        if let release, !expectations.expectsOpening { return stage.park(channel, release, serial: serial) }
        try opened(channel, release, serial: serial, time)
    }

    func handle(
        _ messages: [RawJSON], beats: Int, deviations: [String], on connection: Int, _ time: NIODeadline
    ) throws {
        self.deviations.formUnion(deviations)
        for _ in 0..<beats { try beat(connection, time) }
        if messages.isEmpty { return }
        if setting.subject == .server {
            return try match(connection, .object([("action", "write"), ("messages", .array(messages))]), time)
        }
        for message in messages {
            try match(connection, .object([("action", "write"), ("message", message)]), time)
        }
    }

    func handle(_ action: RawJSON, on connection: Int, _ time: NIODeadline) async throws {
        // The service itself announces which keys of a chatroom have changed (LIV-015).
        if !setting.hasDriver, setting.subject == .server, action["packet"]?["topic"]?.string == "s_cmd" { return }
        if let answer = expectations.answer(to: action, on: connection) {
            return try await stage.send(answer, connection, isChopped: false)
        }
        try match(connection, action, time)
    }

    func handleClose(of connection: Int, _ time: NIODeadline) throws {
        try match(connection, .object([("action", "close")]), time)
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
        if setting.subject == .client, !setting.hasDriver { try stage.beat(number) }
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
            if script.machine == "rmtp-server", setting.hasDriver { try await drive(event) }
            if script.machine == "rmtp-server", stage.wires[step.connection] != nil { return }
            try await stage.connect(step.connection, user: user ?? "nobody", isWrong: step.name == "refuse")
        case "publish" where !setting.hasDriver: try await publish()
        case "synchronise" where !setting.hasDriver: try await synchronize(event)
        case "received":
            // With a driver, a packet may come before `accept`, so the connection may not exist yet (LIV-019).
            if script.machine == "rmtp-server", stage.wires[step.connection] == nil {
                try await stage.connect(step.connection, user: user ?? "nobody", isWrong: false)
            }
            // A connection that the peer has closed cannot receive. If the close is wrong, its action is checked.
            guard stage.isOpen(step.connection) else { return }
            if expectations.releases[step.connection]?.leavesOut(event) ?? false { return }
            try await stage.send(event, step.connection, isChopped: step.fault == "chop")
        case "error": try await stage.sendGarbage(step.connection, scope: event["scope"]?.string ?? "")
        case "closed": try await stage.close(step.connection, step.fault)
        case "restart":
            await stage.closeAll()
            try await drive(event)
        default:
            mayConnect = true
            if step.name == "connect", let early = stage.removeParked() {
                return try opened(early.channel, early.release, serial: early.serial, .now())
            }
            if setting.hasDriver { try await drive(event) }
        }
    }

    /// The user whose connection a packet scenario describes.
    private var user: String? { script.steps.lazy.compactMap { $0.event["userId"]?.string }.first }

    /// Makes the server API send a message to the user, which the service then announces or delivers (LIV-019).
    private func publish() async throws {
        guard let api = stage.api, let user else { throw LiveSkip("there is neither a driver nor a server API") }
        let request = PublishRequest(
            .private, from: user + "-api", to: [user], objectName: "RC:TxtMsg", content: #"{"content":"conform"}"#)
        let code = try await api.post(request)
        guard code == 200 else { throw LiveSkip("the server API sends no message: \(code)") }
    }

    /// Publishes from another device of the user, so that the service synchronizes the message (LIV-019).
    private func synchronize(_ event: RawJSON) async throws {
        let device = LiveSessionPart.otherDevice
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
        let body = LiveRoomClients.message("RC:TxtMsg", #"{"content":"conform"}"#)
        try await stage.send(.object([("packet", packet), ("body", body)]), device, isChopped: false)
    }

    /// The number of the connection of the other device, which no scenario uses.
    private static let otherDevice = -1

    /// Sends an event to the driver after what was sent to the peer has had time to arrive over its own path (LIV-032).
    private func drive(_ event: RawJSON) async throws {
        try await watch(until: stage.lastSent + .milliseconds(15))
        try await stage.drive(event)
    }
}

#endif
