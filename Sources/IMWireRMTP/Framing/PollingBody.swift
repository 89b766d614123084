// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The body of a packet in polling: the message as a plain object, in which `bytes` fields are text (RMTP-095).
///
/// In a reply, every repeated field is present, even if it has no elements (RMTP-300).
public enum PollingBody {
    /// Returns the bytes of the message that an object represents.
    ///
    /// - Throws: `field.type` if a member is not in the schema or has the wrong type; `limit.*` and `proto.*` as for
    ///   ``ProtobufMessage/init(json:limits:)``.
    public static func bytes<Message: ProtobufMessage>(
        _ object: RawJSON, as type: Message.Type, limits: ProtobufLimits = ProtobufLimits()
    ) throws(DecodeError) -> [UInt8] {
        let message = try Message(json: fromText(object, type.fields), limits: limits)
        // Required fields may be absent from the object, and are then absent from the bytes.
        return (try? message.encoded(isPartial: true)) ?? []
    }

    /// Returns the object that represents a message in polling, or nil if the message has `bytes` fields that are not
    /// UTF-8 or fields that the schema does not name.
    ///
    /// - Parameters:
    ///   - bytes: the message.
    ///   - type: the type of the message.
    ///   - direction: the direction of the packet; only a reply has repeated fields without elements.
    ///   - limits: the limits on the message.
    /// - Throws: `proto.*` and `limit.*` if the bytes are not a message of this type.
    public static func object<Message: ProtobufMessage>(
        _ bytes: Span<UInt8>, as type: Message.Type, _ direction: RMTPDirection = .down,
        limits: ProtobufLimits = ProtobufLimits()
    ) throws(DecodeError) -> RawJSON? {
        let message = try Message.decode(bytes, limits: limits).value
        return toText(message.json(withEmptyLists: direction == .down), type.fields)
    }

    // MARK: Conversion between text and the Base64 form of `ProtobufMessage`

    /// Replaces text with Base64 in `bytes` fields; a value of another type or without a field is kept and rejected by
    /// the message's reader.
    private static func fromText(_ value: RawJSON, _ fields: [ProtobufField]) -> RawJSON {
        let converted = converted(value, fields, keepsOthers: true) { value in
            value.string.map { RawJSON.base64($0.utf8) } ?? value
        }
        return converted ?? value
    }

    private static func toText(_ value: RawJSON, _ fields: [ProtobufField]) -> RawJSON? {
        converted(value, fields, keepsOthers: false) { value in
            value.string.flatMap { Base64.decode($0) }.flatMap { String(validating: $0, as: UTF8.self) }?.json
        }
    }

    /// Returns an object with its `bytes` fields converted, or nil if one cannot be converted.
    ///
    /// - Parameter keepsOthers: whether members without a field are kept; otherwise they cannot be converted.
    private static func converted(
        _ value: RawJSON, _ fields: [ProtobufField], keepsOthers: Bool, _ bytes: (RawJSON) -> RawJSON?
    ) -> RawJSON? {
        guard let members = value.members else { return value }
        var object = JSONBuilder()
        for (name, value) in members {
            let field = fields.first { $0.name.equals(name) }
            guard let field else {
                guard keepsOthers else { return nil }
                object.add(name, value)
                continue
            }
            guard let value = converted(value, field, keepsOthers: keepsOthers, bytes) else { return nil }
            object.add(name, value)
        }
        return object.json
    }

    private static func converted(
        _ value: RawJSON, _ field: ProtobufField, keepsOthers: Bool, _ bytes: (RawJSON) -> RawJSON?
    ) -> RawJSON? {
        if let elements = value.elements {
            var all: [RawJSON] = []
            for element in elements {
                guard let element = converted(element, field, keepsOthers: keepsOthers, bytes) else { return nil }
                all.append(element)
            }
            return all.json
        }
        switch field.kind {
        case .bytes: return bytes(value)
        case .message(let type): return converted(value, type.fields, keepsOthers: keepsOthers, bytes)
        default: return value
        }
    }
}
