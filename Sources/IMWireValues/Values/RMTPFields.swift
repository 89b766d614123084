// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The members of a packet in JSON, each consumed once; a remaining member is an error (RMTP-111).
package struct RMTPFields {
    private var members: JSONMembers

    package init(_ json: RawJSON) {
        members = JSONMembers(json.members ?? [])
    }

    package mutating func consume(_ name: String) -> RawJSON? { members.consume(name) }

    /// Returns a member without consuming it, or nil if it is absent.
    package func peek(_ name: String) -> RawJSON? { members.all.first { $0.name.equals(name) }?.value }

    /// Returns a number that fits its field, or nil if it is absent (RMTP-114).
    package mutating func number<Value: FixedWidthInteger>(
        _ name: String, _ type: Value.Type = Value.self
    ) throws(OperationError) -> Value? {
        guard let json = consume(name) else { return nil }
        guard let number = json.number else { throw .unsupported("\(name) is not a number") }
        guard let value = Value(number.text) else {
            let isInteger = number.text.utf8.allSatisfy {
                $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            }
            if isInteger { throw .encoding(EncodeError(.range)) }
            throw .unsupported("\(name) is not an integer")
        }
        return value
    }

    /// Returns the type of a packet all of whose numbers fit their fields, whether or not its layout has them
    /// (RMTP-351).
    package func checkedType() throws(OperationError) -> RMTPType {
        var copy = self
        let type = try RMTPType(&copy)
        let statusBits = type == .connAck || type == .disconnect ? 8 : 16
        let bits = [
            ("qos", 2), ("willQos", 2), ("ignored", 8), ("flags", 8), ("version", 8), ("status", statusBits),
            ("keepAlive", 16), ("millisecond", 16), ("date", 32), ("timestamp", 64),
        ]
        for (name, width) in bits {
            guard let value = try copy.number(name, UInt64.self) else { continue }
            if value > UInt64.max >> UInt64(64 - width) { throw .encoding(EncodeError(.range)) }
        }
        return type
    }

    /// Returns a message id, of which the low 16 bits are written (RMTP-114).
    package mutating func messageID() throws(OperationError) -> UInt16? {
        try number("messageId", Int64.self).map { UInt16(truncatingIfNeeded: $0) }
    }

    package mutating func boolean(_ name: String) throws(OperationError) -> Bool? {
        guard let json = consume(name) else { return nil }
        guard let value = json.boolean else { throw .unsupported("\(name) is not a boolean") }
        return value
    }

    package mutating func qos(_ name: String) throws(OperationError) -> RMTPQoS? {
        guard let number = try number(name, UInt8.self) else { return nil }
        guard let qos = RMTPQoS(rawValue: number) else { throw .encoding(EncodeError(.range)) }
        return qos
    }

    package mutating func text(_ name: String) throws(OperationError) -> FrameText? {
        guard let json = consume(name) else { return nil }
        if json.kind == .string {
            return json.hasLoneSurrogate ? FrameText(utf16: json.codeUnits) : FrameText(json.string ?? "")
        }
        guard let units = json["utf16be"]?.string.flatMap(RMTPFields.units) else {
            throw .unsupported("\(name) is not a string")
        }
        return FrameText(utf16: units)
    }

    package mutating func data() throws(OperationError) -> [UInt8]? {
        guard let json = consume("data") else { return nil }
        guard let bytes = json.base64 else { throw .unsupported("data is not Base64") }
        return bytes
    }

    package mutating func value(_ member: RMTPLayout.Member) throws(OperationError) -> FrameValue? {
        try value(member.id.name, member.kind, wraps: member.wraps)
    }

    /// Returns the value of a field of the given kind.
    ///
    /// - Parameter wraps: whether a number may exceed its field, so that only its low bytes are written (RMTP-114).
    package mutating func value(
        _ name: String, _ kind: RMTPLayout.Kind, wraps: Bool
    ) throws(OperationError) -> FrameValue? {
        switch kind {
        case .text: return FrameValue(try text(name))
        case .rest: return FrameValue(try data())
        case .boolean: return FrameValue(try boolean(name))
        case .qos: return FrameValue(try qos(name)?.rawValue)
        case .flags: return FrameValue(try number(name, UInt8.self))
        case .number(1): return FrameValue(try number(name, UInt8.self))
        case .number(2): return wraps ? FrameValue(try messageID()) : FrameValue(try number(name, UInt16.self))
        case .number(4): return FrameValue(try number(name, UInt32.self))
        case .number: return FrameValue(try number(name, UInt64.self))
        }
    }

    /// Returns the header's flags; bit 3 is `syncMsg` on a PUBLISH down and `dup` elsewhere (RMTP-012).
    package mutating func flags(isSync: Bool) throws(OperationError) -> RMTPFlags {
        let isDuplicate = try boolean("dup") ?? false
        if isSync, isDuplicate { throw .encoding(EncodeError(.member)) }
        let isSynced = isSync ? try boolean("syncMsg") ?? false : false
        return RMTPFlags(
            qos: try qos("qos") ?? .atMostOnce, isDuplicate: isDuplicate || isSynced,
            isRetained: try boolean("retain") ?? false)
    }

    /// Refuses members that have not been consumed.
    package func finish() throws(OperationError) {
        if !members.leftOver.isEmpty { throw .encoding(EncodeError(.member)) }
    }

    /// Returns UTF-16 code units, each written as four hexadecimal digits.
    private static func units(_ hex: String) -> [UInt16]? {
        guard let bytes = HexBytes.read(hex), bytes.count % 2 == 0 else { return nil }
        return stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    }
}

extension RMTPType {
    /// The name of the packet type in the testee protocol.
    package var protocolName: String { RMTPLayout.of(self).name }

    package init(_ fields: inout RMTPFields) throws(OperationError) {
        let name = fields.consume("packet")?.string ?? ""
        // A type that contradicts the name, even one that no packet has, makes the request one that cannot be
        // understood (TST-089).
        func agrees(with type: RMTPType) throws(OperationError) {
            guard let number = fields.peek("type")?.number?.text, number != String(type.rawValue) else { return }
            throw .unsupported("packet and type contradict each other")
        }
        if let type = RMTPLayout.all.first(where: { $0.name == name })?.type {
            try agrees(with: type)
            self = type
            return
        }
        guard name.hasPrefix("TYPE"), let number = UInt8(name.dropFirst(4)), number < 16,
            name.equals("TYPE\(number)"),
            !RMTPType(rawValue: number).hasLayout
        else { throw .unsupported("unknown packet") }
        self.init(rawValue: number)
        try agrees(with: self)
        _ = fields.consume("type")
    }
}
