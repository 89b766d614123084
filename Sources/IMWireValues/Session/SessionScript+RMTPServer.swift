// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The machine `rmtp-server` (RMTP-226).
extension SessionScript {
    package static func rmtpServer(_ config: ScriptObject) throws(Skip) -> Machine {
        var writer = PacketActions(sends: .down)
        return function(RMTPServerMachine(try rmtpServerConfiguration(config)), rmtpServerEvent) { json($0, &writer) }
    }

    package static func rmtpServerConfiguration(_ config: ScriptObject) throws(Skip) -> RMTPServerMachine.Configuration
    {
        var options = ScriptOptions(config)
        var configuration = RMTPServerMachine.Configuration()
        try options.set(
            &configuration, ("silence", \.silence), ("answerTimeout", \.answerTimeout),
            ("refusalDelay", \.refusalDelay), ("openLimit", \.openLimit), ("largestId", \.largestID))
        return try options.finish(configuration)
    }

    package static func rmtpServerEvent(_ event: ScriptEvent) throws(Skip) -> RMTPServerMachine.Event {
        let members = event.members
        switch event.name {
        case "accept":
            return .accept(
                userID: try members.text("userId"), sessionID: try members.text("sessionId"),
                timestamp: try members.requiredNumber("timestamp"), messageID: try members.number("messageId"))
        case "refuse": return .refuse(status: try members.requiredNumber("status"))
        case "received": return .received(try members.packet(.up))
        case "closed": return .closed
        case "acknowledge": return .acknowledge(id: try members.requiredNumber("id"), try members.receipt())
        case "answer":
            return .answer(
                id: try members.requiredNumber("id"), date: try members.requiredNumber("date"),
                status: try members.number("status") ?? 0, data: try members.data(),
                qos: try members.qos() ?? .atMostOnce)
        case "publish":
            return .publish(
                key: try members.requiredNumber("key"), try members.request(), date: try members.requiredNumber("date"))
        case "synchronise":
            let receipt = members["receipt"].map { ScriptObject($0, "a receipt") }
            return .synchronize(
                try members.request(), date: try members.requiredNumber("date"), try receipt?.receipt())
        case "disconnect": return .disconnect(status: try members.requiredNumber("status"))
        case "tick": return .tick
        default: throw Skip(reason: "a server of packets has no event \(event.name) here")
        }
    }

    private static func json(_ step: TimedAction<RMTPServerMachine.Action>, _ packets: inout PacketActions) -> RawJSON {
        switch step.action {
        case .write(let packet): return packets.write(packet, step)
        case .close: return step.json("close")
        case .published(let id, let packet):
            let parts = packets.parts(.publish(packet), .up)
            return step.json("published", ["id": id, "packet": parts.packet, "body": parts.body])
        case .asked(let id, let packet):
            let parts = packets.parts(.query(packet), .up)
            return step.json("asked", ["id": id, "packet": parts.packet, "body": parts.body])
        case .confirmed(let id): return step.json("confirmed", ["id": id])
        case .delivered(let key): return step.json("delivered", ["key": key])
        case .undelivered(let key): return step.json("undelivered", ["key": key])
        case .ended: return step.json("ended")
        }
    }
}

extension ScriptObject {
    /// Returns the receipt of the service for a message that it has stored.
    fileprivate func receipt() throws(SessionScript.Skip) -> RMTPReceipt {
        RMTPReceipt(
            status: try number("status") ?? 0, time: try requiredNumber("time"), messageUID: try text("messageUId"))
    }
}
