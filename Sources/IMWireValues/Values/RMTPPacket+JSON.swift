// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// A list of members under construction: what is absent is left out.
package struct PacketJSON {
    package private(set) var members: [(name: String, value: RawJSON)] = []

    package init(_ header: RMTPHeader, _ direction: RMTPDirection) {
        let flags = header.flags
        members = [
            ("packet", RawJSON(header.type.protocolName)), ("qos", .integer(Int(flags.qos.rawValue))),
            ("dup", .boolean(header.isDuplicate(direction))), ("retain", .boolean(flags.isRetained)),
        ]
        if header.type == .publish, direction == .down {
            members.append(("syncMsg", .boolean(header.isSync(direction))))
        }
        if !header.type.hasLayout { members.append(("type", .integer(Int(header.type.rawValue)))) }
    }

    package mutating func add(_ name: String, _ value: RawJSON?) {
        if let value { members.append((name, value)) }
    }

    package mutating func add<Value: FixedWidthInteger>(_ name: String, _ value: Value?) {
        add(name, value.map { RawJSON(scanned: String($0)) })
    }

    package mutating func add(_ name: String, _ value: Bool?) {
        add(name, value.map(RawJSON.boolean))
    }

    package mutating func add(_ name: String, _ text: FrameText?) {
        add(name, text.map(PacketJSON.text))
    }

    /// A text, or its units where one of them stands alone (RMTP-023).
    package static func text(_ text: FrameText) -> RawJSON {
        if let string = text.string { return RawJSON(string) }
        let units = text.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return String(repeating: "0", count: 4 - digits.count) + digits
        }
        return .object([("utf16be", RawJSON(units.joined()))])
    }

    package mutating func add(_ name: String, _ bytes: [UInt8]?) {
        add(name, bytes.map { RawJSON.base64($0) })
    }
}

extension RMTPPacket {
    /// The packet as the testee protocol shows it.
    public func json(_ direction: RMTPDirection) -> RawJSON {
        var json = PacketJSON(header, direction)
        switch self {
        case .connect(let packet): packet.add(to: &json)
        case .connAck(let packet):
            json.add("ignored", packet.ignored)
            json.add("status", packet.status)
            json.add("flags", packet.members?.rawValue)
            json.add("userId", packet.userId)
            json.add("sessionId", packet.sessionId)
            json.add("timestamp", packet.timestamp)
            json.add("messageId", packet.messageId)
        case .publish(let packet):
            json.add("date", packet.date)
            json.add("topic", packet.topic)
            json.add("targetId", packet.targetId)
            json.add("messageId", packet.messageId)
            json.add("data", packet.data)
        case .pubAck(let packet):
            json.add("messageId", packet.messageId)
            json.add("date", packet.date)
            json.add("status", packet.status)
            json.add("millisecond", packet.millisecond)
            json.add("messageUId", packet.messageUId)
        case .query(let packet):
            json.add("topic", packet.topic)
            json.add("targetId", packet.targetId)
            json.add("messageId", packet.messageId)
            json.add("data", packet.data)
        case .queryAck(let packet):
            json.add("messageId", packet.messageId)
            json.add("date", packet.date)
            json.add("status", packet.status)
            json.add("data", packet.data)
        case .queryCon(let packet): json.add("messageId", packet.messageId)
        case .pingReq, .pingResp: break
        case .disconnect(let packet):
            json.add("ignored", packet.ignored)
            json.add("status", packet.status)
        case .other(let packet): json.add("data", packet.data)
        }
        return .object(json.members)
    }

    /// Reads a packet as the testee protocol shows it; what may be left out gets its value (RMTP-111).
    ///
    /// - Parameter trailing: what follows its last member, in Base64 (RMTP-043).
    package init(_ fields: inout RMTPFields, _ format: RMTPFormat, trailing: RawJSON? = nil) throws(RefusedPacket) {
        let type = try RMTPType(&fields)
        let flags = try fields.flags(isSync: type == .publish && format.direction == .down)
        var packet = try RMTPPacket.packet(type, flags, &fields)
        try fields.finish()
        if let trailing {
            guard let bytes = trailing.string.flatMap({ Base64.decode($0) }) else {
                throw .unsupported("trailing is not Base64")
            }
            if !bytes.isEmpty, !packet.canTrail { throw .refused(EncodeError(.member)) }
            packet.trailing = bytes
        }
        self = packet
    }

    private static func packet(
        _ type: RMTPType, _ flags: RMTPFlags, _ fields: inout RMTPFields
    ) throws(RefusedPacket) -> RMTPPacket {
        switch type {
        case .connect: return .connect(try ConnectPacket(&fields, flags))
        case .connAck:
            var packet = ConnAckPacket(status: 0, flags: flags)
            packet.ignored = try fields.number("ignored") ?? 0
            packet.status = try fields.number("status")
            packet.members = try fields.number("flags", UInt8.self).map(ConnAckPacket.Members.init(rawValue:))
            packet.userId = try fields.text("userId")
            packet.sessionId = try fields.text("sessionId")
            packet.timestamp = try fields.number("timestamp")
            packet.messageId = try fields.messageId()
            return .connAck(packet)
        case .publish:
            var packet = PublishPacket(topic: "", targetId: nil, messageId: 0, data: [], flags: flags)
            packet.date = try fields.number("date")
            packet.topic = try fields.text("topic")
            packet.targetId = try fields.text("targetId")
            packet.messageId = try fields.messageId()
            packet.data = try fields.data()
            return .publish(packet)
        case .pubAck:
            var packet = PubAckPacket(messageId: 0, flags: flags)
            packet.messageId = try fields.messageId()
            packet.date = try fields.number("date")
            packet.status = try fields.number("status")
            packet.millisecond = try fields.number("millisecond")
            packet.messageUId = try fields.text("messageUId")
            return .pubAck(packet)
        case .query:
            var packet = QueryPacket(topic: "", targetId: "", messageId: 0, data: [], flags: flags)
            packet.topic = try fields.text("topic")
            packet.targetId = try fields.text("targetId")
            packet.messageId = try fields.messageId()
            packet.data = try fields.data()
            return .query(packet)
        case .queryAck:
            var packet = QueryAckPacket(messageId: 0, date: 0, flags: flags)
            packet.messageId = try fields.messageId()
            packet.date = try fields.number("date")
            packet.status = try fields.number("status")
            packet.data = try fields.data()
            return .queryAck(packet)
        case .queryCon:
            var packet = QueryConPacket(messageId: 0, flags: flags)
            packet.messageId = try fields.messageId()
            return .queryCon(packet)
        case .pingReq: return .pingReq(PingPacket(flags: flags))
        case .pingResp: return .pingResp(PingPacket(flags: flags))
        case .disconnect:
            var packet = DisconnectPacket(status: 0, flags: flags)
            packet.ignored = try fields.number("ignored") ?? 0
            packet.status = try fields.number("status")
            return .disconnect(packet)
        default:
            guard let packet = OtherPacket(type: type, data: try fields.data() ?? [], flags: flags) else {
                throw .unsupported("no such packet here")
            }
            return .other(packet)
        }
    }
}

extension ConnectPacket {
    fileprivate func add(to json: inout PacketJSON) {
        json.add("protocolId", protocolId)
        json.add("version", version)
        json.add("cleanSession", cleanSession)
        json.add("keepAlive", keepAlive)
        json.add("clientId", clientId)
        json.add("willTopic", willTopic)
        json.add("will", will)
        json.add("willQos", willQoS?.rawValue)
        json.add("retainWill", retainWill)
        json.add("appId", appId)
        json.add("token", token)
    }

    fileprivate init(_ fields: inout RMTPFields, _ flags: RMTPFlags) throws(RefusedPacket) {
        self.init(clientId: "", keepAlive: 0, flags: flags)
        protocolId = try fields.text("protocolId") ?? "RCloud"
        version = try fields.number("version") ?? 3
        cleanSession = try fields.boolean("cleanSession") ?? false
        keepAlive = try fields.number("keepAlive")
        clientId = try fields.text("clientId")
        willTopic = try fields.text("willTopic")
        will = try fields.text("will")
        willQoS = try fields.qos("willQos")
        retainWill = try fields.boolean("retainWill")
        appId = try fields.text("appId")
        token = try fields.text("token")
    }
}

extension PollingPacket {
    /// The packet as the testee protocol shows it.
    public var json: RawJSON {
        var json = PacketJSON(header, .down)
        json.add("messageId", messageId)
        json.add("topic", topic)
        json.add("targetId", targetId)
        json.add("date", date)
        json.add("status", status)
        json.add("userId", userId)
        json.add("sessionId", sessionId)
        json.add("timestamp", timestamp)
        json.add("millisecond", millisecond)
        json.add("messageUId", messageUId)
        json.add("data", data.map(JSONLine.onOneLine))
        return .object(json.members)
    }

    /// Reads a packet as the testee protocol shows it.
    package init(_ fields: inout RMTPFields) throws(RefusedPacket) {
        let type = try RMTPType(&fields)
        self.init(RMTPHeader(type, try fields.flags(isSync: type == .publish)))
        messageId = try fields.messageId()
        topic = try fields.text("topic")
        targetId = try fields.text("targetId")
        date = try fields.number("date")
        status = try fields.number("status")
        userId = try fields.text("userId")
        sessionId = try fields.text("sessionId")
        timestamp = try fields.number("timestamp")
        millisecond = try fields.number("millisecond")
        messageUId = try fields.text("messageUId")
        data = fields.take("data")
        try fields.finish()
    }
}
