// SPDX-License-Identifier: Apache-2.0

/// The content of a line after Base64 decoding, or of a packet after joining and inflating: one message or several
/// (FRM-050).
public struct ChatStreamUnit: ~Escapable {
    /// The mapping of offsets in the unit to offsets in the stream (FRM-003).
    enum Origin: Equatable {
        /// The stream contains the unit unchanged.
        case plain
        /// Groups of four characters represent groups of three bytes.
        case base64
        /// Fragments or deflate hide the exact offsets.
        case hidden
    }

    /// The bytes of the unit, in the caller's buffer where possible.
    public let bytes: Span<UInt8>
    /// The stream offset of the line, or of the payload of the packet that completed the unit.
    public let offset: Int
    /// The flags of the packet, or no flags for a line.
    public let flags: ChatPacketFlags
    /// The sequence number of the packet, or 0 for a line.
    public let sequence: UInt32
    /// The line as received, or an empty span for a packet.
    let line: Span<UInt8>
    let origin: Origin
    let messageBytes: Int
    /// The offset of DEV-114 in the line, or -1.
    let looseness: Int
    /// The offset of DEV-115 in the line, or -1.
    let otherEncoding: Int

    @inline(__always)
    @_lifetime(copy bytes, copy line)
    init(
        _ bytes: Span<UInt8>, at offset: Int, _ origin: Origin, flags: ChatPacketFlags = [], sequence: UInt32 = 0,
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

    /// Whether the unit is a batch of messages with their lengths, which have been validated (FRM-067).
    public var isBatch: Bool { flags.contains(.batch) }

    /// The number of messages in a batch, or 1 for any other unit, even if its JSON is an array.
    package var messageCount: Int { isBatch ? Int(bytes.bigEndian32(at: 0)) : 1 }

    /// The messages of the unit.
    package var messages: UnitMessages {
        @_lifetime(copy self)
        get { UnitMessages(self) }
    }

    /// The deviations of the line from the agreed form: DEV-114 and DEV-115, in their order in the line (CHT-063).
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

    /// Returns a fault of the stream for an error whose offset counts from the first byte of the unit (FRM-003).
    public func fault(_ error: DecodeError) -> StreamFault {
        var moved = error
        moved.offset = streamOffset(of: error.offset)
        return StreamFault(moved, inner: origin == .plain ? nil : error.offset)
    }

    /// Returns the stream offset of a byte of the unit, or of the characters or payload that hide it.
    package func streamOffset(of inner: Int) -> Int {
        switch origin {
        case .plain: offset + inner
        case .hidden: offset
        case .base64: offset + (inner < bytes.count ? character(of: inner) : line.count)
        }
    }

    /// Returns the offset in the line of the first of the four characters that encode a byte.
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

/// The result of a step of a line or packet decoder (FRM-001).
public enum ChatUnitStep: ~Escapable {
    /// More bytes are needed: the input ends inside a line or packet, or at the start of the next one.
    case needMore
    /// A heartbeat packet at an offset of the stream.
    ///
    /// A heartbeat in a unit of its own is reported as ``unit(_:)``.
    case heartbeat(offset: Int)
    /// A complete unit, which is valid until the next call of the decoder.
    case unit(ChatStreamUnit)
    /// An error.
    case fault(StreamFault)
}
