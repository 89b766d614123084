// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A reader for the members of one packet in the order of its layout, which never reads past the body (RMTP-002).
///
/// A nil result is an absent member: the body ended before it, which has been reported (RMTP-005). Each method receives
/// the bytes of the body, because a reader that held them would be stored and destroyed like a view.
struct FrameReader<Trace: FrameTrace> {
    /// The offset of the next byte.
    private(set) var position: Int
    /// The end of the body.
    private let end: Int
    /// The offset of the bytes in the caller's input (RMTP-003).
    let start: Int
    /// The offset of the bytes from the first byte of the packet: the length of the prefix on TCP.
    let lead: Int
    let isStrict: Bool
    /// The recorder of the places of members.
    private let trace: Trace
    var deviations = FrameDeviations()
    /// Whether a member was missing, and with it all that follow.
    private var hasEnded = false

    /// Creates a reader for the body that begins at `position` in `bytes` and ends with them.
    @inline(__always)
    init(_ bytes: Span<UInt8>, from position: Int, start: Int, lead: Int, isStrict: Bool, trace: Trace) {
        self.position = position
        end = bytes.count
        self.start = start
        self.lead = lead
        self.isStrict = isStrict
        self.trace = trace
    }

    /// The number of unread bytes of the body.
    @inline(__always)
    var remaining: Int { end &- position }

    /// Reads a number (RMTP-020).
    @inline(__always)
    mutating func number<Value: FixedWidthInteger & BitwiseCopyable>(
        _ member: FrameMember, _ bytes: Span<UInt8>, _ type: Value.Type = Value.self
    ) throws(DecodeError) -> Value? {
        let start = position
        guard let value = try fixed(member, bytes, type) else { return nil }
        trace.record(member, .number, start, position)
        return value
    }

    /// Reads a number or the length of a text.
    @inline(__always)
    private mutating func fixed<Value: FixedWidthInteger & BitwiseCopyable>(
        _ member: FrameMember, _ bytes: Span<UInt8>, _ type: Value.Type
    ) throws(DecodeError) -> Value? {
        let size = MemoryLayout<Value>.size
        guard remaining >= size else {
            try finish(before: member)
            return nil
        }
        defer { position &+= size }
        return bytes.bigEndian(position, as: type)
    }

    /// Reads a string (RMTP-021).
    @inline(__always)
    mutating func text(_ member: FrameMember, _ bytes: Span<UInt8>) throws(DecodeError) -> FrameTextPlace {
        guard let length = try fixed(member, bytes, UInt16.self) else { return .absent }
        var last = position &+ Int(length)
        if last > end {
            try refuse(.packetLength, .longString, member, at: position &- 2)  // RMTP-042
            last = end
        }
        trace.record(member, .text, position &- 2, last)
        let text = bytes.part(position, last)
        guard case .wellFormed(let form) = FrameTextScan.scan(text) else { throw illFormed(text, member) }
        defer { position = last }
        return FrameTextPlace(position, last, form)
    }

    /// Reads all remaining bytes; the result is absent only if a preceding member is (RMTP-040).
    @inline(__always)
    mutating func rest() -> FrameRestPlace {
        if hasEnded { return .absent }
        defer { position = end }
        trace.record(.data, .rest, position, end)
        return FrameRestPlace(position)
    }

    /// Reads a body without a layout (RMTP-013).
    @_lifetime(copy bytes)
    mutating func all(_ bytes: Span<UInt8>) -> Span<UInt8> {
        let start = position
        _ = rest()
        return bytes.part(start, end)
    }

    /// Refuses or records bytes after the last member (RMTP-043).
    @inline(__always)
    mutating func finish() throws(DecodeError) {
        if remaining > 0 { try refuse(.packetTrailing, .trailingBytes, .none, at: position) }
    }

    /// Throws `code` in strict mode, and records the deviation in lenient mode.
    @inline(never)
    mutating func refuse(
        _ code: DecodeError.Code, _ id: Deviation.ID, _ member: FrameMember, at offset: Int
    ) throws(DecodeError) {
        if isStrict { throw DecodeError(code, offset: start + offset, path: member.path) }
        deviations.record(id, member, at: lead + offset)
    }

    /// Handles a body that is too short for a number (RMTP-040, RMTP-041).
    @inline(never)
    private mutating func finish(before member: FrameMember) throws(DecodeError) {
        if hasEnded { return }
        if remaining > 0 {
            trace.record(member, .cut, position, end)
            throw DecodeError(.packetTruncated, offset: start + position, path: member.path)
        }
        hasEnded = true
        try refuse(.packetTruncated, .missingMembers, member, at: position)
    }

    @inline(never)
    private func illFormed(_ text: Span<UInt8>, _ member: FrameMember) -> DecodeError {
        var offset = start + position
        if case .illFormed(let place) = FrameTextScan.scan(text) { offset += place }
        return DecodeError(.packetUTF8, offset: offset, path: member.path)
    }
}

extension FrameMember {
    /// The JSON Pointer of the member; empty for ``none``.
    var path: String { self == .none ? "" : "/\(name)" }
}
