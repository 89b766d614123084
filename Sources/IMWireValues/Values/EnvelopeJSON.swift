// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The JSON form of envelopes in the testee protocol: the table of RMTP-180, and other fields of the body as `rest`
/// (TST-112).
package enum EnvelopeJSON {
    private static let flags: [(name: String, flag: RMTPMessageFlags)] = [
        ("persisted", .persisted), ("counted", .counted), ("mentioned", .mentioned), ("silent", .silent),
        ("expandable", .expandable), ("receivedElsewhere", .receivedElsewhere),
    ]

    // MARK: Showing

    package static func json(_ envelope: Envelope) -> RawJSON {
        let (content, error) = content(envelope)
        return .object([
            "objectName": envelope.objectName?.rawValue, "content": content, "contentError": error,
            "conversation": envelope.conversation?.rawValue, "targetId": envelope.targetID,
            "senderId": envelope.senderID, "direction": envelope.direction == .send ? "sent" : "received",
            "sentTime": envelope.sentTime, "messageUId": envelope.messageUID,
            "flags": flags.filter { envelope.flags.contains($0.flag) }.map(\.name),
            "receivers": envelope.receivers.isEmpty ? nil : envelope.receivers, "rest": rest(envelope),
        ])
    }

    private static func content(_ envelope: Envelope) -> (value: RawJSON?, error: String?) {
        switch envelope.content {
        case .decoded(let decoded)?: (JSONLine.onOneLine(decoded.value.value), nil)
        case .undecodable(let bytes, let error)?:
            (.object(["$base64": RawJSON.base64(bytes)]), error.code.rawValue)
        default: (nil, nil)
        }
    }

    /// Returns the body's remaining fields, or nil if there are none.
    private static func rest(_ envelope: Envelope) -> RawJSON? {
        switch envelope.body.storage {
        case .up(let kept):
            var body = kept.message
            body.sessionID = body.sessionID.map { RMTPMessageFlags().up(keeping: $0) }.flatMap { $0 == 0 ? nil : $0 }
            if envelope.objectName != nil { body.classname = nil }
            if envelope.content != nil { body.content = nil }
            body.userID = []
            return rest(body)
        case .down(let kept):
            var body = kept.message
            body.status = body.status.map { RMTPMessageFlags().down(keeping: $0) }.flatMap { $0 == 0 ? nil : $0 }
            if envelope.objectName != nil { body.classname = nil }
            if envelope.content != nil { body.content = nil }
            if body.direction == 1 { body.direction = nil }
            if let groupID = body.groupID, envelope.targetID == FrameText(groupID) { body.groupID = nil }
            (body.fromUserID, body.type, body.dataTime, body.msgID, body.toUserID) = (nil, nil, nil, nil, [])
            return rest(body)
        }
    }

    private static func rest(_ body: some ProtobufMessage) -> RawJSON? {
        let value = body.json
        if value.members?.isEmpty ?? true { return nil }
        return .object(["message": type(of: body).messageName, "value": value])
    }

    // MARK: Reading

    /// Returns the envelope of a request.
    package static func envelope(_ value: JSONObject) throws(OperationError) -> Envelope {
        guard let name = value["objectName"]?.string, let json = value["content"],
            let conversation = value["conversation"]?.number?.int64.flatMap({ Int(exactly: $0) })
        else { throw .encoding(EncodeError(.member)) }
        let objectName = ObjectName(rawValue: name)
        var fields = RMTPFields(.object(value.members.filter { $0.name == "targetId" }))
        let targetID = try fields.text("targetId")
        let (content, known) = try content(objectName, json)
        var envelope = Envelope(known, to: targetID ?? "", in: ConversationType(rawValue: conversation))
        envelope.content = content
        envelope.targetID = targetID
        envelope.senderID = value["senderId"]?.string
        envelope.direction = value["direction"]?.string == "received" ? .receive : .send
        envelope.sentTime = value["sentTime"]?.number?.int64
        envelope.messageUID = value["messageUId"]?.string
        if let names = value["flags"]?.elements?.compactMap(\.string) {
            envelope.flags = RMTPMessageFlags(flags.filter { names.contains($0.name) }.map(\.flag))
        }
        envelope.receivers = value["receivers"]?.elements?.compactMap(\.string) ?? []
        if let rest = value["rest"] { envelope.body = try body(rest) }
        return envelope
    }

    /// Returns a content, and a typed content from which the default flags follow.
    private static func content(
        _ name: ObjectName, _ json: RawJSON
    ) throws(OperationError) -> (EnvelopeContent, AnyContent) {
        let bytes: [UInt8]
        if let given = json["$base64"]?.base64 {
            bytes = given
        } else {
            bytes = try OperationError.reading(ContentRegistry.builtIn.encode(value: json, as: name))
        }
        do throws(DecodeError) {
            let decoded = try ContentRegistry.builtIn.decode(bytes, as: name)
            return (.decoded(decoded), decoded.value)
        } catch {
            return (.undecodable(bytes, error), .unknown(UnknownContent(objectName: name, bytes: bytes)))
        }
    }

    private static func body(_ rest: RawJSON) throws(OperationError) -> Envelope.Body {
        guard let value = rest["value"] else { throw .unsupported("rest has no value") }
        return try OperationError.reading(
            rest["message"]?.string == RMTPBody.DownStreamMessage.messageName
                ? Envelope.Body(RMTPBody.DownStreamMessage(json: value))
                : Envelope.Body(RMTPBody.UpStreamMessage(json: value)))
    }
}
