// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The operations `rmtp.request.decode` and `rmtp.request.encode`, which convert the POST that carries a packet of a
/// polling client (TST-110).
enum PostOperations {
    static func decode(_ request: JSONObject) throws(OperationError) -> RawJSON {
        guard let target = request["target"]?.string else { throw .unsupported("target is missing") }
        let body = try request.bytes("bytes")
        if request["limits"] != nil { throw .unsupported("the limits of a POST cannot be set here") }
        let address = Array(target.utf8)
        let read = try OperationError.reading(
            PollingRequest(target: address.span, body: body.span, mode: request.mode))
        return .object(["value": value(read), "deviations": RawJSON.emptyArray])
    }

    private static func value(_ request: PollingRequest) -> RawJSON {
        var packet: [UInt8] = []
        request.header.append(jsonTo: &packet, .up)
        packet.append(member: "messageId", Int(request.messageID))
        if let topic = request.topic { packet.append(member: "topic", json: topic) }
        if let targetID = request.targetID { packet.append(member: "targetId", json: targetID) }
        if let data = request.data {
            packet.append(name: "data")
            packet.append(json: JSONLine.onOneLine(data))
        }
        packet.append(UInt8(ascii: "}"))
        let others = request.others.map { [$0.name, $0.value] }
        return .object([
            "packet": RawJSON(scanned: String(decoding: packet, as: UTF8.self)), "sessionid": request.session.revealed,
            "pid": request.pid,
            "others": others.isEmpty ? nil : others,
        ])
    }

    /// Returns the target and the body of a POST request.
    static func encode(_ request: JSONObject) throws(OperationError) -> RawJSON {
        let value = try request.member("value")
        guard let packet = value["packet"], let session = value["sessionid"]?.string else {
            throw .unsupported("the value has no packet or no sessionid")
        }
        var post = try self.request(packet, SecretText(session))
        post.pid = value["pid"]?.string
        for field in value["others"]?.elements ?? [] {
            guard let parts = field.elements?.compactMap(\.string), parts.count == 2 else {
                throw .unsupported("others is not a list of names and values")
            }
            post.others.append(FormField(parts[0], parts[1]))
        }
        let target = try OperationError.writing(post.revealedTarget())
        return .object(["value": RawJSON.object(["target": target, "body": post.data.map(JSONLine.onOneLine)])])
    }

    private static func request(_ json: RawJSON, _ session: SecretText) throws(OperationError) -> PollingRequest {
        var fields = RMTPFields(json)
        let header = RMTPHeader(try RMTPType(&fields), try fields.flags(isSync: false))
        guard let messageID = try fields.messageID() else {
            throw .encoding(EncodeError(.field, path: "/messageid"))
        }
        let request = PollingRequest(
            header, messageID: messageID, session: session, topic: try fields.text("topic")?.string,
            targetID: try fields.text("targetId")?.string, data: fields.consume("data"))
        try fields.finish()
        return request
    }
}
