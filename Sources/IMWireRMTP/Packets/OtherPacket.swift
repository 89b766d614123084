// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A packet of a type without a layout, kept as bytes (RMTP-013).
public struct OtherPacket: Hashable, Sendable {
    /// The type: 0, 8 to 11, or 15.
    public let type: RMTPType
    /// The lower four bits of the header.
    public var flags: RMTPFlags
    /// All bytes after the header.
    public var data: [UInt8]

    /// Creates a packet, or returns nil if the type has a layout and therefore a packet type of its own.
    public init?(type: RMTPType, data: [UInt8], flags: RMTPFlags = RMTPFlags()) {
        guard !type.hasLayout else { return nil }
        self.type = type
        self.flags = flags
        self.data = data
    }

    /// Creates a packet by copying a view.
    public init(_ view: borrowing OtherView) {
        type = view.type
        flags = view.flags
        data = view.data.copied
    }
}

/// A view of a packet of a type without a layout.
public struct OtherView: ~Escapable, BitwiseCopyable {
    /// The type: 0, 8 to 11, or 15.
    public let type: RMTPType
    /// The lower four bits of the header.
    public let flags: RMTPFlags
    /// All bytes after the header.
    public let data: Span<UInt8>

    @_lifetime(copy data)
    init(_ type: RMTPType, _ flags: RMTPFlags, _ data: Span<UInt8>) {
        self.type = type
        self.flags = flags
        self.data = data
    }
}
