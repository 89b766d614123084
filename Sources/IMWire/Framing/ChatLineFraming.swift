// SPDX-License-Identifier: Apache-2.0

/// The delimiter of a line (FRM-010).
@nonexhaustive
public enum ChatLineDelimiter: String, Hashable, Sendable, CaseIterable {
    /// LF (0A).
    case lf
    /// CR LF (0D 0A).
    case crlf
    /// CR (0D).
    case cr
    /// NUL (00).
    case nul

    /// The length of the delimiter in bytes.
    public var byteCount: Int { self == .crlf ? 2 : 1 }

    /// The first byte of the delimiter.
    @inline(__always)
    var firstByte: UInt8 {
        switch self {
        case .lf: .lineFeed
        case .crlf, .cr: .carriageReturn
        case .nul: 0
        }
    }

    /// Returns the offset of the first complete delimiter at or after `start`, or nil (FRM-012).
    @inline(__always)
    package func first(in bytes: Span<UInt8>, from start: Int) -> Int? {
        let wanted = firstByte
        var found = BlockScan.first(wanted, in: bytes, from: start, to: bytes.count)
        guard self == .crlf else { return found < bytes.count ? found : nil }
        while found &+ 1 < bytes.count {
            if bytes.byte(at: found &+ 1) == .lineFeed { return found }
            found = BlockScan.first(wanted, in: bytes, from: found &+ 1, to: bytes.count)
        }
        return nil
    }

    /// Returns the number of bytes at the end of `bytes` that may begin a delimiter.
    @inline(__always)
    func undecided(in bytes: Span<UInt8>, from start: Int) -> Int {
        self == .crlf && bytes.count > start && bytes.byte(at: bytes.count &- 1) == .carriageReturn ? 1 : 0
    }
}

/// The encoding of a line (FRM-011).
@nonexhaustive
public enum ChatLineEncoding: String, Hashable, Sendable, CaseIterable {
    /// Base64 of the unit.
    case base64
    /// The unit itself.
    case json
}

/// The form of lines that both sides have agreed on.
///
/// ```swift
/// let decoder = ChatLineDecoder(ChatLineFraming(.crlf, .base64))
/// ```
public struct ChatLineFraming: Hashable, Sendable {
    /// The delimiter of a line.
    public var delimiter: ChatLineDelimiter
    /// The encoding of a line.
    public var encoding: ChatLineEncoding
    /// The text that is a heartbeat when it is the whole unit.
    public var heartbeat: ChatHeartbeatBody

    /// Creates a form of lines, by default delimited by LF and encoded as Base64.
    public init(
        _ delimiter: ChatLineDelimiter = .lf, _ encoding: ChatLineEncoding = .base64,
        heartbeat: ChatHeartbeatBody = .standard
    ) {
        self.delimiter = delimiter
        self.encoding = encoding
        self.heartbeat = heartbeat
    }
}
