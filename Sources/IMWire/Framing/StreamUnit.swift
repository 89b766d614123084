// SPDX-License-Identifier: Apache-2.0

/// What a line holds without its Base64, or a packet once it is joined and inflated: a message or several (FRM-050).
public struct StreamUnit: ~Escapable {
    /// How places in the unit become places in the stream (FRM-003).
    enum Origin: Equatable {
        /// The unit lies in the stream as it is.
        case plain
        /// Groups of four characters stand for groups of three bytes.
        case base64
        /// Fragments or deflate stand between.
        case hidden
    }

    /// The bytes, in the caller's buffer wherever that is possible.
    public let bytes: Span<UInt8>
    /// Where the line, or the payload of the packet that completed the unit, begins in the stream.
    public let offset: Int
    /// The flags of its packet; none for a line.
    public let flags: PacketFlags
    /// The sequence number of its packet; 0 for a line.
    public let sequence: UInt32
    /// The line as it came; empty for a packet.
    let line: Span<UInt8>
    let origin: Origin
    let messageBytes: Int
    /// Where DEV-114 was met in the line, or -1.
    let looseness: Int
    /// Where DEV-115 was met in the line, or -1.
    let otherEncoding: Int

    @inline(__always)
    @_lifetime(copy bytes, copy line)
    init(
        _ bytes: Span<UInt8>, at offset: Int, _ origin: Origin, flags: PacketFlags = [], sequence: UInt32 = 0,
        line: Span<UInt8>, messageBytes: Int, looseness: Int = -1, otherEncoding: Int = -1
    ) {
        self.bytes = bytes
        self.offset = offset
        self.flags = flags
        self.sequence = sequence
        self.line = line
        self.origin = origin
        self.messageBytes = messageBytes
        self.looseness = looseness
        self.otherEncoding = otherEncoding
    }

    /// Whether the unit is a batch of messages with their lengths, which has been followed to its end (FRM-067).
    public var isBatch: Bool { flags.contains(.batch) }

    /// How many messages the unit has; 1 where it is no batch, whether or not its JSON is an array.
    public var messageCount: Int { isBatch ? Int(bytes.bigEndian32(at: 0)) : 1 }

    /// The messages of the unit.
    public var messages: UnitMessages {
        @_lifetime(copy self)
        get { UnitMessages(self) }
    }

    /// How the line differs from what was agreed: DEV-114 and DEV-115, in their order in the line (CHT-063).
    public var deviations: [Deviation] {
        if looseness < 0, otherEncoding < 0 { return [] }
        var deviations: [Deviation] = []
        if otherEncoding >= 0 { deviations.append(Deviation(.otherEncoding, offset: offset + otherEncoding)) }
        if looseness >= 0 {
            let first = otherEncoding >= 0 && looseness < otherEncoding ? 0 : deviations.count
            deviations.insert(Deviation(.looseLine, offset: offset + looseness), at: first)
        }
        return deviations
    }

    /// An error in the unit, whose offset counts from the unit's first byte, as one in the stream (FRM-003).
    public func fault(_ error: DecodeError) -> StreamFault {
        var moved = error
        moved.offset = streamOffset(of: error.offset)
        return StreamFault(moved, inner: origin == .plain ? nil : error.offset)
    }

    /// Where a byte of the unit lies in the stream, or what hides it begins.
    public func streamOffset(of inner: Int) -> Int {
        switch origin {
        case .plain: offset + inner
        case .hidden: offset
        case .base64: offset + (inner < bytes.count ? character(of: inner) : line.count)
        }
    }

    /// The offset in the line of the first of the four characters that hold a byte.
    private func character(of inner: Int) -> Int {
        var digits = inner / 3 * 4
        if looseness < 0 { return digits }
        var place = 0
        while place < line.count {
            if !Base64.isWhiteSpace(line.byte(at: place)) {
                if digits == 0 { break }
                digits -= 1
            }
            place += 1
        }
        return place
    }
}

/// What a decoder of lines or packets answers (FRM-001).
public enum UnitStep: ~Escapable {
    /// The bytes end inside a line or packet, or where the next one begins.
    case needMore
    /// A packet that is a heartbeat begins at this offset of the stream; one in a unit of its own is a ``unit(_:)``.
    case heartbeat(offset: Int)
    /// A unit is whole; it is valid until the decoder is asked again.
    case unit(StreamUnit)
    /// Something is wrong.
    case fault(StreamFault)
}
