// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A request that recalls a message: `/message/recall` (API-054).
///
/// ```swift
/// let request = RecallRequest(
///     from: "u1", in: .private, "u2", messageUID: "5FGT-7VA9-G4DD-4V5P", sentTime: 1_507_778_882_124)
/// let body = try request.form().encoded()
/// ```
public struct RecallRequest: FormRequest, Hashable {
    /// The id of the sender of the message.
    public var fromUserID: String
    /// The conversation type, by its number (CNT-037).
    public var conversationType: ConversationType
    /// The id of the other user, the group or the room.
    public var targetID: String
    /// The id of the message, which callbacks call `msgUID`.
    public var messageUID: String
    /// The time at which the message was sent, in milliseconds since 1970, which callbacks call `msgTimestamp`.
    public var sentTime: Int64
    /// Whether an administrator recalls the message.
    public var isAdmin: Bool?
    /// Whether the message is removed without a replacement.
    public var isDelete: Bool?
    /// Additional text from the application.
    public var extra: String?
    /// All other fields that arrived, in order (API-023).
    public var unknownFields: [FormField] = []

    /// The path to which the request is posted.
    public var path: String { ServiceEndpoint.recall.rawValue }

    /// Creates a request.
    public init(
        from fromUserID: String, in conversationType: ConversationType, _ targetID: String, messageUID: String,
        sentTime: Int64
    ) {
        self.fromUserID = fromUserID
        self.conversationType = conversationType
        self.targetID = targetID
        self.messageUID = messageUID
        self.sentTime = sentTime
    }

    private static let rules = ServiceEndpoint.recall.form.fields

    /// Reads a request.
    ///
    /// - Throws: `form.*`, `limit.*`.
    public init(
        decoding bytes: Span<UInt8>, mode: DecodingMode = .lenient, limits: FormLimits = FormLimits()
    ) throws(DecodeError) {
        var reader = try FormDecoder(bytes, RecallRequest.rules, mode, limits, isService: true)
        fromUserID = try reader.text("fromUserId") ?? ""
        conversationType = ConversationType(rawValue: Int(clamping: try reader.integer("conversationType") ?? 0))
        targetID = try reader.text("targetId") ?? ""
        messageUID = try reader.text("messageUID") ?? ""
        sentTime = try reader.integer("sentTime") ?? 0
        isAdmin = try reader.flag("isAdmin")
        isDelete = try reader.flag("isDelete")
        extra = try reader.text("extra")
        unknownFields = reader.rest
    }

    /// Returns the fields of the request.
    ///
    /// - Throws: `encode.field`, `encode.size`.
    public func form() throws(EncodeError) -> URLEncodedForm {
        var writer = FormEncoder(RecallRequest.rules)
        try writer.append("fromUserId", fromUserID)
        try writer.append("conversationType", Int64(conversationType.rawValue))
        try writer.append("targetId", targetID)
        try writer.append("messageUID", messageUID)
        try writer.append("sentTime", sentTime)
        try writer.append("isAdmin", isAdmin)
        try writer.append("isDelete", isDelete)
        try writer.append("extra", extra)
        return writer.finish(unknownFields)
    }
}
