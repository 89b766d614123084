// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A question to the service (RMTP-030).
public struct QueryPacket: Hashable, Sendable {
    /// The lower bits of the header.
    public var flags: RMTPFlags
    /// What is asked.
    public var topic: FrameText?
    /// Whom or what it is about.
    public var targetId: FrameText?
    /// What the answer will bear.
    public var messageId: UInt16?
    /// The body, a protobuf message (RMTP-044).
    public var data: [UInt8]?

    /// Makes a packet.
    public init(
        topic: FrameText, targetId: FrameText, messageId: UInt16, data: [UInt8], flags: RMTPFlags = RMTPFlags()
    ) {
        self.flags = flags
        self.topic = topic
        self.targetId = targetId
        self.messageId = messageId
        self.data = data
    }

    /// Copies a packet out of the bytes that it was read from.
    public init(_ view: borrowing QueryView) {
        flags = view.flags
        topic = view.topic?.text
        targetId = view.targetId?.text
        messageId = view.messageId
        data = view.data?.copied
    }

    @_lifetime(output: copy output)
    func write(_ writer: inout FrameWriter, _ output: inout MutableSpan<UInt8>) throws(EncodeError) {
        try writer.text(topic, &output)
        try writer.text(targetId, &output)
        try writer.number(messageId, &output)
        writer.rest(data, &output)
    }
}

/// A QUERY where it lies.
public struct QueryView: ~Escapable {
    private let body: Span<UInt8>
    private let topicPlace: FrameTextPlace
    private let targetIdPlace: FrameTextPlace
    private let dataPlace: FrameRestPlace
    /// The lower bits of the header.
    public let flags: RMTPFlags
    /// What is asked.
    public var topic: FrameTextView? {
        @_lifetime(copy self)
        get { topicPlace.view(body) }
    }
    /// Whom or what it is about.
    public var targetId: FrameTextView? {
        @_lifetime(copy self)
        get { targetIdPlace.view(body) }
    }
    /// What the answer will bear.
    public let messageId: UInt16?
    /// The body.
    public var data: Span<UInt8>? {
        @_lifetime(copy self)
        get { dataPlace.view(body) }
    }

    @inline(__always)
    @_lifetime(copy reader)
    @_lifetime(reader: copy reader)
    init(_ flags: RMTPFlags, _ reader: inout FrameReader) throws(DecodeError) {
        self.flags = flags
        body = reader.bytes
        topicPlace = try reader.text(.topic)
        targetIdPlace = try reader.text(.targetId)
        messageId = try reader.number(.messageId)
        dataPlace = reader.rest()
    }
}
