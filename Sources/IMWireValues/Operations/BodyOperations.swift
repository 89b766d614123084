// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The operations `rmtp.body.decode` and `rmtp.body.encode`, which convert protobuf bodies of packets by message name.
package enum BodyOperations {
    static func decode(_ request: JSONObject) throws(OperationError) -> RawJSON {
        let bytes = try request.bytes("bytes")
        let name = try name(request)
        let answer = try decode(name, bytes.span, request.mode, try request.packetLimits().bodies)
        return RawJSON(scanned: String(decoding: answer, as: UTF8.self))
    }

    /// Returns the answer to a body with the name of its message, an object with `value` and `deviations`.
    package static func decode(
        _ name: String, _ bytes: Span<UInt8>, _ mode: DecodingMode, _ limits: ProtobufLimits
    ) throws(OperationError) -> [UInt8] {
        try decode(try message(name), bytes, mode, limits)
    }

    private static func decode<Message: ProtobufMessage>(
        _ type: Message.Type, _ bytes: Span<UInt8>, _ mode: DecodingMode, _ limits: ProtobufLimits
    ) throws(OperationError) -> [UInt8] {
        do throws(DecodeError) {
            // A generic result, such as that of `decode`, needs the metadata of its type in each call.
            var body = Message()
            let deviations = try body.readBody(bytes, mode, limits)
            var answer: [UInt8] = []
            // The contents of a body are in Base64, which is longer by a third.
            answer.reserveCapacity(bytes.count / 2 * 3 + 128)
            answer.append(literal: "{\"value\":")
            body.append(jsonTo: &answer)
            answer.append(literal: ",\"deviations\":")
            answer.append(json: deviations.isEmpty ? [] : deviations.sortedNames)
            answer.append(UInt8(ascii: "}"))
            return answer
        } catch {
            throw .decoding(error)
        }
    }

    static func encode(_ request: JSONObject) throws(OperationError) -> [UInt8] {
        let value = try request.member("value")
        return try encode(try message(try name(request)), value, try request.packetLimits().bodies)
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

    private static func name(_ request: JSONObject) throws(OperationError) -> String {
        guard let name = request["message"]?.string else { throw .unsupported("message is missing") }
        return name
    }

    private static func message(_ name: String) throws(OperationError) -> any ProtobufMessage.Type {
        guard let type = RMTPBody.type(named: name) else { throw .unsupported("no such message") }
        return type
    }
}
