// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A change of a user's online status, which the service reports to the application's server (API-073).
///
/// ```swift
/// let body = OnlineStatus.encoded([OnlineStatus(userID: "u1", change: .online)])
/// ```
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

    /// Reads the body of a callback, which is a list of at most 65,536 changes in at most 4 MiB (API-092).
    ///
    /// - Throws: `json.*`, `field.*`, `limit.*`.
    public static func decodeList(
        _ bytes: Span<UInt8>, mode: DecodingMode = .lenient, limits: DecodingLimits = .answers
    ) throws(DecodeError) -> [OnlineStatus] {
        if bytes.count > limits.contentBytes { throw DecodeError(.limitSize, offset: 0) }
        let fault = fault(in: bytes, limits)
        do throws(DecodeError) {
            let items = try items(bytes, mode, limits)
            if let fault { throw fault }
            return items
        } catch {
            // Of two errors, the one that a single reading meets first is reported (CNT-184).
            if let fault, fault.offset <= error.offset { throw fault }
            throw error
        }
    }

    /// Returns the reason why bytes are not a JSON list, or nil if they are one.
    private static func fault(in bytes: Span<UInt8>, _ limits: DecodingLimits) -> DecodeError? {
        do throws(DecodeError) {
            if try RawJSON(parsing: bytes, limits: limits, isStrict: false).kind == .array { return nil }
            var start = 0
            while start < bytes.count, " \t\r\n".utf8.contains(bytes[start]) { start += 1 }
            return DecodeError(.contentType, offset: start)
        } catch {
            return error
        }
    }

    /// Reads the objects of a list.
    ///
    /// The reader requires an object, so the list is wrapped as its only member and error offsets are adjusted.
    private static func items(
        _ bytes: Span<UInt8>, _ mode: DecodingMode, _ limits: DecodingLimits
    ) throws(DecodeError) -> [OnlineStatus] {
        let prefix = Array(#"{"list":"#.utf8)
        var object = prefix
        for offset in 0..<bytes.count { object.append(bytes[offset]) }
        object.append(UInt8(ascii: "}"))
        var limits = limits
        // The size was checked before, and the object around the list adds to the size and the depth.
        limits.contentBytes = .max
        if limits.depth < .max { limits.depth += 1 }
        do throws(DecodeError) {
            return try List.decodeAlone(object.span, mode: mode, limits: limits).value.items
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

    private struct List: DiscardsUnknownMembers {
        var items: [OnlineStatus]

        init(decoding reader: inout ContentDecoder) throws(DecodeError) {
            items = try reader.objects("list", as: OnlineStatus.self) ?? []
        }

        func encode(to writer: inout ContentEncoder) {}
    }
}
