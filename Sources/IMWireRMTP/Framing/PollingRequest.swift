// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A packet that a client sends where frames are polled: the address and the body of a POST (RMTP-098).
///
/// ```swift
/// let request = PollingRequest(.queryCon(QueryConPacket(messageId: 7)), session: Secret("s1"), pid: "cGlk")
/// try request.revealedTarget()   // /websocket?messageid=7&header=112&sessionid=s1&pid=cGlk
/// ```
public struct PollingRequest: Hashable, Sendable {
    /// `header`: the first byte of the packet.
    public var header: RMTPHeader
    /// `messageid`: what the packet is acknowledged by.
    public var messageId: UInt16
    /// `sessionid`: what the CONNACK gave, and whoever has it is the user.
    public var session: Secret
    /// `topic`: what the message is, or what is asked; in a PUBLISH and a QUERY only.
    public var topic: String?
    /// `targetid`: who it is for; there with `topic`.
    public var targetId: String?
    /// `pid`, as it is in the address of the connection.
    public var pid: String?
    /// Other parameters, in order.
    public var others: [FormField] = []
    /// The protobuf message as a plain object; nil for an empty body.
    public var data: RawJSON?

    /// Creates the request of a PUBLISH or a QUERY, or with neither topic nor target that of a PUBACK or a QUERYCON.
    public init(
        _ header: RMTPHeader, messageId: UInt16, session: Secret, topic: String? = nil, targetId: String? = nil,
        pid: String? = nil, data: RawJSON? = nil
    ) {
        self.header = header
        self.messageId = messageId
        self.session = session
        self.topic = topic
        self.targetId = targetId
        self.pid = pid
        self.data = data
    }

    private static let path = "/websocket?"
    private static let rules: [FieldRule] = [
        FieldRule("messageid", .integer(0...65_535), 1...1), FieldRule("header", .integer(0...255), 1...1),
        FieldRule("sessionid", .text(1...Int.max), 1...1), FieldRule("topic", .text(1...65_535)),
        FieldRule("targetid", .text(0...65_535)), FieldRule("pid", .text(0...Int.max)),
    ]

    /// Whether the packets of a type have a topic, a target and a body; nil for a type that no client sends so.
    private static func hasTopic(_ type: RMTPType) -> Bool? {
        switch type {
        case .publish, .query: true
        case .pubAck, .queryCon: false
        default: nil
        }
    }

    // MARK: Writing

    /// Path and query, with the session in it: to be given to an HTTP client, and to nobody else.
    ///
    /// - Throws: `encode.field` where a parameter is missing or does not go with the packet.
    public func revealedTarget() throws(EncodeError) -> String {
        guard let hasTopic = PollingRequest.hasTopic(header.type) else { throw EncodeError(.field, path: "/header") }
        guard (topic != nil) == hasTopic else { throw EncodeError(.field, path: "/topic") }
        guard (targetId != nil) == hasTopic else { throw EncodeError(.field, path: "/targetid") }
        if !hasTopic, data != nil { throw EncodeError(.member) }
        var writer = FormWriter(PollingRequest.rules)
        try writer.put("messageid", Int64(messageId))
        try writer.put("header", Int64(header.rawValue))
        try writer.put("sessionid", session.revealed)
        try writer.put("topic", topic)
        try writer.put("targetid", targetId)
        try writer.put("pid", pid)
        return PollingRequest.path + String(decoding: writer.finish(others).encoded(), as: UTF8.self)
    }

    /// The body of the POST: the object, or nothing.
    public var body: [UInt8] { data.map { Array($0.text.utf8) } ?? [] }

    // MARK: Reading

    /// Reads a request that a client has sent.
    ///
    /// - Parameters:
    ///   - target: path and query.
    ///   - body: the body of the POST; none, `""` and `{}` say the same where there is no topic.
    /// - Throws: `url.syntax` for another path, `form.*` and `limit.*` for its query, `json.*` and `message.type` for the
    ///   body.
    public init(
        target: Span<UInt8>, body: Span<UInt8>, mode: DecodingMode = .lenient, limits: FormLimits = FormLimits()
    ) throws(DecodeError) {
        let start = PollingRequest.path.utf8.count
        var offset = 0
        for byte in PollingRequest.path.utf8 {
            guard offset < target.count, target[offset] == byte else { throw DecodeError(.urlSyntax, offset: offset) }
            offset += 1
        }
        do throws(DecodeError) {
            let query = target.extracting(start..<target.count)
            var reader = try FormReader(query, PollingRequest.rules, mode, limits)
            let number = try reader.integer("header") ?? 0
            guard let header = UInt8(exactly: number).map(RMTPHeader.init(rawValue:)),
                let hasTopic = PollingRequest.hasTopic(header.type)
            else { throw DecodeError(.formValue, offset: reader.place, path: "/header") }
            self.header = header
            guard let id = UInt16(exactly: try reader.integer("messageid") ?? 0) else {
                throw DecodeError(.formValue, offset: reader.place, path: "/messageid")
            }
            messageId = id
            session = Secret(try reader.text("sessionid") ?? "")
            if hasTopic {
                topic = try reader.text("topic")
                targetId = try reader.text("targetid")
                if topic == nil { throw DecodeError(.formMissing, offset: query.count, path: "/topic") }
                if targetId == nil { throw DecodeError(.formMissing, offset: query.count, path: "/targetid") }
            }
            pid = try reader.text("pid")
            others = reader.rest
        } catch {
            throw DecodeError(error.code, offset: error.offset + start, path: error.path)
        }
        if body.count > limits.formBytes { throw DecodeError(.limitSize, offset: 0) }
        if !body.isEmpty { try take(body) }
    }

    /// Takes the body over, which is an object; an empty text is what 2.x sends for nothing.
    private mutating func take(_ body: Span<UInt8>) throws(DecodeError) {
        let json = try RawJSON(parsing: body)
        var scanner = JSONScanner(body, limits: .unlimited, isStrict: false)
        _ = scanner.nextToken()
        let fault = DecodeError(.messageType, offset: scanner.position)  // CHT-001
        switch json.kind {
        case .object: data = topic == nil && json.members?.isEmpty == true ? nil : json
        case .string where json.string == "": break
        default: throw fault
        }
        if topic == nil, data != nil { throw fault }
    }
}

extension PollingRequest {
    /// Creates the request of a packet.
    ///
    /// - Parameters:
    ///   - packet: what would go up on a WebSocket.
    ///   - type: the message that its body is (RMTP-060).
    /// - Returns: nil for a packet that is not sent so, with a text that no address can hold, or with a body that is no
    ///   object in polling.
    /// - Throws: `proto.*` and `limit.*` where the body is not that message.
    public init?(
        _ packet: RMTPPacket, body type: (any ProtobufMessage.Type)? = nil, session: Secret, pid: String? = nil
    ) throws(DecodeError) {
        guard let hasTopic = PollingRequest.hasTopic(packet.header.type),
            let polled = try PollingPacket(packet, body: type), let messageId = polled.messageId
        else { return nil }
        self.init(packet.header, messageId: messageId, session: session, pid: pid, data: polled.data)
        guard hasTopic else { return }
        guard let topic = polled.topic?.string, let targetId = polled.targetId?.string else { return nil }
        self.topic = topic
        self.targetId = targetId
    }

    /// The packet that would have come up on a WebSocket; nil where there is `data` whose message nobody has named.
    ///
    /// - Throws: `field.type`, `proto.*` and `limit.*` where `data` is not that message.
    public func packet(body type: (any ProtobufMessage.Type)? = nil) throws(DecodeError) -> RMTPPacket? {
        if header.type == .pubAck { return .pubAck(PubAckPacket(messageId: messageId, flags: header.flags)) }
        var polled = PollingPacket(header)
        polled.messageId = messageId
        polled.topic = topic.map { FrameText($0) }
        polled.targetId = targetId.map { FrameText($0) }
        polled.data = data
        return try RMTPPacket(polled, body: type)
    }
}

extension PollingRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The path; the query has the session in it, and the body a message.
    public var description: String { "/websocket?<secret>" }
    /// The path.
    public var debugDescription: String { description }
    /// Shows nothing of it.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
