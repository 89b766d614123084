// SPDX-License-Identifier: Apache-2.0

/// The first byte of every packet: `type << 4 | bit 3 << 3 | qos << 1 | retain` (RMTP-010).
public struct RMTPHeader: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    /// The byte on the wire.
    public var rawValue: UInt8

    /// Creates a header from its byte.
    @inline(__always)
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Creates a header from a type and flags.
    public init(_ type: RMTPType, _ flags: RMTPFlags = RMTPFlags()) {
        rawValue = type.rawValue << 4 | flags.rawValue
    }

    /// The type of the packet.
    @inline(__always)
    public var type: RMTPType { RMTPType(rawValue: rawValue >> 4) }

    /// The lower four bits.
    @inline(__always)
    public var flags: RMTPFlags { RMTPFlags(rawValue: rawValue) }

    /// Returns whether bit 3, in this direction, marks a copy of a packet that this user sent from another device
    /// (RMTP-012).
    public func isSync(_ direction: RMTPDirection) -> Bool {
        flags.isSynced && type == .publish && direction == .down
    }

    /// Returns whether bit 3, in this direction, marks a packet that was sent before.
    public func isDuplicate(_ direction: RMTPDirection) -> Bool {
        flags.isDuplicate && !isSync(direction)
    }
}

/// The lower four bits of a header, which are valid in any combination on any packet (RMTP-011).
public struct RMTPFlags: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    /// The bits, 0 to 15.
    public private(set) var rawValue: UInt8
    private static var retained: UInt8 { 1 << 0 }
    private static var quality: UInt8 { 3 << 1 }
    private static var duplicate: UInt8 { 1 << 3 }

    /// Creates flags from the lower four bits of `rawValue`; the others are dropped.
    @inline(__always)
    public init(rawValue: UInt8) {
        self.rawValue = rawValue & 15
    }

    /// Creates the flags of a packet that goes up, or of one that is not a PUBLISH.
    public init(qos: RMTPQoS = .atMostOnce, isDuplicate: Bool = false, isRetained: Bool = false) {
        rawValue =
            (isDuplicate ? RMTPFlags.duplicate : 0) | qos.rawValue << 1 | (isRetained ? RMTPFlags.retained : 0)
    }

    /// Creates the flags of a PUBLISH that goes down.
    public init(qos: RMTPQoS = .atMostOnce, isSynced: Bool, isRetained: Bool = false) {
        self.init(qos: qos, isDuplicate: isSynced, isRetained: isRetained)
    }

    /// The quality of service.
    public var qos: RMTPQoS {
        get { RMTPQoS(rawValue: rawValue >> 1 & 3) ?? .atMostOnce }
        set { rawValue = rawValue & ~RMTPFlags.quality | newValue.rawValue << 1 }
    }

    /// Whether the packet was sent before, unless it is a PUBLISH that goes down: bit 3 (RMTP-012).
    public var isDuplicate: Bool {
        get { rawValue & RMTPFlags.duplicate != 0 }
        set { rawValue = rawValue & ~RMTPFlags.duplicate | (newValue ? RMTPFlags.duplicate : 0) }
    }

    /// Whether a PUBLISH that goes down is a copy of what this user sent from another device: bit 3 (RMTP-012).
    public var isSynced: Bool {
        get { isDuplicate }
        set { isDuplicate = newValue }
    }

    /// Bit 0, whose meaning is unknown; it is preserved.
    public var isRetained: Bool {
        get { rawValue & RMTPFlags.retained != 0 }
        set { rawValue = rawValue & ~RMTPFlags.retained | (newValue ? RMTPFlags.retained : 0) }
    }
}

/// The type of a packet, a four-bit number; six of the sixteen values have no layout (RMTP-013).
public struct RMTPType: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    /// The number, 0 to 15.
    public let rawValue: UInt8

    /// Creates a type from the lower four bits of `rawValue`; the others are dropped.
    @inline(__always)
    public init(rawValue: UInt8) {
        self.rawValue = rawValue & 15
    }
}

/// The quality of service of a packet, a two-bit number of which all four values are defined (RMTP-011).
public enum RMTPQoS: UInt8, Hashable, Sendable, CaseIterable {
    /// The sender requests no acknowledgement.
    case atMostOnce = 0
    /// The sender requests an acknowledgement.
    case atLeastOnce = 1
    /// Exactly once; the SDKs never send it.
    case exactlyOnce = 2
    /// The value 3, called default; the SDKs never send it.
    case standard = 3
}
