// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

extension JSONBuilder {
    /// Creates a builder with the members that every packet has.
    package init(_ header: RMTPHeader, _ direction: RMTPDirection) {
        let (type, flags) = (header.type, header.flags)
        self.init([
            "packet": type.protocolName, "qos": flags.qos.rawValue, "dup": header.isDuplicate(direction),
            "retain": flags.isRetained,
            "syncMsg": type == .publish && direction == .down ? header.isSync(direction) : nil,
            "type": type.hasLayout ? nil : type.rawValue,
        ])
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
        case .bytes(let bytes): RawJSON.base64(bytes).write(to: &json)
        case .boolean(let boolean): boolean.write(to: &json)
        }
    }
}

extension RMTPPacket {
    /// Returns the packet in its testee-protocol form.
    public func json(_ direction: RMTPDirection) -> RawJSON {
        var json = JSONBuilder(header, direction)
        let members = self.members
        for member in RMTPLayout.of(header.type).members { json.add(member.id.name, members[member.id]) }
        return json.json
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
            guard let bytes = trailing.string.flatMap({ Base64.decode($0) }) else {
                throw .unsupported("trailing is not Base64")
            }
            if !bytes.isEmpty, !packet.canTrail { throw .encoding(EncodeError(.member)) }
            members.trailing = bytes
        }
        packet.members = members
        self = packet
    }
}

extension PollingPacket {
    /// The packet in its testee-protocol form.
    public var json: RawJSON {
        var json = JSONBuilder(header, .down)
        for member in RMTPLayout.polled { json.add(member.id.name, self[member.id]) }
        json.add("data", data.map(JSONLine.onOneLine))
        return json.json
    }

    /// Creates a packet from its testee-protocol form.
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
