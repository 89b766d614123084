// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A PUBLISH has arrived; down with its time and id, up with nothing (RMTP-030).
public struct PubAckPacket: Hashable, Sendable {
    /// The lower bits of the header.
    public var flags: RMTPFlags
    /// That of the PUBLISH.
    public var messageId: UInt16?
    /// When the message was sent, in seconds from 1970; down only, like all that follows.
    public var date: UInt32?
    /// 0 where it went well, known or not (RMTP-037).
    public var status: UInt16?
    /// The milliseconds of the date; version 2 may lack it, and what follows (RMTP-035).
    public var millisecond: UInt16?
    /// The message's id at the service.
    public var messageUId: FrameText?
    /// What follows the last member, as it came (RMTP-043).
    public var trailing: [UInt8] = []

    /// Makes the packet of a client.
    public init(messageId: UInt16, flags: RMTPFlags = RMTPFlags()) {
        self.flags = flags
        self.messageId = messageId
    }

    /// Makes the packet of the service.
    public init(
        messageId: UInt16, date: UInt32, status: UInt16, millisecond: UInt16?, messageUId: FrameText?,
        flags: RMTPFlags = RMTPFlags()
    ) {
        self.flags = flags
        self.messageId = messageId
        self.date = date
        self.status = status
        self.millisecond = millisecond
        self.messageUId = messageUId
    }

    /// Copies a packet out of the bytes that it was read from.
    public init(_ view: borrowing PubAckView) {
        flags = view.flags
        messageId = view.messageId
        date = view.date
        status = view.status
        millisecond = view.millisecond
        messageUId = view.messageUId?.text
    }

    /// When the message was sent, in milliseconds from 1970; nil where a part of it is absent.
    public var sentTime: UInt64? {
        guard let date, let millisecond else { return nil }
        return UInt64(date) * 1_000 + UInt64(millisecond)
    }

    @_lifetime(output: copy output)
    func write(_ writer: inout FrameWriter, _ output: inout MutableSpan<UInt8>) throws(EncodeError) {
        try writer.number(messageId, &output)
        guard writer.format.direction == .down else {
            guard date == nil, status == nil, millisecond == nil, messageUId == nil else { throw EncodeError(.member) }
            return
        }
        try writer.number(date, &output)
        try writer.number(status, &output)
        if writer.format.version == .two, millisecond == nil, messageUId == nil { return }
        try writer.number(millisecond, &output)
        try writer.text(messageUId, &output)
    }
}

/// A PUBACK where it lies.
public struct PubAckView: ~Escapable {
    private let body: Span<UInt8>
    private let messageUIdPlace: FrameTextPlace
    /// The lower bits of the header.
    public let flags: RMTPFlags
    /// That of the PUBLISH.
    public let messageId: UInt16?
    /// When the message was sent, in seconds from 1970.
    public let date: UInt32?
    /// 0 where it went well.
    public let status: UInt16?
    /// The milliseconds of the date.
    public let millisecond: UInt16?
    /// The message's id at the service.
    public var messageUId: FrameTextView? {
        @_lifetime(copy self)
        get { messageUIdPlace.view(body) }
    }

    @_lifetime(copy reader)
    @_lifetime(reader: copy reader)
    init(_ flags: RMTPFlags, _ format: RMTPFormat, _ reader: inout FrameReader) throws(DecodeError) {
        let isDown = format.direction == .down
        self.flags = flags
        body = reader.bytes
        messageId = try reader.number(.messageId)
        date = isDown ? try reader.number(.date) : nil
        status = isDown ? try reader.number(.status) : nil
        // RMTP-035
        let isWhole = !isDown || (format.version == .two && status != nil && reader.remaining == 0)
        millisecond = isWhole ? nil : try reader.number(.millisecond)
        messageUIdPlace = isWhole ? .absent : try reader.text(.messageUId)
        try reader.finish()
    }
}
