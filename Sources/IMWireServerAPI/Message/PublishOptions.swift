// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The delivery options of a message; the service decides those that are nil (API-051).
///
/// Not every endpoint accepts every option: setting one that it does not accept is an error and is not silently
/// ignored.
///
/// ```swift
/// var options = PublishOptions()
/// options.pushContent = "Kim: hi"
/// options.isCounted = true
/// let request = PublishRequest(
///     .private, from: "u1", to: ["u2"], content: TextMessage(content: "hi"), options: options)
/// ```
public struct PublishOptions: Hashable, Sendable {
    /// The field `toUserID` for a group: the members who receive the message, or empty for all.
    public var onlyUsers: [String] = []
    /// The text of a push notification.
    public var pushContent: String?
    /// The additional data of a push notification.
    public var pushData: String?
    /// The JSON text that customizes push notifications, forwarded unchanged.
    public var pushExt: String?
    /// The field `count`: the badge on iOS, for a single recipient only; -1 leaves the badge unchanged.
    public var badge: Int64?
    /// The platform whose users receive a broadcast.
    public var os: String?
    /// Whether the service checks the recipients' blocklists.
    public var verifyBlacklist: Bool?
    /// Whether the service stores the message.
    public var isPersisted: Bool?
    /// Whether the message counts as unread.
    public var isCounted: Bool?
    /// Whether the sender's devices also receive the message.
    public var isIncludeSender: Bool?
    /// Whether the message mentions somebody; without it, the service ignores `mentionedInfo` in the content (API-053).
    public var isMentioned: Bool?
    /// Whether iOS may wake the application for the message.
    public var contentAvailable: Bool?
    /// Whether clients may attach values to the message later.
    public var expansion: Bool?
    /// Whether the message causes no notification.
    public var disablePush: Bool?

    /// Creates options that leave every decision to the service.
    public init() {}

    init(_ reader: inout FormDecoder) throws(DecodeError) {
        pushContent = try reader.text("pushContent")
        pushData = try reader.text("pushData")
        pushExt = try reader.text("pushExt")
        badge = try reader.integer("count")
        os = try reader.text("os")
        for (name, path) in PublishOptions.flags { self[keyPath: path] = try reader.flag(name) }
    }

    private static let flags: [(name: String, path: WritableKeyPath<PublishOptions, Bool?> & Sendable)] = [
        ("verifyBlacklist", \.verifyBlacklist), ("isPersisted", \.isPersisted), ("isCounted", \.isCounted),
        ("isIncludeSender", \.isIncludeSender), ("isMentioned", \.isMentioned),
        ("contentAvailable", \.contentAvailable), ("expansion", \.expansion), ("disablePush", \.disablePush),
    ]

    func write(to writer: inout FormEncoder) throws(EncodeError) {
        try writer.append("pushContent", pushContent)
        try writer.append("pushData", pushData)
        try writer.append("count", badge)
        try writer.append("os", os)
        for (name, path) in PublishOptions.flags { try writer.append(name, self[keyPath: path]) }
        try writer.append("pushExt", pushExt)
    }
}
