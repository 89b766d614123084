// SPDX-License-Identifier: Apache-2.0

/// What ends a line (FRM-010).
@nonexhaustive
public enum LineDelimiter: String, Hashable, Sendable, CaseIterable {
    /// 0A.
    case lf
    /// 0D 0A.
    case crlf
    /// 0D.
    case cr
    /// 00.
    case nul

    /// The bytes of the delimiter.
    public var byteCount: Int { self == .crlf ? 2 : 1 }

    /// The first byte of the delimiter.
    @inline(__always)
    var firstByte: UInt8 {
        switch self {
        case .lf: 0x0a
        case .crlf, .cr: 0x0d
        case .nul: 0
        }
    }

    /// The offset of the first whole delimiter at or behind `start`, or nil (FRM-012).
    @inline(__always)
    func first(in bytes: Span<UInt8>, from start: Int) -> Int? {
        let wanted = firstByte
        var found = BlockScan.first(wanted, in: bytes, from: start, to: bytes.count)
        guard self == .crlf else { return found < bytes.count ? found : nil }
        while found &+ 1 < bytes.count {
            if bytes.byte(at: found &+ 1) == 0x0a { return found }
            found = BlockScan.first(wanted, in: bytes, from: found &+ 1, to: bytes.count)
        }
        return nil
    }

    /// How many bytes at the end of `bytes` may be the beginning of a delimiter.
    @inline(__always)
    func undecided(in bytes: Span<UInt8>, from start: Int) -> Int {
        self == .crlf && bytes.count > start && bytes.byte(at: bytes.count &- 1) == 0x0d ? 1 : 0
    }
}

/// What stands in a line (FRM-011).
@nonexhaustive
public enum LineEncoding: String, Hashable, Sendable, CaseIterable {
    /// Base64 of the unit.
    case base64
    /// The unit itself.
    case json
}

/// What both sides have agreed on about lines.
public struct LineFraming: Hashable, Sendable {
    /// What ends a line.
    public var delimiter: LineDelimiter
    /// What stands in it.
    public var encoding: LineEncoding
    /// What alone in a line is a heartbeat.
    public var heartbeat: HeartbeatBody

    /// LF and Base64, unless something else was agreed.
    public init(
        _ delimiter: LineDelimiter = .lf, _ encoding: LineEncoding = .base64, heartbeat: HeartbeatBody = .standard
    ) {
        self.delimiter = delimiter
        self.encoding = encoding
        self.heartbeat = heartbeat
    }
}
