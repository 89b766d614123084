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
        writer.object(self)
        return RawJSON(scanned: String(decoding: writer.bytes, as: UTF8.self))
    }

    /// Appends the object that ``json`` returns to `bytes`.
    package func append(jsonTo bytes: inout [UInt8]) {
        var writer = BodyJSONWriter()
        swap(&writer.bytes, &bytes)
        writer.object(self)
        swap(&writer.bytes, &bytes)
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

/// A visitor that writes a message as JSON, nested messages included, into one buffer.
struct BodyJSONWriter: ProtobufVisitor {
    /// The bytes written so far.
    var bytes: [UInt8] = []
    /// Whether repeated fields without elements are written, as polling requires (RMTP-300).
    private let isComplete: Bool
    private var isFirst = true

    init(withEmptyLists isComplete: Bool = false) {
        self.isComplete = isComplete
    }

    /// Writes a message as an object.
    mutating func object(_ message: some ProtobufMessage) {
        bytes.append(UInt8(ascii: "{"))
        isFirst = true
        message.traverse(&self)
        bytes.append(UInt8(ascii: "}"))
        isFirst = false
    }

    private mutating func name(_ name: StaticString) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes.append(UInt8(ascii: "\""))
        bytes.append(literal: name)
        bytes.append(literal: "\":")
    }

    private mutating func member(_ name: StaticString, _ value: (some JSONConvertible)?) {
        guard let value else { return }
        self.name(name)
        value.write(to: &bytes)
    }

    private mutating func base64(_ value: [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        bytes.append(base64: value.span)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func list<Element>(
        _ name: StaticString, _ elements: [Element], _ write: (inout BodyJSONWriter, Element) -> Void
    ) {
        guard isComplete || !elements.isEmpty else { return }
        self.name(name)
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(&self, element)
        }
        bytes.append(UInt8(ascii: "]"))
        isFirst = false
    }

    mutating func int32(_ tag: UInt32, _ name: StaticString, _ value: Int32?) { member(name, value) }

    mutating func int64(_ tag: UInt32, _ name: StaticString, _ value: Int64?) { member(name, value) }

    mutating func bool(_ tag: UInt32, _ name: StaticString, _ value: Bool?) { member(name, value) }

    mutating func string(_ tag: UInt32, _ name: StaticString, _ value: String?) { member(name, value) }

    mutating func byteArray(_ tag: UInt32, _ name: StaticString, _ value: [UInt8]?) {
        guard let value else { return }
        self.name(name)
        base64(value)
    }

    mutating func message<Message: ProtobufMessage>(_ tag: UInt32, _ name: StaticString, _ value: Message?) {
        guard let value else { return }
        self.name(name)
        object(value)
    }

    mutating func int32s(_ tag: UInt32, _ name: StaticString, _ values: [Int32]) {
        list(name, values) { $1.write(to: &$0.bytes) }
    }

    mutating func int64s(_ tag: UInt32, _ name: StaticString, _ values: [Int64]) {
        list(name, values) { $1.write(to: &$0.bytes) }
    }

    mutating func bools(_ tag: UInt32, _ name: StaticString, _ values: [Bool]) {
        list(name, values) { $1.write(to: &$0.bytes) }
    }

    mutating func strings(_ tag: UInt32, _ name: StaticString, _ values: [String]) {
        list(name, values) { $1.write(to: &$0.bytes) }
    }

    mutating func byteArrays(_ tag: UInt32, _ name: StaticString, _ values: [[UInt8]]) {
        list(name, values) { $0.base64($1) }
    }

    mutating func messages<Message: ProtobufMessage>(_ tag: UInt32, _ name: StaticString, _ values: [Message]) {
        list(name, values) { $0.object($1) }
    }

    mutating func unknown(_ fields: ProtobufUnknownFields) {
        guard !fields.isEmpty else { return }
        name("$unknown")
        base64(fields.bytes)
    }
}
