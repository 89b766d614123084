// SPDX-License-Identifier: Apache-2.0

/// One packet as it travels: fragments are not joined, and nothing is inflated or divided.
public struct Packet: ~Escapable {
    /// The fields of the header.
    public let header: PacketHeader
    /// Where the packet begins, counted from the first byte of the stream.
    public let offset: Int
    /// All bytes behind the header.
    public let payload: Span<UInt8>

    /// Puts a packet together whose fields have been checked.
    @inline(__always)
    @_lifetime(copy payload)
    init(_ header: PacketHeader, at offset: Int, payload: Span<UInt8>) {
        self.header = header
        self.offset = offset
        self.payload = payload
    }

    /// Where the payload begins, counted from the first byte of the stream.
    public var payloadOffset: Int { offset + Int(header.headerLength) }

    /// The fields of a fragment; nil where the packet is none.
    public var fragment: FragmentFields? {
        header.flags.contains(.fragment) ? FragmentFields(reading: payload) : nil
    }

    /// The payload without the fields of a fragment.
    public var part: Span<UInt8> {
        @_lifetime(copy self)
        get {
            header.flags.contains(.fragment) ? payload.slice(FragmentFields.byteCount, payload.count) : payload
        }
    }
}

/// What a decoder of packets answers (FRM-001).
public enum PacketStep: ~Escapable {
    /// The bytes end inside a packet, or where the next one begins.
    case needMore
    /// A packet is whole, and right by all rules but those for messages.
    case packet(Packet)
    /// Something is wrong.
    case fault(StreamFault)
}
