// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The operations `rmtp.body.decode` and `rmtp.body.encode`, which convert protobuf bodies of packets by message name.
enum BodyOperations {
    static func decode(_ request: JSONObject) throws(OperationError) -> RawJSON {
        let bytes = try request.bytes("bytes")
        return try decode(try message(request), bytes, request.mode, try request.packetLimits().bodies)
    }

    private static func decode<Message: ProtobufMessage>(
        _ type: Message.Type, _ bytes: [UInt8], _ mode: DecodingMode, _ limits: ProtobufLimits
    ) throws(OperationError) -> RawJSON {
        let decoded = try OperationError.reading(type.decode(bytes.span, mode: mode, limits: limits))
        return .object(["value": decoded.body.json, "deviations": decoded.deviations.sortedNames])
    }

    static func encode(_ request: JSONObject) throws(OperationError) -> [UInt8] {
        let value = try request.member("value")
        return try encode(try message(request), value, try request.packetLimits().bodies)
    }

    private static func encode<Message: ProtobufMessage>(
        _ type: Message.Type, _ value: RawJSON, _ limits: ProtobufLimits
    ) throws(OperationError) -> [UInt8] {
        // The size limit applies to the encoded body, not to the JSON.
        var reading = limits
        reading.bodyBytes = .max
        let body = try OperationError.reading(Message(json: value, limits: reading))
        let bytes = try OperationError.writing(body.encoded())
        if bytes.count > limits.bodyBytes { throw .encoding(EncodeError(.size)) }
        return bytes
    }

    private static func message(_ request: JSONObject) throws(OperationError) -> any ProtobufMessage.Type {
        guard let name = request["message"]?.string else { throw .unsupported("message is missing") }
        guard let type = RMTPBody.type(named: name) else { throw .unsupported("no such message") }
        return type
    }
}
