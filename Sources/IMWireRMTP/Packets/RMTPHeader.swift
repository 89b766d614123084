// SPDX-License-Identifier: Apache-2.0

/// The first byte of every packet: `type << 4 | bit 3 << 3 | qos << 1 | retain` (RMTP-010).
public struct RMTPHeader: RawRepresentable, Hashable, Sendable {
    /// The byte as it travels.
    public var rawValue: UInt8

    /// Creates flags from their byte.
    @inline(__always)
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Puts a header together.
    public init(_ type: RMTPType, _ flags: RMTPFlags = RMTPFlags()) {
        rawValue = type.rawValue << 4 | flags.rawValue
    }

    /// Which packet it is.
    @inline(__always)
    public var type: RMTPType { RMTPType(rawValue: rawValue >> 4) }

    /// The other four bits.
    @inline(__always)
    public var flags: RMTPFlags { RMTPFlags(rawValue: rawValue) }

    /// Whether bit 3 of a packet in this direction says that it is a copy of what this user sent elsewhere (RMTP-012).
    public func isSync(_ direction: RMTPDirection) -> Bool {
        flags.isMarked && type == .publish && direction == .down
    }

    /// Whether bit 3 of a packet in this direction says that it was sent before.
    public func isDuplicate(_ direction: RMTPDirection) -> Bool {
        flags.isMarked && !isSync(direction)
    }
}

/// The lower four bits of a header, which any packet may have in any combination (RMTP-011).
public struct RMTPFlags: RawRepresentable, Hashable, Sendable {
    /// The bits, 0 to 15.
    public private(set) var rawValue: UInt8

    /// Takes the bits; higher ones are dropped.
    @inline(__always)
    public init(rawValue: UInt8) {
        self.rawValue = rawValue & 0x0f
    }

    /// Puts the bits together.
    public init(qos: RMTPQoS = .atMostOnce, isMarked: Bool = false, isRetained: Bool = false) {
        rawValue = (isMarked ? 8 : 0) | qos.rawValue << 1 | (isRetained ? 1 : 0)
    }

    /// How hard the sender tries.
    public var qos: RMTPQoS {
        get { RMTPQoS(rawValue: rawValue >> 1 & 3) ?? .atMostOnce }
        set { rawValue = rawValue & 0x09 | newValue.rawValue << 1 }
    }

    /// Bit 3: on a PUBLISH down a copy of what this user sent elsewhere, else a packet that was sent before (RMTP-012).
    public var isMarked: Bool {
        get { rawValue & 8 != 0 }
        set { rawValue = rawValue & 0x07 | (newValue ? 8 : 0) }
    }

    /// Bit 0, whose meaning nobody knows; it is kept.
    public var isRetained: Bool {
        get { rawValue & 1 != 0 }
        set { rawValue = rawValue & 0x0e | (newValue ? 1 : 0) }
    }
}

/// The four bits that say which packet it is; there are sixteen, six of them without a layout (RMTP-013).
public struct RMTPType: RawRepresentable, Hashable, Sendable {
    /// The number, 0 to 15.
    public let rawValue: UInt8

    /// Takes the number; higher bits than the lowest four are dropped.
    @inline(__always)
    public init(rawValue: UInt8) {
        self.rawValue = rawValue & 0x0f
    }
}

/// How hard the sender of a packet tries (RMTP-011); two bits, so that there is no fifth value.
public enum RMTPQoS: UInt8, Hashable, Sendable, CaseIterable {
    /// No acknowledgement is wanted.
    case atMostOnce = 0
    /// An acknowledgement is wanted.
    case atLeastOnce = 1
    /// Never sent by the SDKs.
    case exactlyOnce = 2
    /// Never sent by the SDKs.
    case standard = 3
}
