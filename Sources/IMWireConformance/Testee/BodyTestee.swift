// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues

/// `rmtp.body.decode` and `rmtp.body.encode`: the protobuf bodies of packets, by the names of their messages.
enum BodyTestee {
    /// What a body is refused with: its bytes or its value are wrong, or it cannot be written.
    enum Refusal: Error {
        case decoding(DecodeError)
        case encoding(EncodeError)
    }

    static func decode(_ request: JSONObject) throws(Unsupported) -> Result<RawJSON, Refusal> {
        guard let bytes = request["bytes"]?.string.flatMap({ Base64.decode($0) }) else {
            throw Unsupported("bytes is missing")
        }
        let mode = request["mode"]?.string == "strict" ? DecodingMode.strict : .lenient
        return decode(try message(request), bytes, mode, try PacketLimits(request["limits"]).bodies)
    }

    private static func decode<Message: ProtobufMessage>(
        _ type: Message.Type, _ bytes: [UInt8], _ mode: DecodingMode, _ limits: ProtobufLimits
    ) -> Result<RawJSON, Refusal> {
        do throws(DecodeError) {
            let decoded = try type.decode(bytes.span, mode: mode, limits: limits)
            let deviations = Set(decoded.deviations.map(\.id)).sorted().map { RawJSON($0.description) }
            return .success(.object([("value", decoded.body.json), ("deviations", .array(deviations))]))
        } catch {
            return .failure(.decoding(error))
        }
    }

    static func encode(_ request: JSONObject) throws(Unsupported) -> Result<RawJSON, Refusal> {
        guard let value = request["value"] else { throw Unsupported("value is missing") }
        return encode(try message(request), value, try PacketLimits(request["limits"]).bodies)
    }

    private static func encode<Message: ProtobufMessage>(
        _ type: Message.Type, _ value: RawJSON, _ limits: ProtobufLimits
    ) -> Result<RawJSON, Refusal> {
        let body: Message
        // The limit on size is for what is written.
        var reading = limits
        reading.bodyBytes = .max
        do throws(DecodeError) {
            body = try Message(json: value, limits: reading)
        } catch {
            return .failure(.decoding(error))
        }
        do throws(EncodeError) {
            let bytes = try body.encoded()
            if bytes.count > limits.bodyBytes { throw EncodeError(.size) }
            return .success(.object([("bytes", .base64(bytes))]))
        } catch {
            return .failure(.encoding(error))
        }
    }

    private static func message(_ request: JSONObject) throws(Unsupported) -> any ProtobufMessage.Type {
        guard let name = request["message"]?.string else { throw Unsupported("message is missing") }
        guard let type = RMTPBody.type(named: name) else { throw Unsupported("no such message") }
        return type
    }
}
