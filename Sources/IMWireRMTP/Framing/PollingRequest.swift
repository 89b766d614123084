// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A packet that a client sends in polling: the target and the body of a POST (RMTP-098).
///
/// ```swift
/// let packet = RMTPPacket.queryCon(QueryConPacket(messageID: 7))
/// let request = try PollingRequest(packet, session: SecretText("s1"), pid: "cGlk")
/// let target = try request?.revealedTarget()  // /websocket?messageid=7&header=112&sessionid=s1&pid=cGlk
/// ```
public struct PollingRequest: Hashable, Sendable {
    /// The parameter `header`: the first byte of the packet.
    public var header: RMTPHeader
    /// The parameter `messageid`: the id by which the packet is acknowledged.
    public var messageID: UInt16
    /// The parameter `sessionid`: the session id from the CONNACK, which authenticates its bearer as the user.
    public var session: SecretText
    /// The parameter `topic`: the kind of the message or query; only in a PUBLISH and a QUERY.
    public var topic: String?
    /// The parameter `targetid`: the id of the recipient; present exactly when `topic` is.
    public var targetID: String?
    /// The parameter `pid`, as in the address of the connection.
    public var pid: String?
    /// All other parameters, in order.
    public var others: [FormField] = []
    /// The protobuf message as a plain object, or nil for an empty body.
    public var data: RawJSON?

    /// Creates the request of a PUBLISH or a QUERY or, without topic and target, that of a PUBACK or a QUERYCON.
    public init(
        _ header: RMTPHeader, messageID: UInt16, session: SecretText, topic: String? = nil, targetID: String? = nil,
        pid: String? = nil, data: RawJSON? = nil
    ) {
        self.header = header
        self.messageID = messageID
        self.session = session
        self.topic = topic
        self.targetID = targetID
        self.pid = pid
        self.data = data
    }

    private static let path = "/websocket?"
    private static let rules: [FieldRule] = [
        FieldRule("messageid", .integer(0...65_535), 1...1), FieldRule("header", .integer(0...255), 1...1),
        FieldRule("sessionid", .text(0...Int.max), 1...1), FieldRule("topic", .text(0...65_535)),
        FieldRule("targetid", .text(0...65_535)), FieldRule("pid", .text(0...Int.max)),
    ]

    /// Returns whether packets of a type have a topic, a target and a body, or nil if clients do not send the type in
    /// polling.
    private static func hasTopic(_ type: RMTPType) -> Bool? {
        switch type {
        case .publish, .query: true
        case .pubAck, .queryCon: false
        default: nil
        }
    }

    // MARK: Writing

    /// Returns the path and query, which contain the session and must only be passed to an HTTP client.
    ///
    /// - Throws: `encode.field` if a parameter is missing or does not belong to the packet; `encode.member` if a packet
    ///   without a body has `data`.
    public func revealedTarget() throws(EncodeError) -> String {
        guard let hasTopic = PollingRequest.hasTopic(header.type) else { throw EncodeError(.field, path: "/header") }
        guard (topic != nil) == hasTopic else { throw EncodeError(.field, path: "/topic") }
        guard (targetID != nil) == hasTopic else { throw EncodeError(.field, path: "/targetid") }
        // The body is an object, and only of a packet with a topic (RMTP-383).
        if let data, !hasTopic || data.kind != .object { throw EncodeError(.member) }
        var writer = FormEncoder(PollingRequest.rules)
        try writer.append("messageid", Int64(messageID))
        try writer.append("header", Int64(header.rawValue))
        try writer.append("sessionid", session.revealed)
        try writer.append("topic", topic)
        try writer.append("targetid", targetID)
        try writer.append("pid", pid)
        return PollingRequest.path + String(decoding: writer.finish(others).encoded(), as: UTF8.self)
    }

    /// The body of the POST: the object, or no bytes.
    public var body: [UInt8] { data.map { Array($0.text.utf8) } ?? [] }

    // MARK: Reading

    /// Reads a request that a client has sent.
    ///
    /// - Parameters:
    ///   - target: the path and query.
    ///   - body: the body of the POST. An empty body, `""` and `{}` are equivalent for a packet without a topic.
    ///   - mode: whether deviations of the request are reported or refused.
    ///   - limits: the limits of the query.
    /// - Throws: `url.syntax` for another path, `form.*` and `limit.*` for its query, `limit.size`, `json.*` and
    ///   `message.type` for the body.
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
            var reader = try FormDecoder(query, PollingRequest.rules, mode, limits)
            let number = try reader.integer("header") ?? 0
            guard let header = UInt8(exactly: number).map(RMTPHeader.init(rawValue:)),
                let hasTopic = PollingRequest.hasTopic(header.type)
            else { throw DecodeError(.formValue, offset: reader.place, path: "/header") }
            self.header = header
            guard let id = UInt16(exactly: try reader.integer("messageid") ?? 0) else {
                throw DecodeError(.formValue, offset: reader.place, path: "/messageid")
            }
            messageID = id
            session = SecretText(try reader.text("sessionid") ?? "")
            if hasTopic {
                // One parameter after the other is checked (RMTP-098).
                topic = try reader.text("topic")
                if topic == nil { throw DecodeError(.formMissing, offset: query.count, path: "/topic") }
                targetID = try reader.text("targetid")
                if targetID == nil { throw DecodeError(.formMissing, offset: query.count, path: "/targetid") }
            }
            pid = try reader.text("pid")
            others = reader.rest
        } catch {
            throw DecodeError(error.code, offset: error.offset + start, path: error.path)
        }
        if body.count > limits.formBytes { throw DecodeError(.limitSize, offset: 0) }
        if !body.isEmpty { try readBody(body) }
    }

    /// Reads the body, which is an object or, as 2.x sends for an absent message, an empty string.
    private mutating func readBody(_ body: Span<UInt8>) throws(DecodeError) {
        var nested = DecodingLimits.unlimited
        nested.depth = DecodingLimits().depth  // RMTP-364
        let json = try RawJSON(parsing: body, limits: nested, isStrict: false)
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
    ///   - packet: the packet as it would be sent on a WebSocket.
    ///   - type: the message type of its body (RMTP-060).
    ///   - session: the parameter `sessionid`, which the service issued.
    ///   - pid: the parameter `pid`, as in the address of the connection.
    /// - Returns: nil if the packet is not sent in polling, has a text that a URL cannot represent, or has a body
    ///   without an object form in polling.
    /// - Throws: `proto.*` and `limit.*` if the body is not a message of this type.
    public init?(
        _ packet: RMTPPacket, body type: (any ProtobufMessage.Type)? = nil, session: SecretText, pid: String? = nil
    ) throws(DecodeError) {
        guard let hasTopic = PollingRequest.hasTopic(packet.header.type),
            let polled = try PollingPacket(packet, .up, body: type), let messageID = polled.messageID
        else { return nil }
        self.init(packet.header, messageID: messageID, session: session, pid: pid, data: polled.data)
        guard hasTopic else { return }
        guard let topic = polled.topic?.string, let targetID = polled.targetID?.string else { return nil }
        self.topic = topic
        self.targetID = targetID
    }

    /// Returns the packet as it would arrive on a WebSocket, or nil if it has `data` whose message type is not given.
    ///
    /// - Throws: `field.type`, `proto.*` and `limit.*` if `data` is not a message of this type.
    public func packet(body type: (any ProtobufMessage.Type)? = nil) throws(DecodeError) -> RMTPPacket? {
        if header.type == .pubAck { return .pubAck(PubAckPacket(messageID: messageID, flags: header.flags)) }
        var polled = PollingPacket(header)
        polled.messageID = messageID
        polled.topic = topic.map { FrameText($0) }
        polled.targetID = targetID.map { FrameText($0) }
        polled.data = data
        return try RMTPPacket(polled, body: type)
    }
}

extension PollingRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The path alone: the query contains the session, and the body a message.
    public var description: String { "/websocket?<secret>" }
    /// The path alone.
    public var debugDescription: String { description }
    /// An empty mirror, which reveals nothing about the request.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
