// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A message or notification, in either direction (RMTP-030).
///
/// A member is nil where a packet that was read ended before it; a packet that is written has all of its layout.
public struct PublishPacket: Hashable, Sendable {
    /// The lower bits of the header; bit 3 is `syncMsg` down and `dup` up (RMTP-012).
    public var flags: RMTPFlags
    /// When the service sent it, in seconds from 1970; down only.
    public var date: UInt32?
    /// What the message is, or what it is about.
    public var topic: FrameText?
    /// Who it is for, or comes from; not in a PUBLISH down of version 2.
    public var targetId: FrameText?
    /// What it is acknowledged by; there whatever the `qos` is (RMTP-031).
    public var messageId: UInt16?
    /// The body, a protobuf message (RMTP-044).
    public var data: [UInt8]?

    /// Makes a packet; `date` is for the way down.
    public init(
        topic: FrameText, targetId: FrameText?, messageId: UInt16, data: [UInt8], date: UInt32? = nil,
        flags: RMTPFlags = RMTPFlags(qos: .atLeastOnce)
    ) {
        self.flags = flags
        self.date = date
        self.topic = topic
        self.targetId = targetId
        self.messageId = messageId
        self.data = data
    }

    /// Copies a packet out of the bytes that it was read from.
    public init(_ view: borrowing PublishView) {
        flags = view.flags
        date = view.date
        topic = view.topic?.text
        targetId = view.targetId?.text
        messageId = view.messageId
        data = view.data?.copied
    }

    @_lifetime(output: copy output)
    func write(_ writer: inout FrameWriter, _ output: inout MutableSpan<UInt8>) throws(EncodeError) {
        let isDown = writer.format.direction == .down
        if isDown {
            try writer.number(date, &output)
        } else if date != nil {
            throw EncodeError(.member)
        }
        try writer.text(topic, &output)
        if isDown, writer.format.version == .two {
            if targetId != nil { throw EncodeError(.member) }
        } else {
            try writer.text(targetId, &output)
        }
        try writer.number(messageId, &output)
        writer.rest(data, &output)
    }
}

/// A PUBLISH where it lies.
public struct PublishView: ~Escapable {
    private let body: Span<UInt8>
    private let topicPlace: FrameTextPlace
    private let targetIdPlace: FrameTextPlace
    private let dataPlace: FrameRestPlace
    /// The lower bits of the header.
    public let flags: RMTPFlags
    /// When the service sent it, in seconds from 1970; down only.
    public let date: UInt32?
    /// What the message is, or what it is about.
    public var topic: FrameTextView? {
        @_lifetime(copy self)
        get { topicPlace.view(body) }
    }
    /// Who it is for, or comes from.
    public var targetId: FrameTextView? {
        @_lifetime(copy self)
        get { targetIdPlace.view(body) }
    }
    /// What it is acknowledged by.
    public let messageId: UInt16?
    /// The body.
    public var data: Span<UInt8>? {
        @_lifetime(copy self)
        get { dataPlace.view(body) }
    }

    @inline(__always)
    @_lifetime(copy reader)
    @_lifetime(reader: copy reader)
    init(_ flags: RMTPFlags, _ format: RMTPFormat, _ reader: inout FrameReader) throws(DecodeError) {
        let isDown = format.direction == .down
        self.flags = flags
        body = reader.bytes
        date = isDown ? try reader.number(.date) : nil
        topicPlace = try reader.text(.topic)
        targetIdPlace = isDown && format.version == .two ? .absent : try reader.text(.targetId)
        messageId = try reader.number(.messageId)
        dataPlace = reader.rest()
    }
}
