// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A reader that converts a message's JSON to its wire format, from which the message is then decoded.
///
/// The fields of the schema define the type of each member, so message types need no second reader.
struct BodyJSONReader {
    private(set) var bytes: [UInt8] = []

    /// Reads an object of the given message type.
    mutating func object<Message: ProtobufMessage>(_ json: RawJSON, _ type: Message.Type) throws(DecodeError) {
        guard let members = json.members else { throw BodyJSONReader.wrongType("") }
        // Of a repeated name the last member counts (TST-010).
        var last: [ExactText: Int] = [:]
        if members.count > 1 {
            for (index, member) in members.enumerated() { last[ExactText(member.name)] = index }
        }
        for (index, member) in members.enumerated()
        where member.value.kind != .null && (members.count == 1 || last[ExactText(member.name)] == index) {
            if member.name.equals("$unknown") {
                // Only fields that the schema does not have may be there: a known one would replace a member (PRB-090).
                guard let unknown = member.value.base64, let message = try? Message(protobuf: unknown) else {
                    throw BodyJSONReader.wrongType("/$unknown")
                }
                var unknownAlone = Message()
                unknownAlone.unknownFields = message.unknownFields
                guard unknownAlone == message else { throw BodyJSONReader.wrongType("/$unknown") }
                bytes += unknown
                continue
            }
            guard let field = Message.fields.first(where: { $0.name.equals(member.name) }) else {
                throw BodyJSONReader.wrongType("/?")
            }
            try self.field(field, member.value)
        }
    }

    private mutating func field(_ field: ProtobufField, _ json: RawJSON) throws(DecodeError) {
        guard field.label == .repeated else {
            try element(field, json, "/\(field.name)")
            return
        }
        guard let elements = json.elements else { throw BodyJSONReader.wrongType("/\(field.name)") }
        for (index, value) in elements.enumerated() { try element(field, value, "/\(field.name)/\(index)") }
    }

    private mutating func element(_ field: ProtobufField, _ json: RawJSON, _ path: String) throws(DecodeError) {
        switch field.kind {
        case .int32, .enumeration:
            guard let value = json.number?.int64, let value = Int32(exactly: value) else {
                throw BodyJSONReader.wrongType(path)
            }
            number(field, UInt64(bitPattern: Int64(value)))
        case .int64:
            guard let value = json.number?.int64 else { throw BodyJSONReader.wrongType(path) }
            number(field, UInt64(bitPattern: value))
        case .bool:
            guard let value = json.boolean else { throw BodyJSONReader.wrongType(path) }
            number(field, value ? 1 : 0)
        case .string:
            // A body's strings are UTF-8, which has no surrogates (PRB-015).
            guard let value = json.string, !json.hasLoneSurrogate else { throw BodyJSONReader.wrongType(path) }
            block(field, Array(value.utf8))
        case .bytes:
            guard let value = json.base64 else { throw BodyJSONReader.wrongType(path) }
            block(field, value)
        case .message(let type):
            var inner = BodyJSONReader()
            do {
                try inner.object(json, type)
            } catch {
                throw DecodeError(error.code, offset: error.offset, path: path + error.path)
            }
            block(field, inner.bytes)
        }
    }

    private mutating func number(_ field: ProtobufField, _ value: UInt64) {
        varint(UInt64(field.number << 3))
        varint(value)
    }

    private mutating func block(_ field: ProtobufField, _ value: [UInt8]) {
        varint(UInt64(field.number << 3 | 2))
        varint(UInt64(value.count))
        bytes += value
    }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= UInt8.moreGroups {
            bytes.append(UInt8(truncatingIfNeeded: rest) | .moreGroups)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    private static func wrongType(_ path: String) -> DecodeError {
        DecodeError(.fieldType, offset: 0, path: path)
    }
}
