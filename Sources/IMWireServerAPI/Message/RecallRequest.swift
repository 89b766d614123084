// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Takes a message back: `/message/recall` (API-054).
public struct RecallRequest: FormRequest, Hashable {
    /// Who sent the message.
    public var fromUserId: String
    /// The kind of conversation, by its number (CNT-037).
    public var conversationType: ConversationType
    /// The other user, the group or the room.
    public var targetId: String
    /// The message's id, which callbacks call `msgUID`.
    public var messageUID: String
    /// When it was sent, in ms; callbacks call it `msgTimestamp`.
    public var sentTime: Int64
    /// Whether an administrator takes it back.
    public var isAdmin: Bool?
    /// Whether nothing is shown in its place.
    public var isDelete: Bool?
    /// Whatever the application wants to say besides.
    public var extra: String?
    /// The fields that arrived beside the known ones, in their order (API-023).
    public var unknownFields: [FormField] = []

    /// The path that it is posted to.
    public var path: String { "/message/recall.json" }

    /// Creates a request.
    public init(
        from fromUserId: String, in conversationType: ConversationType, _ targetId: String, messageUID: String,
        sentTime: Int64
    ) {
        self.fromUserId = fromUserId
        self.conversationType = conversationType
        self.targetId = targetId
        self.messageUID = messageUID
        self.sentTime = sentTime
    }

    private static let rules: [FieldRule] = [
        .id("fromUserId"), FieldRule("conversationType", .integer(1...Int64(Int32.max)), 1...1), .id("targetId"),
        FieldRule("messageUID", .text(1...256), 1...1), FieldRule("sentTime", .integer(0...Int64.max), 1...1),
        FieldRule("isAdmin", .bit), FieldRule("isDelete", .bit), FieldRule("extra", .text(0...Int.max)),
    ]

    /// Reads a request.
    ///
    /// - Throws: `form.*`, `limit.*`.
    public init(
        decoding bytes: Span<UInt8>, mode: DecodingMode = .lenient, limits: FormLimits = FormLimits()
    ) throws(DecodeError) {
        var reader = try FormReader(bytes, RecallRequest.rules, mode, limits)
        fromUserId = try reader.text("fromUserId") ?? ""
        conversationType = ConversationType(rawValue: Int(clamping: try reader.integer("conversationType") ?? 0))
        targetId = try reader.text("targetId") ?? ""
        messageUID = try reader.text("messageUID") ?? ""
        sentTime = try reader.integer("sentTime") ?? 0
        isAdmin = try reader.flag("isAdmin")
        isDelete = try reader.flag("isDelete")
        extra = try reader.text("extra")
        unknownFields = reader.rest
    }

    /// The request's fields.
    ///
    /// - Throws: `encode.field`, `encode.size`.
    public func form() throws(EncodeError) -> Form {
        var writer = FormWriter(RecallRequest.rules)
        try writer.put("fromUserId", fromUserId)
        try writer.put("conversationType", Int64(conversationType.rawValue))
        try writer.put("targetId", targetId)
        try writer.put("messageUID", messageUID)
        try writer.put("sentTime", sentTime)
        try writer.put("isAdmin", isAdmin)
        try writer.put("isDelete", isDelete)
        try writer.put("extra", extra)
        return writer.finish(unknownFields)
    }
}
