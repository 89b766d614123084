// SPDX-License-Identifier: Apache-2.0

/// Reads the units of a stream of lines (FRM-010 to FRM-019).
///
/// It is used as ``PacketUnitDecoder`` is. JSON lines are given out where they lie; Base64 is decoded into one buffer
/// that is kept and used again (FRM-009). Only bytes of a line that is too long are consumed before it ends.
public struct LineDecoder: Sendable {
    /// What both sides have agreed on.
    public let format: LineFraming
    /// Whether deviations are read or refused.
    public let mode: DecodingMode
    /// How much a peer may send at once.
    public let limits: FramingLimits
    /// How many bytes of the stream have been consumed.
    public private(set) var offset = 0
    /// Whether an error has ended the stream (FRM-005).
    public private(set) var isClosed = false
    /// How many empty lines have been passed over (FRM-013).
    public private(set) var emptyLines = 0
    /// How many bytes of the incomplete line hold no delimiter.
    private var scanned = 0
    private var isSkipping = false
    /// Whether the bytes that come next belong to a line that was too long (FRM-015).
    public var isPassingOver: Bool { isSkipping }
    /// Whether the last byte that was skipped may be the first half of a delimiter.
    private var skippedReturn = false
    private var broken = BrokenBase64()
    /// Where the line begins that `broken` has looked at.
    private var brokenPlace = -1
    /// Room for decoded Base64.
    private var text: [UInt8] = []

    /// Starts at the first byte of a stream.
    public init(
        _ format: LineFraming = LineFraming(), mode: DecodingMode = .lenient, limits: FramingLimits = FramingLimits()
    ) {
        self.format = format
        self.mode = mode
        self.limits = limits
    }

    /// How many bytes an incomplete line can have.
    public var maximumPending: Int { limits.lineBytes + format.delimiter.byteCount }

    /// Reads what stands in `bytes` at `position`, and moves on behind it.
    @_lifetime(copy bytes, &self)
    public mutating func next(in bytes: Span<UInt8>, from position: inout Int) -> UnitStep {
        // A position that is not in the bytes is a mistake of the caller's, and there is nothing to read at it.
        guard position >= 0, position < bytes.count else { return .needMore }
        guard !isClosed else {
            offset += bytes.count - position
            position = bytes.count
            return .needMore
        }
        if isSkipping, !skip(bytes, &position) { return .needMore }
        while true {
            let start = position
            // What was looked at before is there again; a caller who gives less only makes the search begin later.
            let from = Swift.min(start &+ scanned, bytes.count)
            guard let end = format.delimiter.first(in: bytes, from: from) else {
                guard let fault = incomplete(bytes, &position) else { return .needMore }
                return .fault(fault)
            }
            let line = bytes.slice(start, end)
            let place = offset
            guard line.count <= limits.lineBytes else { return .fault(tooLong(line, bytes, &position)) }
            position = end &+ format.delimiter.byteCount
            offset &+= position &- start
            scanned = 0
            if format.encoding == .json {
                if !line.isEmpty, line.byte(at: 0) == 0x7b || line.byte(at: 0) == 0x5b {
                    return .unit(unit(line, at: place, .plain, line))
                }
            } else if line.count != format.heartbeat.bytes.count, let length = decodePlain(line) {
                return .unit(unit(text.span.slice(0, length), at: place, .base64, line))
            }
            switch judge(line, at: place) {
            case .empty: emptyLines += 1
            case .plain(let other): return .unit(unit(line, at: place, .plain, line, otherEncoding: other))
            case .text(let length, let looseness, let other):
                let bytes = text.span.slice(0, length)
                return .unit(unit(bytes, at: place, .base64, line, looseness: looseness, otherEncoding: other))
            case .wrong(let code, let byte): return .fault(StreamFault(code, at: place + byte))
            case .broken:
                close(bytes, &position)
                return .fault(StreamFault(.frameBrokenBase64, at: place, .connection))
            }
        }
    }

    /// Reads on as ``next(in:from:)`` does, for a decoder that is a member of a class.
    public mutating func withNext<Result>(
        in bytes: Span<UInt8>, from position: inout Int, _ body: (consuming UnitStep) -> Result
    ) -> Result {
        body(next(in: bytes, from: &position))
    }

    /// Says that the stream has ended, with what was not consumed of it (FRM-006).
    public mutating func finish(_ rest: Span<UInt8>) -> StreamFault? {
        guard !isClosed else { return nil }
        isClosed = true
        offset += rest.count
        return rest.isEmpty ? nil : StreamFault(.frameTruncated, at: offset, .connection)
    }
}

extension LineDecoder {
    @inline(__always)
    @_lifetime(copy bytes, copy line)
    private func unit(
        _ bytes: Span<UInt8>, at place: Int, _ origin: StreamUnit.Origin, _ line: Span<UInt8>, looseness: Int = -1,
        otherEncoding: Int = -1
    ) -> StreamUnit {
        StreamUnit(
            bytes, at: place, origin, line: line, messageBytes: limits.messageBytes, looseness: looseness,
            otherEncoding: otherEncoding)
    }

    /// Decodes a line of Base64 in one piece and padded, and returns the length; nil for any other line.
    @inline(__always)
    private mutating func decodePlain(_ line: Span<UInt8>) -> Int? {
        makeRoom(line.count)
        var room = text.mutableSpan
        return Base64.decode(line, into: &room)
    }

    @inline(__always)
    private mutating func makeRoom(_ characters: Int) {
        let needed = characters / 4 * 3 + 3
        if text.count < needed {
            text = []
            text = [UInt8](repeating: 0, count: needed)
        }
    }

    /// Whether the decoded text is JSON by its first byte, or the bare heartbeat.
    func isUnit(_ length: Int) -> Bool {
        let unit = text.span.slice(0, length)
        let first = WhiteSpace.end(of: unit, from: 0)
        guard first < length else { return false }
        return unit.byte(at: first) == 0x7b || unit.byte(at: first) == 0x5b || format.heartbeat.matches(unit)
    }

    /// Decodes a line without a fault, white space and missing padding passed over.
    mutating func decodeLoose(_ line: Span<UInt8>) -> Int {
        makeRoom(line.count)
        var room = text.mutableSpan
        return Base64Line.decode(line, into: &room)
    }

    /// Whether the line is of the broken form, as far as it is there; what its limit cuts off is not looked at.
    mutating func isBroken(_ line: Span<UInt8>, at place: Int) -> Bool {
        if brokenPlace != place {
            broken = BrokenBase64()
            brokenPlace = place
        }
        return broken.isFound(in: line.slice(0, Swift.min(line.count, limits.lineBytes)), format.encoding)
    }

    /// Looks at a line whose delimiter has not come.
    @inline(never)
    private mutating func incomplete(_ bytes: Span<UInt8>, _ position: inout Int) -> StreamFault? {
        let start = position
        let known = bytes.count - format.delimiter.undecided(in: bytes, from: start)
        let line = bytes.slice(start, known)
        if line.count > limits.lineBytes { return tooLong(line, bytes, &position) }
        scanned = line.count
        let place = offset
        guard isBroken(line, at: place) else { return nil }
        close(bytes, &position)
        return StreamFault(.frameBrokenBase64, at: place, .connection)
    }

    /// Refuses a line at its first byte and begins to pass over it (FRM-014, FRM-015).
    private mutating func tooLong(_ line: Span<UInt8>, _ bytes: Span<UInt8>, _ position: inout Int) -> StreamFault {
        let place = offset
        if isBroken(line, at: place) {
            close(bytes, &position)
            return StreamFault(.frameBrokenBase64, at: place, .connection)
        }
        offset += line.count
        position += line.count
        scanned = 0
        isSkipping = true
        skippedReturn = false
        _ = skip(bytes, &position)
        return StreamFault(.frameLine, at: place)
    }

    /// Passes over a line that is too long; true if its delimiter is among the bytes.
    private mutating func skip(_ bytes: Span<UInt8>, _ position: inout Int) -> Bool {
        let start = position
        if skippedReturn, start < bytes.count, bytes.byte(at: start) == 0x0a {
            position += 1
            isSkipping = false
        } else if let end = format.delimiter.first(in: bytes, from: start) {
            position = end + format.delimiter.byteCount
            isSkipping = false
        } else {
            if start < bytes.count { skippedReturn = format.delimiter.undecided(in: bytes, from: start) == 1 }
            position = bytes.count
        }
        offset += position - start
        return !isSkipping
    }

    /// Ends the stream: nothing more is read, and nothing is left pending (FRM-005).
    private mutating func close(_ bytes: Span<UInt8>, _ position: inout Int) {
        offset += bytes.count - position
        position = bytes.count
        isClosed = true
        text = []
    }
}
