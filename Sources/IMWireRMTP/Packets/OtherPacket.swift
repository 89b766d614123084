// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A packet of a type without a layout, kept with its bytes (RMTP-013).
public struct OtherPacket: Hashable, Sendable {
    /// 0, 8 to 11, or 15.
    public let type: RMTPType
    /// The lower bits of the header.
    public var flags: RMTPFlags
    /// Everything behind the header.
    public var data: [UInt8]

    /// Creates a packet; nil where the type has a layout, and so a packet of its own.
    public init?(type: RMTPType, data: [UInt8], flags: RMTPFlags = RMTPFlags()) {
        guard !type.hasLayout else { return nil }
        self.type = type
        self.flags = flags
        self.data = data
    }

    /// Copies a packet out of the bytes that it was read from.
    public init(_ view: borrowing OtherView) {
        type = view.type
        flags = view.flags
        data = view.data.copied
    }
}

/// A packet of a type without a layout where it lies.
public struct OtherView: ~Escapable {
    /// 0, 8 to 11, or 15.
    public let type: RMTPType
    /// The lower bits of the header.
    public let flags: RMTPFlags
    /// Everything behind the header.
    public let data: Span<UInt8>

    @_lifetime(copy data)
    init(_ type: RMTPType, _ flags: RMTPFlags, _ data: Span<UInt8>) {
        self.type = type
        self.flags = flags
        self.data = data
    }
}
