// SPDX-License-Identifier: Apache-2.0

import IMWire

extension ProtobufMessage {
    /// The message as a JSON object with the schema's names, exact 64-bit numbers, enumerations as numbers, bytes in
    /// Base64, and the unknown fields in Base64 as `$unknown` (PRB-060).
    public var json: RawJSON {
        json(withEmptyLists: false)
    }

    /// Returns the message as a JSON object, with or without the repeated fields that have no elements.
    func json(withEmptyLists isComplete: Bool) -> RawJSON {
        var writer = BodyJSONWriter(withEmptyLists: isComplete)
        traverse(&writer)
        return writer.object
    }

    /// Creates a message from the object that ``json`` returns; `null` stands for an absent member (PRB-061).
    ///
    /// - Throws: `field.type` if a member is not in the schema or has the wrong type; `limit.*` and `proto.*` as for
    ///   bytes, with offsets into the bytes that the object represents.
    public init(json: RawJSON, limits: ProtobufLimits = ProtobufLimits()) throws(DecodeError) {
        var writer = BodyJSONReader()
        try writer.object(json, Self.self)
        self = try Self.decode(writer.bytes.span, limits: limits).value
    }
}

/// A visitor that writes a message as JSON.
struct BodyJSONWriter: ProtobufVisitor {
    private var writer = ContentEncoder()
    /// Whether repeated fields without elements are written, as polling requires (RMTP-300).
    private let isComplete: Bool

    init(withEmptyLists isComplete: Bool = false) {
        self.isComplete = isComplete
        writer.open()
    }

    /// The completed object.
    var object: RawJSON {
        var writer = writer
        writer.close()
        return RawJSON(scanned: writer.text)
    }

    private mutating func list(_ name: StaticString, _ elements: [String]) {
        guard isComplete || !elements.isEmpty else { return }
        writer.member(name, RawJSON(scanned: "[\(elements.joined(separator: ","))]"))
    }

    mutating func int32(_ tag: UInt32, _ name: StaticString, _ value: Int32?) {
        writer.member(name, value.map { Int($0) })
    }

    mutating func int64(_ tag: UInt32, _ name: StaticString, _ value: Int64?) {
        writer.member(name, value.map { JSONNumber($0) })
    }

    mutating func bool(_ tag: UInt32, _ name: StaticString, _ value: Bool?) {
        writer.member(name, value)
    }

    mutating func string(_ tag: UInt32, _ name: StaticString, _ value: String?) {
        writer.member(name, value)
    }

    mutating func byteArray(_ tag: UInt32, _ name: StaticString, _ value: [UInt8]?) {
        writer.member(name, value.map { Base64.encode($0) })
    }

    mutating func message<Message: ProtobufMessage>(_ tag: UInt32, _ name: StaticString, _ value: Message?) {
        writer.member(name, value?.json(withEmptyLists: isComplete))
    }

    mutating func int32s(_ tag: UInt32, _ name: StaticString, _ values: [Int32]) {
        list(name, values.map { String($0) })
    }

    mutating func int64s(_ tag: UInt32, _ name: StaticString, _ values: [Int64]) {
        list(name, values.map { String($0) })
    }

    mutating func bools(_ tag: UInt32, _ name: StaticString, _ values: [Bool]) {
        list(name, values.map { String($0) })
    }

    mutating func strings(_ tag: UInt32, _ name: StaticString, _ values: [String]) {
        list(name, values.map { RawJSON($0).text })
    }

    mutating func byteArrays(_ tag: UInt32, _ name: StaticString, _ values: [[UInt8]]) {
        list(name, values.map { "\"\(Base64.encode($0))\"" })
    }

    mutating func messages<Message: ProtobufMessage>(_ tag: UInt32, _ name: StaticString, _ values: [Message]) {
        list(name, values.map { $0.json(withEmptyLists: isComplete).text })
    }

    mutating func unknown(_ fields: ProtobufUnknownFields) {
        if !fields.isEmpty { writer.member("$unknown", Base64.encode(fields.bytes)) }
    }
}
