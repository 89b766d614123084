// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The operations `rmtp.envelope.decode` and `rmtp.envelope.encode`, which convert a message to and from the form that
/// an application sees (TST-112, TST-113).
enum EnvelopeOperations {
    static func decode(_ request: JSONObject) throws(OperationError) -> RawJSON {
        guard let json = request["packet"],
            let direction = request["direction"]?.string.flatMap(RMTPDirection.init(rawValue:))
        else { throw .unsupported("packet is missing, or the direction is unknown") }
        let limits = try request.packetLimits()
        var options = Envelope.Options()
        options.mode = request.mode
        options.bodyLimits = limits.bodies
        options.contentLimits = limits.contents
        options.ownID = request["ownId"]?.string
        switch try packet(json, direction) {
        case .publish(var publish):
            publish.data = publish.data ?? []  // TST-143
            return try message(publish, direction, options, request["receipt"])
        case .queryAck(let answer): return try pull(answer, options)
        default: return answer(.null, [])
        }
    }

    private static func packet(_ json: RawJSON, _ direction: RMTPDirection) throws(OperationError) -> RMTPPacket {
        var fields = RMTPFields(json)
        return try RMTPPacket(&fields, RMTPFormat(direction))
    }

    private static func message(
        _ publish: PublishPacket, _ direction: RMTPDirection, _ options: Envelope.Options, _ receipt: RawJSON?
    ) throws(OperationError) -> RawJSON {
        let read = try OperationError.reading(Envelope.read(publish, direction, options))
        guard let read else { return answer(.null, []) }
        var envelope = read.envelope
        if let receipt {
            guard case .pubAck(let packet) = try packet(receipt, .down) else {
                throw .unsupported("the receipt is not a PUBACK")
            }
            envelope.acknowledge(packet)
        }
        return answer(EnvelopeJSON.json(envelope), read.deviations + envelope.contentDeviations)
    }

    private static func pull(_ packet: QueryAckPacket, _ options: Envelope.Options) throws(OperationError) -> RawJSON {
        let data = packet.data ?? []
        let read = try OperationError.reading(PullAnswer.read(data.span, options))
        let messages = read.answer.messages
        var rest = read.answer.rest
        rest.list = []
        let value = RawJSON.object(
            [("messages", .array(messages.map(EnvelopeJSON.json)))] + (rest.json.members ?? []))
        return answer(value, read.deviations + messages.flatMap(\.contentDeviations))
    }

    private static func answer(_ value: RawJSON, _ deviations: [Deviation]) -> RawJSON {
        .object(["value": value, "deviations": deviations.sortedNames])
    }

    // MARK: Writing

    /// Encodes an envelope as a PUBLISH packet.
    static func encode(_ request: JSONObject) throws(OperationError) -> RawJSON {
        guard let value = request["value"], let direction = request["direction"]?.string else {
            throw .unsupported("value or direction is missing")
        }
        let envelope = try EnvelopeJSON.envelope(JSONObject(value))
        var numbers = RMTPFields(.object(request.members.filter { ["messageId", "date"].contains($0.name) }))
        let messageID = try numbers.messageID() ?? 1
        let date = try numbers.number("date", UInt32.self) ?? 0
        let packet = try OperationError.writing { () throws(EncodeError) in
            guard direction == "down" else {
                return try envelope.publish(messageID: messageID, variant(request["variant"]?.string))
            }
            // A field of a body is UTF-8, so it cannot hold a lone surrogate (RMTP-345).
            if envelope.targetID?.string == nil { throw EncodeError(.member, path: "/targetId") }
            let ownID = request["ownId"]?.string
            let body = try envelope.downBody(senderID: ownID)
            return PublishPacket(
                topic: "s_msg", targetID: FrameText(body.fromUserID ?? ""), messageID: messageID,
                data: try body.encoded(), date: date, flags: RMTPFlags(qos: .atLeastOnce))
        }
        return .object(["value": RMTPPacket.publish(packet).json(direction == "down" ? .down : .up)])
    }

    private static func variant(_ name: String?) -> RMTPMessageTopic.Variant {
        switch name {
        case "withoutPush": .withoutPush
        case "agent": .agent
        default: .usual
        }
    }
}

extension Envelope {
    /// The deviations of the content.
    fileprivate var contentDeviations: [Deviation] {
        if case .decoded(_, let deviations)? = content { deviations } else { [] }
    }
}
