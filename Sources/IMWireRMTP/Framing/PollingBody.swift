// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A body where frames are polled: the message as a plain object, in which a field of bytes is text (RMTP-095).
public enum PollingBody {
    /// The bytes of the message that an object stands for.
    ///
    /// - Throws: `field.type` where a member is not of the schema or not of its type; `limit.*` and `proto.*` as for
    ///   ``ProtobufMessage/init(json:limits:)``.
    public static func bytes<Message: ProtobufMessage>(
        _ object: RawJSON, as type: Message.Type, limits: ProtobufLimits = ProtobufLimits()
    ) throws(DecodeError) -> [UInt8] {
        let message = try Message(json: fromText(object, type.fields), limits: limits)
        // What is missing was missing in the object.
        return (try? message.encoded(isPartial: true)) ?? []
    }

    /// The object that a message is in polling; nil where it holds bytes that are no text, or fields without a name.
    ///
    /// - Throws: `proto.*` and `limit.*` where the bytes are no such message.
    public static func object<Message: ProtobufMessage>(
        _ bytes: Span<UInt8>, as type: Message.Type, limits: ProtobufLimits = ProtobufLimits()
    ) throws(DecodeError) -> RawJSON? {
        toText(try Message.decode(bytes, limits: limits).body.json, type.fields)
    }

    // MARK: Bytes as text and as Base64, in which `ProtobufMessage` has them

    /// What is of no use as text stays as it is, and is refused as what it is.
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
