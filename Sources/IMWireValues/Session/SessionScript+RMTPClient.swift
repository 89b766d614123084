// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The machine `rmtp-client` (RMTP-222).
extension SessionScript {
    package static func rmtpClient(_ config: ScriptObject) throws(Skip) -> Machine {
        var writer = PacketActions(sends: .up)
        return function(RMTPClientMachine(try rmtpClientConfiguration(config)), rmtpClientEvent) { json($0, &writer) }
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
        try options.set(
            &configuration, ("connAckTimeout", \.connAckTimeout), ("answerTimeout", \.answerTimeout),
            ("pullInterval", \.pullInterval), ("inboxTime", \.inboxTime), ("outboxTime", \.outboxTime),
            ("roomPullCount", \.roomPullCount), ("kvStorage", \.hasRoomKeys), ("syncedLimit", \.syncedLimit),
            ("largestId", \.largestID), ("roomKeyLimit", \.roomKeyLimit))
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
        switch step.action {
        case .open: return step.json("open")
        case .close: return step.json("close")
        case .write(let packet): return packets.write(packet, step)
        case .connected(let userID, let timestamp):
            return step.json("connected", ["userId": userID, "timestamp": timestamp])
        case .ended(let ending):
            return step.json(
                "ended", ["reason": ending.name, "status": ending.status, "reconnect": ending.allowsReconnect])
        case .published(let key, let packet):
            let parts = packet.map { packets.parts(.pubAck($0), .down) }
            return step.json("published", ["key": key, "packet": parts?.packet, "body": parts?.body])
        case .answered(let key, let packet):
            let parts = packets.parts(.queryAck(packet), .down)
            return step.json("answered", ["key": key, "packet": parts.packet, "body": parts.body])
        case .failed(let key, let failure): return step.json("failed", ["key": key, "reason": failure.rawValue])
        case .deliver(let delivery, let remaining): return json(step, delivery, remaining, &packets)
        case .other(let packet):
            let parts = packets.parts(.publish(packet), .down)
            return step.json("other", ["packet": parts.packet, "body": parts.body])
        case .undecodable(let topic, let error):
            return step.json("undecodable", ["topic": topic, "code": error.code.rawValue])
        case .pulled(let inboxTime, let outboxTime):
            return step.json("pulled", ["inboxTime": inboxTime, "outboxTime": outboxTime])
        case .joined(let room, let status): return step.json("joined", ["room": room, "status": status])
        case .notJoined(let room, let failure):
            return step.json("notJoined", ["room": room, "reason": failure.rawValue])
        case .left(let room): return step.json("left", ["room": room])
        case .keysChanged(let room, let entries, let removed):
            return step.json("keysChanged", ["room": room, "entries": entries.map(\.json), "removed": removed])
        case .settingsChanged(let version): return step.json("settingsChanged", ["version": version])
        case .statesChanged(let time): return step.json("statesChanged", ["time": time])
        }
    }

    private static func json(
        _ step: TimedAction<RMTPClientMachine.Action>, _ delivery: RMTPDelivery, _ remaining: Int,
        _ packets: inout PacketActions
    ) -> RawJSON {
        func delivered(_ how: String, _ message: RMTPBody.DownStreamMessage, _ room: String? = nil) -> RawJSON {
            step.json(
                "deliver",
                [
                    "how": how, "room": room, "message": message.json, "sentTo": delivery.sentTo,
                    "remaining": remaining,
                ])
        }
        switch delivery {
        case .direct(let message, _): return delivered("direct", message)
        case .pulled(let message, _): return delivered("pulled", message)
        case .room(let room, let message, _): return delivered("room", message, room)
        case .synced(let packet, let receipt):
            let parts = packets.parts(.publish(packet), .down)
            return step.json(
                "deliver",
                [
                    "how": "synced", "packet": parts.packet, "body": parts.body,
                    "receipt": receipt.map { RMTPPacket.pubAck($0).json(.down) }, "remaining": remaining,
                ])
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
