// SPDX-License-Identifier: Apache-2.0

/// A single packet as it travels: fragments are not joined, and nothing is inflated or split.
public struct ChatPacket: ~Escapable {
    /// The fields of the header.
    public let header: ChatPacketHeader
    /// The offset of the packet in the stream.
    public let offset: Int
    /// The bytes that follow the header.
    public let payload: Span<UInt8>

    /// Creates a packet whose fields have been checked.
    @inline(__always)
    @_lifetime(copy payload)
    init(_ header: ChatPacketHeader, at offset: Int, payload: Span<UInt8>) {
        self.header = header
        self.offset = offset
        self.payload = payload
    }

    /// The offset of the payload in the stream.
    public var payloadOffset: Int { offset + Int(header.headerLength) }

    /// The fields of a fragment, or nil if the packet is not a fragment.
    public var fragment: ChatFragmentFields? {
        header.flags.contains(.fragment) ? ChatFragmentFields(reading: payload) : nil
    }

    /// The payload without the fields of a fragment.
    public var part: Span<UInt8> {
        @_lifetime(copy self)
        get {
            header.flags.contains(.fragment) ? payload.slice(ChatFragmentFields.byteCount, payload.count) : payload
        }
    }
}

/// The result of a step of a packet decoder (FRM-001).
public enum ChatPacketStep: ~Escapable {
    /// More bytes are needed: the input ends inside a packet, or at the start of the next one.
    case needMore
    /// A complete packet, valid by all rules except those for messages.
    case packet(ChatPacket)
    /// An error.
    case fault(StreamFault)
}
