// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The answer to a QUERY (RMTP-030).
public struct QueryAckPacket: Hashable, Sendable {
    /// The lower bits of the header.
    public var flags: RMTPFlags
    /// That of the QUERY.
    public var messageId: UInt16?
    /// When the service answered, in seconds from 1970.
    public var date: UInt32?
    /// 0 where it went well, known or not (RMTP-037).
    public var status: UInt16?
    /// The body, a protobuf message, often empty.
    public var data: [UInt8]?

    /// Makes a packet.
    public init(
        messageId: UInt16, date: UInt32, status: UInt16 = 0, data: [UInt8] = [], flags: RMTPFlags = RMTPFlags()
    ) {
        self.flags = flags
        self.messageId = messageId
        self.date = date
        self.status = status
        self.data = data
    }

    /// Copies a packet out of the bytes that it was read from.
    public init(_ view: borrowing QueryAckView) {
        flags = view.flags
        messageId = view.messageId
        date = view.date
        status = view.status
        data = view.data?.copied
    }

    @_lifetime(output: copy output)
    func write(_ writer: inout FrameWriter, _ output: inout MutableSpan<UInt8>) throws(EncodeError) {
        try writer.number(messageId, &output)
        try writer.number(date, &output)
        try writer.number(status, &output)
        writer.rest(data, &output)
    }
}

/// A QUERYACK where it lies.
public struct QueryAckView: ~Escapable {
    private let body: Span<UInt8>
    private let dataPlace: FrameRestPlace
    /// The lower bits of the header.
    public let flags: RMTPFlags
    /// That of the QUERY.
    public let messageId: UInt16?
    /// When the service answered, in seconds from 1970.
    public let date: UInt32?
    /// 0 where it went well.
    public let status: UInt16?
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
        messageId = try reader.number(.messageId)
        date = try reader.number(.date)
        status = try reader.number(.status)
        dataPlace = reader.rest()
    }
}
