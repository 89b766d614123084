// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

extension RMTPHeader {
    /// Appends an opening brace and the members of the header.
    func append(jsonTo bytes: inout [UInt8], _ direction: RMTPDirection) {
        bytes.append(literal: "{\"packet\":")
        bytes.append(json: type.protocolName)
        bytes.append(name: "qos")
        bytes.append(json: Int(flags.qos.rawValue))
        bytes.append(name: "dup")
        bytes.append(json: isDuplicate(direction))
        bytes.append(name: "retain")
        bytes.append(json: flags.isRetained)
        if type == .publish, direction == .down {
            bytes.append(name: "syncMsg")
            bytes.append(json: isSync(direction))
        }
        if !type.hasLayout {
            bytes.append(name: "type")
            bytes.append(json: Int(type.rawValue))
        }
    }
}

extension [UInt8] {
    /// Appends a comma and a member of a packet, unless it is absent.
    fileprivate mutating func append(_ member: FrameMember, _ value: FrameValue?) {
        guard let value else { return }
        append(literal: ",\"")
        append(text: member.name)
        append(literal: "\":")
        value.write(to: &self)
    }
}

extension FrameText: JSONConvertible {
    /// Appends the text as a JSON string, or its UTF-16 code units if it has an unpaired surrogate (RMTP-023).
    package func write(to bytes: inout [UInt8]) {
        if let string { return string.write(to: &bytes) }
        let units = utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        RawJSON.object(["utf16be": HexBytes.text(units)]).write(to: &bytes)
    }
}

extension FrameValue: JSONConvertible {
    /// Appends the value as JSON, in which bytes are Base64.
    package func write(to json: inout [UInt8]) {
        switch self {
        case .number(let number): number.write(to: &json)
        case .text(let text): text.write(to: &json)
        case .bytes(let bytes):
            json.append(UInt8(ascii: "\""))
            json.append(base64: bytes.span)
            json.append(UInt8(ascii: "\""))
        case .boolean(let boolean): boolean.write(to: &json)
        }
    }
}

extension RMTPPacket {
    /// Returns the packet in its testee-protocol form.
    package func json(_ direction: RMTPDirection) -> RawJSON {
        var bytes: [UInt8] = []
        append(jsonTo: &bytes, direction)
        return RawJSON(scanned: String(decoding: bytes, as: UTF8.self))
    }

    /// Appends the packet in its testee-protocol form.
    package func append(jsonTo bytes: inout [UInt8], _ direction: RMTPDirection) {
        header.append(jsonTo: &bytes, direction)
        let members = self.members
        for member in RMTPLayout.of(header.type).members { bytes.append(member.id, members[member.id]) }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Creates a packet from its testee-protocol form; optional members that are absent get their defaults (RMTP-390).
    ///
    /// - Parameter trailing: the bytes that follow the packet's last field, in Base64 (RMTP-043).
    package init(_ fields: inout RMTPFields, _ format: RMTPFormat, trailing: RawJSON? = nil) throws(OperationError) {
        let type = try RMTPType(&fields)
        let flags = try fields.flags(isSync: type == .publish && format.direction == .down)
        let empty = OtherPacket(type: type, data: [], flags: flags).map(RMTPPacket.other)
        guard var packet = empty ?? RMTPPacket(bare: type, flags) else { throw .unsupported("unknown packet") }
        var members = packet.members
        for member in RMTPLayout.of(type).members where !member.isHidden {
            members[member.id] = try fields.value(member) ?? member.usual
        }
        try fields.finish()
        if let trailing {
            guard let bytes = trailing.base64 else { throw .unsupported("trailing is not Base64") }
            if !bytes.isEmpty, !packet.canTrail { throw .encoding(EncodeError(.member)) }
            members.trailing = bytes
        }
        packet.members = members
        self = packet
    }
}

extension PollingPacket {
    /// The packet in its testee-protocol form.
    package var json: RawJSON {
        var bytes: [UInt8] = []
        append(jsonTo: &bytes)
        return RawJSON(scanned: String(decoding: bytes, as: UTF8.self))
    }

    /// Appends the packet in its testee-protocol form.
    package func append(jsonTo bytes: inout [UInt8]) {
        header.append(jsonTo: &bytes, .down)
        for member in RMTPLayout.polled { bytes.append(member.id, self[member.id]) }
        if let data {
            bytes.append(name: "data")
            bytes.append(json: JSONLine.onOneLine(data))
        }
        bytes.append(UInt8(ascii: "}"))
    }

    package init(_ fields: inout RMTPFields) throws(OperationError) {
        let type = try RMTPType(&fields)
        self.init(RMTPHeader(type, try fields.flags(isSync: type == .publish)))
        for member in RMTPLayout.polled where member.id != .data {
            self[member.id] = try fields.value(member.id.name, member.kind, wraps: member.id == .messageID)
        }
        data = fields.consume("data")
        try fields.finish()
    }
}

extension RMTPPacket {
    /// The bytes of the body, or nil if the packet has none.
    package var data: [UInt8]? { header.type.hasLayout ? members[.data]?.bytes : nil }
}
