// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The operations `rmtp.body.decode` and `rmtp.body.encode`, which convert protobuf bodies of packets by message name.
package enum BodyOperations {
    /// Decodes a body.
    ///
    /// - Parameter request: has `message`, `mode` and `limits`.
    package static func decode(_ bytes: [UInt8], _ request: JSONObject) throws(TesteeRefusal) -> RawJSON {
        try decode(try message(request), bytes, request.mode, try request.packetLimits().bodies)
    }

    private static func decode<Message: ProtobufMessage>(
        _ type: Message.Type, _ bytes: [UInt8], _ mode: DecodingMode, _ limits: ProtobufLimits
    ) throws(TesteeRefusal) -> RawJSON {
        try TesteeRefusal.reading { () throws(DecodeError) in
            let decoded = try type.decode(bytes.span, mode: mode, limits: limits)
            let deviations = Set(decoded.deviations.map(\.id)).sorted().map { RawJSON($0.description) }
            return .object([("value", decoded.body.json), ("deviations", .array(deviations))])
        }
    }

    /// Encodes a body.
    ///
    /// - Parameter request: has `message` and `limits`.
    package static func encode(_ value: RawJSON, _ request: JSONObject) throws(TesteeRefusal) -> [UInt8] {
        try encode(try message(request), value, try request.packetLimits().bodies)
    }

    private static func encode<Message: ProtobufMessage>(
        _ type: Message.Type, _ value: RawJSON, _ limits: ProtobufLimits
    ) throws(TesteeRefusal) -> [UInt8] {
        // The size limit applies to the encoded body, not to the JSON.
        var reading = limits
        reading.bodyBytes = .max
        let body = try TesteeRefusal.reading { () throws(DecodeError) in try Message(json: value, limits: reading) }
        let bytes = try TesteeRefusal.writing { () throws(EncodeError) in try body.encoded() }
        if bytes.count > limits.bodyBytes { throw .encoding(EncodeError(.size)) }
        return bytes
    }

    private static func message(_ request: JSONObject) throws(TesteeRefusal) -> any ProtobufMessage.Type {
        guard let name = request["message"]?.string else { throw .unsupported("message is missing") }
        guard let type = RMTPBody.type(named: name) else { throw .unsupported("no such message") }
        return type
    }
}
