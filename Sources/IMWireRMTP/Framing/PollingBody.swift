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
    /// - Parameter direction: the direction of the packet; only a reply has repeated fields without elements.
    /// - Throws: `proto.*` and `limit.*` if the bytes are not a message of this type.
    public static func object<Message: ProtobufMessage>(
        _ bytes: Span<UInt8>, as type: Message.Type, _ direction: RMTPDirection = .down,
        limits: ProtobufLimits = ProtobufLimits()
    ) throws(DecodeError) -> RawJSON? {
        let message = try Message.decode(bytes, limits: limits).value
        return toText(message.json(withEmptyLists: direction == .down), type.fields)
    }

    // MARK: Conversion between text and the Base64 form of `ProtobufMessage`

    /// Replaces text with Base64 in `bytes` fields; a value of another type is kept and rejected by the message's
    /// reader.
    private static func fromText(_ value: RawJSON, _ fields: [ProtobufField]) -> RawJSON {
        guard let members = value.members else { return value }
        let parts = members.map { name, value in
            let field = fields.first { $0.name.equals(name) }
            return part(name, field.map { fromText(value, $0) } ?? value)
        }
        return RawJSON(scanned: "{\(parts.joined(separator: ","))}")
    }

    private static func fromText(_ value: RawJSON, _ field: ProtobufField) -> RawJSON {
        if let elements = value.elements {
            return RawJSON(scanned: "[\(elements.map { fromText($0, field).text }.joined(separator: ","))]")
        }
        switch field.kind {
        case .bytes: return value.string.map { RawJSON(Base64.encode(Array($0.utf8))) } ?? value
        case .message(let type): return fromText(value, type.fields)
        default: return value
        }
    }

    private static func toText(_ value: RawJSON, _ fields: [ProtobufField]) -> RawJSON? {
        var parts: [String] = []
        for (name, value) in value.members ?? [] {
            guard let field = fields.first(where: { $0.name.equals(name) }),
                let text = toText(value, field)
            else { return nil }
            parts.append(part(name, text))
        }
        return RawJSON(scanned: "{\(parts.joined(separator: ","))}")
    }

    private static func toText(_ value: RawJSON, _ field: ProtobufField) -> RawJSON? {
        if let elements = value.elements {
            var texts: [String] = []
            for element in elements {
                guard let text = toText(element, field) else { return nil }
                texts.append(text.text)
            }
            return RawJSON(scanned: "[\(texts.joined(separator: ","))]")
        }
        switch field.kind {
        case .bytes:
            guard let bytes = value.string.flatMap({ Base64.decode($0) }) else { return nil }
            return String(validating: bytes, as: UTF8.self).map { RawJSON($0) }
        case .message(let type): return toText(value, type.fields)
        default: return value
        }
    }

    private static func part(_ name: String, _ value: RawJSON) -> String {
        "\(RawJSON(name).text):\(value.text)"
    }
}
