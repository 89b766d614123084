// SPDX-License-Identifier: Apache-2.0

import IMWire

/// How a message is delivered; what is nil is left to the service (API-051).
///
/// Not every endpoint takes every option: one that is set where it has no meaning is an error, not a silent loss.
public struct PublishOptions: Hashable, Sendable {
    /// `toUserId` to a group: the members who get the message; all where it is empty.
    public var onlyUsers: [String] = []
    /// What a push notification shows.
    public var pushContent: String?
    /// What a push notification carries beside what it shows.
    public var pushData: String?
    /// JSON text that shapes push notifications, passed on as it is.
    public var pushExt: String?
    /// `count`: the badge on iOS, for one receiver only; -1 leaves it alone.
    public var badge: Int64?
    /// The platform whose users get a broadcast.
    public var os: String?
    /// Whether the receivers' lists of blocked users are looked at.
    public var verifyBlacklist: Bool?
    /// Whether the service keeps the message.
    public var isPersisted: Bool?
    /// Whether it counts as unread.
    public var isCounted: Bool?
    /// Whether the sender's devices get it too.
    public var isIncludeSender: Bool?
    /// Whether it mentions somebody; without it a `mentionedInfo` in the content is passed over (API-053).
    public var isMentioned: Bool?
    /// Whether iOS may wake the application for it.
    public var contentAvailable: Bool?
    /// Whether clients may attach values to it later.
    public var expansion: Bool?
    /// Whether nobody is notified.
    public var disablePush: Bool?

    /// Leaves everything to the service.
    public init() {}

    init(_ reader: inout FormReader) throws(DecodeError) {
        pushContent = try reader.text("pushContent")
        pushData = try reader.text("pushData")
        pushExt = try reader.text("pushExt")
        badge = try reader.integer("count")
        os = try reader.text("os")
        verifyBlacklist = try reader.flag("verifyBlacklist")
        isPersisted = try reader.flag("isPersisted")
        isCounted = try reader.flag("isCounted")
        isIncludeSender = try reader.flag("isIncludeSender")
        isMentioned = try reader.flag("isMentioned")
        contentAvailable = try reader.flag("contentAvailable")
        expansion = try reader.flag("expansion")
        disablePush = try reader.flag("disablePush")
    }

    func write(to writer: inout FormWriter) throws(EncodeError) {
        try writer.put("pushContent", pushContent)
        try writer.put("pushData", pushData)
        try writer.put("count", badge)
        try writer.put("os", os)
        try writer.put("verifyBlacklist", verifyBlacklist)
        try writer.put("isPersisted", isPersisted)
        try writer.put("isCounted", isCounted)
        try writer.put("isIncludeSender", isIncludeSender)
        try writer.put("isMentioned", isMentioned)
        try writer.put("contentAvailable", contentAvailable)
        try writer.put("expansion", expansion)
        try writer.put("disablePush", disablePush)
        try writer.put("pushExt", pushExt)
    }
}
