// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A message that the service forwards to the application's server (API-071).
///
/// ```swift
/// let callback = MessageCallback(
///     from: "u1", to: "u2", channelType: .person, objectName: "RC:TxtMsg", content: #"{"content":"hi"}"#)
/// let content = try callback.decodedContent().value
/// ```
public struct MessageCallback: Hashable, Sendable {
    /// The id of the sender.
    public var fromUserID: String
    /// The id of the recipient: a user, a group or a room, depending on the channel type.
    public var toUserID: String
    /// The type of the content.
    public var objectName: ObjectName
    /// The content as text (DEV-89).
    public var content: String
    /// The conversation type.
    public var channelType: ChannelType
    /// The time at which the message was sent, in milliseconds since 1970.
    public var sentTime: Int64?
    /// The id of the message, which a recall calls `messageUID`.
    public var messageUID: String?
    /// Whether the message contains a blocked word: 0 for none; the service defines the other values.
    public var sensitiveType: Int64?
    /// The platform from which the message was sent.
    public var source: String?
    /// All other fields, in order.
    public var unknownFields: [FormField] = []

    /// Creates a callback, for a test double of the service.
    public init(
        from fromUserID: String, to toUserID: String, channelType: ChannelType, objectName: ObjectName,
        content: String
    ) {
        self.fromUserID = fromUserID
        self.toUserID = toUserID
        self.channelType = channelType
        self.objectName = objectName
        self.content = content
    }

    private static let rules: [FieldRule] = [
        .id("fromUserId"), .id("toUserId"), FieldRule("objectName", .objectName, 1...1),
        FieldRule("content", .content, 1...1), FieldRule("channelType", .text(1...32), 1...1),
        FieldRule("msgTimestamp", .integer(0...Int64.max)), FieldRule("msgUID", .text(0...256)),
        FieldRule("sensitiveType", .integer(0...Int64.max)), FieldRule("source", .text(0...64)),
    ]

    /// The names of the fields, in the order in which they are written.
    static var names: [String] { rules.map(\.name) }

    /// Reads the body of a callback.
    ///
    /// - Throws: `form.*`, `limit.*`.
    public init(
        decoding bytes: Span<UInt8>, mode: DecodingMode = .lenient, limits: FormLimits = FormLimits()
    ) throws(DecodeError) {
        var reader = try FormDecoder(bytes, MessageCallback.rules, mode, limits)
        fromUserID = try reader.text("fromUserId") ?? ""
        toUserID = try reader.text("toUserId") ?? ""
        objectName = ObjectName(rawValue: try reader.text("objectName") ?? "")
        content = try reader.text("content") ?? ""
        channelType = ChannelType(rawValue: try reader.text("channelType") ?? "")
        sentTime = try reader.integer("msgTimestamp")
        messageUID = try reader.text("msgUID")
        sensitiveType = try reader.integer("sensitiveType")
        source = try reader.text("source")
        unknownFields = reader.rest
    }

    /// Returns the body of the callback.
    ///
    /// - Throws: `encode.field`, `encode.size`.
    public func encoded() throws(EncodeError) -> [UInt8] {
        var writer = FormEncoder(MessageCallback.rules)
        try writer.append("fromUserId", fromUserID)
        try writer.append("toUserId", toUserID)
        try writer.append("objectName", objectName.rawValue)
        try writer.append("content", content)
        try writer.append("channelType", channelType.rawValue)
        try writer.append("msgTimestamp", sentTime)
        try writer.append("msgUID", messageUID)
        try writer.append("sensitiveType", sensitiveType)
        try writer.append("source", source)
        return writer.finish(unknownFields).encoded()
    }

    /// Decodes the content by the rules of its type.
    ///
    /// - Throws: as `ContentRegistry.decode`. Offsets count from the first byte of the content.
    public func decodedContent(
        in registry: ContentRegistry = .builtIn, mode: DecodingMode = .lenient,
        limits: DecodingLimits = DecodingLimits()
    ) throws(DecodeError) -> Decoded<AnyContent> {
        try registry.decode(content, as: objectName, mode: mode, limits: limits)
    }
}
