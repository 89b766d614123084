// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A change of a user's online status, which the service reports to the application's server (API-073).
public struct OnlineStatus: Hashable, Sendable, ContentObject {
    /// The kind of a change.
    public struct Change: RawRepresentable, Hashable, Sendable {
        /// The text on the wire.
        public let rawValue: String

        /// Creates a value from its raw value, known or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The user came online.
        public static let online = Change(rawValue: "0")
        /// The user went offline.
        public static let offline = Change(rawValue: "1")
        /// The user logged out.
        public static let loggedOut = Change(rawValue: "2")
    }

    /// The id of the user.
    public var userID: String?
    /// The kind of the change.
    public var change: Change?
    /// The platform of the user.
    public var os: String?
    /// The time of the change, in milliseconds.
    public var time: JSONNumber?
    /// All other members, in order.
    public var unknownMembers = UnknownMembers()

    /// Creates a change, for a test double of the service.
    public init(userID: String, change: Change, os: String? = nil, time: JSONNumber? = nil) {
        self.userID = userID
        self.change = change
        self.os = os
        self.time = time
    }

    /// Reads the body of a callback, which is a list of changes.
    ///
    /// - Throws: `json.*`, `field.*`, `limit.*`.
    public static func list(
        decoding bytes: Span<UInt8>, mode: DecodingMode = .lenient, limits: DecodingLimits = .answers
    ) throws(DecodeError) -> [OnlineStatus] {
        // The reader requires an object, so the list is wrapped as its only member and error offsets are adjusted.
        let prefix = Array(#"{"list":"#.utf8)
        var object = prefix
        for offset in 0..<bytes.count { object.append(bytes[offset]) }
        object.append(UInt8(ascii: "}"))
        do {
            return try List.decodeAlone(object.span, mode: mode, limits: limits).content.items
        } catch {
            let offset = min(max(error.offset - prefix.count, 0), bytes.count)
            throw DecodeError(error.code, offset: offset, path: String(error.path.dropFirst("/list".count)))
        }
    }

    /// Returns the body of a callback with the given changes.
    public static func encoded(_ list: [OnlineStatus]) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "[")]
        for (index, item) in list.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += item.json
        }
        return bytes + [UInt8(ascii: "]")]
    }

    /// Reads the object at the reader's position.
    public init(decoding reader: inout ContentDecoder) throws(DecodeError) {
        userID = try reader.string("userid", required: true)
        change = try reader.string("status", required: true).map(Change.init)
        os = try reader.string("os")
        time = try reader.number("time")
        unknownMembers = try reader.unknownMembers()
    }

    /// Writes the object.
    public func encode(to writer: inout ContentEncoder) {
        writer.open(unknownMembers)
        writer.member("userid", userID)
        writer.member("status", change?.rawValue)
        writer.member("os", os)
        writer.member("time", time)
        writer.close(unknownMembers)
    }

    private struct List: ContentObject {
        var items: [OnlineStatus]

        init(decoding reader: inout ContentDecoder) throws(DecodeError) {
            items = try reader.objects("list", as: OnlineStatus.self) ?? []
            // A second member is possible only if the body itself closes the object.
            let strangers = try reader.unknownMembers()
            if !strangers.isEmpty { throw DecodeError(.jsonTrailing, offset: 0) }
        }

        func encode(to writer: inout ContentEncoder) {}
    }
}
