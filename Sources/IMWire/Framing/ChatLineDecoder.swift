// SPDX-License-Identifier: Apache-2.0

/// A decoder for the units of a stream of lines (FRM-010 to FRM-019).
///
/// It is used in the same way as ``ChatPacketUnitDecoder``. JSON lines are returned in place, and Base64 is decoded
/// into one buffer that is reused (FRM-009). A line is consumed when it is complete; only the bytes of a line that is
/// too long are consumed as they arrive.
///
/// ```swift
/// var decoder = ChatLineDecoder(ChatLineFraming(.lf, .json))
/// var position = 0
/// if case .unit(let unit) = decoder.next(in: bytes, from: &position) { show(messages.decode(unit)) }
/// ```
public struct ChatLineDecoder: Sendable {
    /// The agreed form of lines.
    public let format: ChatLineFraming
    /// Whether deviations are accepted or rejected.
    public let mode: DecodingMode
    /// The limits on what a peer may send at once.
    public let limits: ChatFramingLimits
    /// The number of bytes of the stream consumed so far.
    public private(set) var offset = 0
    /// Whether the stream has ended, by an error (FRM-005) or by ``finish(_:)``.
    public private(set) var isClosed = false
    /// The number of empty lines skipped (FRM-013).
    public private(set) var emptyLines = 0
    /// The number of bytes of the incomplete line that are known to contain no delimiter.
    private var scanned = 0
    private var isSkipping = false
    /// Whether the next bytes belong to a line that is too long (FRM-015).
    public var isPassingOver: Bool { isSkipping }
    /// Whether the last skipped byte may be the first half of a delimiter.
    private var skippedReturn = false
    private var broken = BrokenBase64()
    /// The stream offset of the line that `broken` has examined.
    private var brokenPlace = -1
    /// The buffer for decoded Base64.
    private var text: [UInt8] = []

    /// Creates a decoder at the first byte of a stream.
    public init(
        _ format: ChatLineFraming = ChatLineFraming(), mode: DecodingMode = .lenient,
        limits: ChatFramingLimits = ChatFramingLimits()
    ) {
        self.format = format
        self.mode = mode
        self.limits = limits
    }

    /// The maximum size of an incomplete line, in bytes.
    public var maximumPending: Int { limits.lineBytes + format.delimiter.byteCount }

    /// Decodes the next unit in `bytes` at `position`, and advances `position` past the bytes consumed.
    @_lifetime(copy bytes, &self)
    public mutating func next(in bytes: Span<UInt8>, from position: inout Int) -> ChatUnitStep {
        // A position outside `bytes` is an error of the caller, and there is nothing to read at it.
        guard position >= 0, position < bytes.count else { return .needMore }
        guard !isClosed else {
            offset += bytes.count - position
            position = bytes.count
            return .needMore
        }
        if isSkipping, !skip(bytes, &position) { return .needMore }
        while true {
            let start = position
            // The scanned bytes are passed again. If the caller passes fewer, the search only starts later.
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
                if !line.isEmpty, line.byte(at: 0) == .openBrace || line.byte(at: 0) == .openBracket {
                    return .unit(unit(line, at: place, .plain, line))
                }
            } else if line.count != format.heartbeat.bytes.count, let length = decodePlain(line) {
                return .unit(unit(text.span.slice(0, length), at: place, .base64, line))
            }
            switch examine(line, at: place) {
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

    /// Calls `body` with the result of ``next(in:from:)``, for a decoder that is a property of a class.
    public mutating func withNext<Result>(
        in bytes: Span<UInt8>, from position: inout Int, _ body: (consuming ChatUnitStep) -> Result
    ) -> Result {
        body(next(in: bytes, from: &position))
    }

    /// Ends the stream after the unconsumed bytes `rest`, and returns the error if there are any (FRM-006).
    public mutating func finish(_ rest: Span<UInt8>) -> StreamFault? {
        guard !isClosed else { return nil }
        isClosed = true
        offset += rest.count
        return rest.isEmpty ? nil : StreamFault(.frameTruncated, at: offset, .connection)
    }
}

extension ChatLineDecoder {
    @inline(__always)
    @_lifetime(copy bytes, copy line)
    private func unit(
        _ bytes: Span<UInt8>, at place: Int, _ origin: ChatStreamUnit.Origin, _ line: Span<UInt8>, looseness: Int = -1,
        otherEncoding: Int = -1
    ) -> ChatStreamUnit {
        ChatStreamUnit(
            bytes, at: place, origin, line: line, messageBytes: limits.messageBytes, looseness: looseness,
            otherEncoding: otherEncoding)
    }

    /// Decodes a line of unbroken, padded Base64 and returns its length, or returns nil for any other line.
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

    /// Returns whether the decoded text begins like JSON or is the bare heartbeat.
    func isUnit(_ length: Int) -> Bool {
        let unit = text.span.slice(0, length)
        let first = WhiteSpace.end(of: unit, from: 0)
        guard first < length else { return false }
        return unit.byte(at: first) == .openBrace || unit.byte(at: first) == .openBracket
            || format.heartbeat.matches(unit)
    }

    /// Decodes a line without errors, skipping white space and accepting missing padding.
    mutating func decodeLoose(_ line: Span<UInt8>) -> Int {
        makeRoom(line.count)
        var room = text.mutableSpan
        return Base64Line.decode(line, into: &room)
    }

    /// Returns whether the available part of the line, up to `lineBytes`, is in the broken form.
    mutating func isBroken(_ line: Span<UInt8>, at place: Int) -> Bool {
        if brokenPlace != place {
            broken = BrokenBase64()
            brokenPlace = place
        }
        return broken.isFound(in: line.slice(0, Swift.min(line.count, limits.lineBytes)), format.encoding)
    }

    /// Checks a line whose delimiter has not arrived.
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

    /// Returns the error for a line that is too long, at its first byte, and starts to skip the line (FRM-014,
    /// FRM-015).
    ///
    /// If the line is in the broken form, the stream is closed instead.
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

    /// Skips a line that is too long, and returns whether its delimiter is among the bytes.
    private mutating func skip(_ bytes: Span<UInt8>, _ position: inout Int) -> Bool {
        let start = position
        if skippedReturn, start < bytes.count, bytes.byte(at: start) == .lineFeed {
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

    /// Closes the stream: nothing more is read, and no bytes stay pending (FRM-005).
    private mutating func close(_ bytes: Span<UInt8>, _ position: inout Int) {
        offset += bytes.count - position
        position = bytes.count
        isClosed = true
        text = []
    }
}
