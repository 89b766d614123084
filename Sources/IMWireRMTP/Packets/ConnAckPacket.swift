// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The service accepts a connection or refuses it (RMTP-033, RMTP-034).
public struct ConnAckPacket: Hashable, Sendable {
    /// The lower bits of the header.
    public var flags: RMTPFlags
    /// A byte that nobody looks at (RMTP-036).
    public var ignored: UInt8?
    /// Whether, and why not, known or not (RMTP-037).
    public var status: UInt8?
    /// Which members follow, version 4 only; nil asks the writer to work it out (RMTP-112).
    public var members: Members?
    /// Who has connected.
    public var userId: FrameText?
    /// The connection's id.
    public var sessionId: FrameText?
    /// The service's clock, in milliseconds from 1970.
    public var timestamp: UInt64?
    /// What the client goes on counting from; version 4 only.
    public var messageId: UInt16?
    /// What follows the last member, as it came (RMTP-043).
    public var trailing: [UInt8] = []

    /// The flags of version 4: which members a CONNACK has.
    public struct Members: OptionSet, Hashable, Sendable {
        /// The byte as it travels; unknown bits are kept.
        public let rawValue: UInt8

        /// Takes the byte.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// `userId` follows.
        public static let userId = Members(rawValue: 1)
        /// `sessionId` follows.
        public static let sessionId = Members(rawValue: 2)
        /// `timestamp` follows.
        public static let timestamp = Members(rawValue: 4)
        /// `messageId` follows.
        public static let messageId = Members(rawValue: 8)

        /// All bits that have a meaning.
        public static let known: Members = [.userId, .sessionId, .timestamp, .messageId]
    }

    /// Makes a packet; a connection that is refused has nothing but its status.
    public init(
        status: UInt8, userId: FrameText? = nil, sessionId: FrameText? = nil, timestamp: UInt64? = nil,
        messageId: UInt16? = nil, ignored: UInt8 = 0, flags: RMTPFlags = RMTPFlags()
    ) {
        self.flags = flags
        self.ignored = ignored
        self.status = status
        self.userId = userId
        self.sessionId = sessionId
        self.timestamp = timestamp
        self.messageId = messageId
    }

    /// Copies a packet out of the bytes that it was read from.
    public init(_ view: borrowing ConnAckView) {
        flags = view.flags
        ignored = view.ignored
        status = view.status
        members = view.members
        userId = view.userId?.text
        sessionId = view.sessionId?.text
        timestamp = view.timestamp
        messageId = view.messageId
    }

    @_lifetime(output: copy output)
    func write(_ writer: inout FrameWriter, _ output: inout MutableSpan<UInt8>) throws(EncodeError) {
        try writer.number(ignored, &output)
        try writer.number(status, &output)
        if writer.format.version == .four { return try writeMembers(&writer, &output) }
        if members != nil || messageId != nil { throw EncodeError(.member) }
        if userId == nil, sessionId == nil, timestamp == nil { return }
        try writer.text(userId, &output)
        if writer.format.version == .two, sessionId == nil, timestamp == nil { return }
        try writer.text(sessionId, &output)
        try writer.number(timestamp, &output)
    }

    /// Writes what version 4 has behind the status (RMTP-112).
    @_lifetime(output: copy output)
    private func writeMembers(_ writer: inout FrameWriter, _ output: inout MutableSpan<UInt8>) throws(EncodeError) {
        var present: Members = []
        if userId != nil { present.insert(.userId) }
        if sessionId != nil { present.insert(.sessionId) }
        if timestamp != nil { present.insert(.timestamp) }
        if messageId != nil { present.insert(.messageId) }
        // What an unknown flag announces is in the trailing bytes, and without them it cannot stand there.
        let told = members ?? present
        guard told.intersection(.known) == present, told.isSubset(of: .known) || !trailing.isEmpty else {
            throw EncodeError(.flags)
        }
        if members == nil, present.isEmpty { return }
        try writer.number(told.rawValue, &output)
        if userId != nil { try writer.text(userId, &output) }
        if sessionId != nil { try writer.text(sessionId, &output) }
        if timestamp != nil { try writer.number(timestamp, &output) }
        if messageId != nil { try writer.number(messageId, &output) }
    }
}

/// A CONNACK where it lies.
public struct ConnAckView: ~Escapable {
    private let body: Span<UInt8>
    private let userIdPlace: FrameTextPlace
    private let sessionIdPlace: FrameTextPlace
    /// The lower bits of the header.
    public let flags: RMTPFlags
    /// A byte that nobody looks at.
    public let ignored: UInt8?
    /// Whether, and why not.
    public let status: UInt8?
    /// Which members follow; version 4 only.
    public let members: ConnAckPacket.Members?
    /// Who has connected.
    public var userId: FrameTextView? {
        @_lifetime(copy self)
        get { userIdPlace.view(body) }
    }
    /// The connection's id.
    public var sessionId: FrameTextView? {
        @_lifetime(copy self)
        get { sessionIdPlace.view(body) }
    }
    /// The service's clock, in milliseconds from 1970.
    public let timestamp: UInt64?
    /// What the client goes on counting from; version 4 only.
    public let messageId: UInt16?

    @_lifetime(copy reader)
    @_lifetime(reader: copy reader)
    init(_ flags: RMTPFlags, _ version: RMTPVersion, _ reader: inout FrameReader) throws(DecodeError) {
        self.flags = flags
        body = reader.bytes
        ignored = try reader.number(.ignored)
        let status: UInt8? = try reader.number(.status)
        self.status = status
        // A connection that is refused has nothing behind its status (RMTP-033, RMTP-034).
        let hasMore = status != nil && reader.remaining > 0
        var wanted: ConnAckPacket.Members = hasMore ? [.userId, .sessionId, .timestamp] : []
        if hasMore, version == .four {
            let place = reader.position
            let byte: UInt8? = try reader.number(.flags)
            wanted = ConnAckPacket.Members(rawValue: byte ?? 0)
            if !wanted.isSubset(of: .known) { try reader.refuse(.packetFlags, .unknownFlag, .flags, at: place) }
            members = wanted
        } else {
            members = nil
        }
        userIdPlace = wanted.contains(.userId) ? try reader.text(.userId) : .absent
        if version == .two, reader.remaining == 0 { wanted = [] }  // RMTP-033
        sessionIdPlace = wanted.contains(.sessionId) ? try reader.text(.sessionId) : .absent
        timestamp = wanted.contains(.timestamp) ? try reader.number(.timestamp) : nil
        messageId = wanted.contains(.messageId) && version == .four ? try reader.number(.messageId) : nil
        try reader.finish()
    }
}
