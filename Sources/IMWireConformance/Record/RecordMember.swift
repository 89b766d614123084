// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// A member of an object in a record's JSON, described once for writing and for reading.
struct RecordMember<Record>: Sendable {
    private let name: String
    private let isRequired: Bool
    /// Returns the value of the member, or nil if it is left out.
    private let json: @Sendable (Record) -> RawJSON?
    /// Sets the property from the value of the member, and returns false if the value is invalid.
    private let set: @Sendable (inout Record, RawJSON) -> Bool

    /// Returns the JSON of a record, with the members in their order.
    static func json(_ record: Record, _ members: [RecordMember]) -> JSONBuilder {
        var builder = JSONBuilder()
        for member in members { builder.add(member.name, member.json(record)) }
        return builder
    }

    /// Sets the properties of a record, and returns false if a required member is absent or invalid.
    ///
    /// Other members that are absent or invalid leave their properties as they are.
    static func read(_ json: RawJSON, into record: inout Record, _ members: [RecordMember]) -> Bool {
        let object = JSONObject(json)
        return members.allSatisfy { member in
            let isSet = object[member.name].map { member.set(&record, $0) } ?? false
            return isSet || !member.isRequired
        }
    }

    /// Returns a member that is converted by two functions; it is left out if the first returns nil.
    static func value<Value>(
        _ name: String, _ path: WritableKeyPath<Record, Value> & Sendable, isRequired: Bool = false,
        write: @escaping @Sendable (Value) -> RawJSON?, read: @escaping @Sendable (RawJSON) -> Value?
    ) -> RecordMember {
        RecordMember(name: name, isRequired: isRequired, json: { write($0[keyPath: path]) }) { record, json in
            guard let value = read(json) else { return false }
            record[keyPath: path] = value
            return true
        }
    }

    static func text(_ name: String, _ path: WritableKeyPath<Record, String> & Sendable, isRequired: Bool = false)
        -> RecordMember
    {
        value(name, path, isRequired: isRequired, write: { RawJSON($0) }, read: \.string)
    }

    /// Returns a text that is left out if it is nil.
    static func text(_ name: String, _ path: WritableKeyPath<Record, String?> & Sendable) -> RecordMember {
        value(name, path, write: { $0.map { RawJSON($0) } }, read: { $0.string })
    }

    static func texts(_ name: String, _ path: WritableKeyPath<Record, [String]> & Sendable) -> RecordMember {
        value(
            name, path, write: { .array($0.map { RawJSON($0) }) },
            read: { $0.elements.map { $0.compactMap(\.string) } })
    }

    static func integer(_ name: String, _ path: WritableKeyPath<Record, Int> & Sendable) -> RecordMember {
        value(name, path, write: { .integer($0) }, read: { $0.number?.int64.flatMap { Int(exactly: $0) } })
    }
}
