// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The machine `rmtp-client` (RMTP-222).
extension SessionScript {
    package static func rmtpClient(_ config: ScriptObject) throws(Skip) -> Machine {
        var session = RMTPClientMachine(try rmtpClientConfiguration(config))
        var writer = PacketActions(sends: .up)
        return { (event, actions) throws(Skip) in
            for step in session.handle(try rmtpClientEvent(event), at: event.time) {
                try actions.append(step, json(step, &writer))
            }
        }
    }

    private static let heartbeats: [(name: String, times: RMTPHeartbeat)] = [
        ("web1", .web1), ("web2", .web2), ("web3", .web3), ("web4", .web4), ("web5", .web5),
    ]

    package static func rmtpClientConfiguration(_ config: ScriptObject) throws(Skip) -> RMTPClientMachine.Configuration
    {
        var options = ScriptOptions(config)
        var configuration = RMTPClientMachine.Configuration()
        if let name = options["heartbeat"] {
            guard let preset = heartbeats.first(where: { $0.name == name.string }) else {
                throw options.wrong("heartbeat")
            }
            configuration.heartbeat = preset.times
        }
        try options.set("connAckTimeout", &configuration.connAckTimeout)
        try options.set("answerTimeout", &configuration.answerTimeout)
        try options.set("pullInterval", &configuration.pullInterval)
        try options.set("inboxTime", &configuration.inboxTime)
        try options.set("outboxTime", &configuration.outboxTime)
        try options.set("roomPullCount", &configuration.roomPullCount)
        try options.set("kvStorage", &configuration.hasRoomKeys)
        try options.set("syncedLimit", &configuration.syncedLimit)
        try options.set("largestId", &configuration.largestID)
        try options.set("roomKeyLimit", &configuration.roomKeyLimit)
        return try options.finish(configuration)
    }

    package static func rmtpClientEvent(_ event: ScriptEvent) throws(Skip) -> RMTPClientMachine.Event {
        let members = event.members
        switch event.name {
        case "connect": return .connect
        case "opened": return .opened
        case "received": return .received(try members.packet(.down))
        case "closed": return .closed
        case "publish": return .publish(key: try members.requiredNumber("key"), try members.request())
        case "query": return .query(key: try members.requiredNumber("key"), try members.request())
        case "join": return .join(room: try members.required("room"))
        case "leave": return .leave(room: try members.required("room"))
        case "disconnect": return try members.boolean("push") ?? true ? .disconnect : .logout
        case "logout": return .logout
        case "tick": return .tick
        default: throw Skip(reason: "a client of packets has no event \(event.name) here")
        }
    }

    private static func json(_ step: TimedAction<RMTPClientMachine.Action>, _ packets: inout PacketActions) -> RawJSON {
        var writer: JSONBuilder
        switch step.action {
        case .open: writer = step.writer("open")
        case .close: writer = step.writer("close")
        case .write(let packet): writer = packets.write(packet, step)
        case .connected(let userID, let timestamp):
            writer = step.writer("connected")
            writer.add("userId", userID)
            writer.add("timestamp", timestamp)
        case .ended(let ending):
            writer = step.writer("ended")
            writer.add("reason", ending.name)
            writer.add("status", ending.status)
            writer.add("reconnect", RawJSON.boolean(ending.allowsReconnect))
        case .published(let key, let packet):
            writer = step.writer("published")
            writer.add("key", key)
            if let packet { packets.add(.pubAck(packet), .down, to: &writer) }
        case .answered(let key, let packet):
            writer = step.writer("answered")
            writer.add("key", key)
            packets.add(.queryAck(packet), .down, to: &writer)
        case .failed(let key, let failure):
            writer = step.writer("failed")
            writer.add("key", key)
            writer.add("reason", failure.name)
        case .deliver(let delivery, let remaining):
            writer = step.writer("deliver")
            add(delivery, &packets, to: &writer)
            writer.add("sentTo", delivery.sentTo)
            writer.add("remaining", remaining)
        case .other(let packet):
            writer = step.writer("other")
            packets.add(.publish(packet), .down, to: &writer)
        case .undecodable(let topic, let error):
            writer = step.writer("undecodable")
            writer.add("topic", topic)
            writer.add("code", error.code.rawValue)
        case .pulled(let inboxTime, let outboxTime):
            writer = step.writer("pulled")
            writer.add("inboxTime", inboxTime)
            writer.add("outboxTime", outboxTime)
        case .joined(let room, let status):
            writer = step.writer("joined")
            writer.add("room", room)
            writer.add("status", status)
        case .notJoined(let room, let failure):
            writer = step.writer("notJoined")
            writer.add("room", room)
            writer.add("reason", failure.name)
        case .left(let room):
            writer = step.writer("left")
            writer.add("room", room)
        case .keysChanged(let room, let entries, let removed):
            writer = step.writer("keysChanged")
            writer.add("room", room)
            writer.add("entries", entries.map(\.json))
            writer.add("removed", removed.map { RawJSON($0) })
        case .settingsChanged(let version):
            writer = step.writer("settingsChanged")
            writer.add("version", version)
        case .statesChanged(let time):
            writer = step.writer("statesChanged")
            writer.add("time", time)
        }
        return writer.json
    }

    private static func add(_ delivery: RMTPDelivery, _ packets: inout PacketActions, to writer: inout JSONBuilder) {
        switch delivery {
        case .direct(let message, _):
            writer.add("how", "direct")
            writer.add("message", message.json)
        case .pulled(let message, _):
            writer.add("how", "pulled")
            writer.add("message", message.json)
        case .room(let room, let message, _):
            writer.add("how", "room")
            writer.add("room", room)
            writer.add("message", message.json)
        case .synced(let packet, let receipt):
            writer.add("how", "synced")
            packets.add(.publish(packet), .down, to: &writer)
            writer.add("receipt", receipt.map { RMTPPacket.pubAck($0).json(.down) })
        }
    }
}

extension RMTPEnding {
    /// The name of the ending in scripts.
    fileprivate var name: String {
        switch self {
        case .asked: "asked"
        case .loggedOut: "loggedOut"
        case .refused: "refused"
        case .redirected: "redirected"
        case .kicked: "kicked"
        case .blocked: "blocked"
        case .closedByService: "closedByService"
        case .unanswered: "unanswered"
        case .silent: "silent"
        case .broken: "broken"
        }
    }

    /// The status code that the service has sent, if any.
    fileprivate var status: UInt8? {
        switch self {
        case .refused(let status): status
        case .closedByService(let status): status
        case .asked, .loggedOut, .redirected, .kicked, .blocked, .unanswered, .silent, .broken: nil
        }
    }
}

extension RMTPFailure {
    /// The name of the failure in scripts.
    fileprivate var name: String {
        switch self {
        case .offline: "offline"
        case .connectionEnded: "connectionEnded"
        case .unanswered: "unanswered"
        case .tooMany: "tooMany"
        }
    }
}
