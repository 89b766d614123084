// SPDX-License-Identifier: Apache-2.0

/// An encoder that writes units as lines (FRM-020).
///
/// ```swift
/// let encoder = ChatLineEncoder(ChatLineFraming(.lf, .json))
/// var line: [UInt8] = []
/// try encoder.encode(unit.span, into: &line)
/// ```
public struct ChatLineEncoder: Sendable {
    /// The agreed form of lines.
    public let format: ChatLineFraming
    /// The limits of the expected reader, which are the defaults unless others are set (FRM-093).
    public let limits: ChatFramingLimits

    /// Creates an encoder of lines with the given format.
    public init(_ format: ChatLineFraming = ChatLineFraming(), limits: ChatFramingLimits = ChatFramingLimits()) {
        self.format = format
        self.limits = limits
    }

    /// Writes one line into `output`, or nothing for a unit of only white space.
    @_lifetime(output: copy output)
    public func encode(
        _ unit: Span<UInt8>, into output: inout MutableSpan<UInt8>
    ) throws(EncodeError) -> EncodedLength {
        if WhiteSpace.end(of: unit, from: 0) == unit.count { return .written(0) }
        // Whoever builds an array checks the sizes of its elements, and a bare heartbeat is not a message (FRM-069).
        if unit.count > limits.messageBytes, !unit.startsArray, !format.heartbeat.matches(unit) {
            throw EncodeError(.size)
        }
        let length = format.encoding == .base64 ? Base64.encodedLength(unit.count) : unit.count
        if length > limits.lineBytes { throw EncodeError(.size) }
        let needed = length &+ format.delimiter.byteCount
        if needed > output.count { return .needs(needed) }
        if format.encoding == .base64 {
            Base64.encode(unit, into: &output, at: 0)
        } else {
            output.copy(unit, at: 0)
            output.replaceLineBreaks(to: length)
        }
        output.write(format.delimiter.firstByte, at: length)
        if format.delimiter == .crlf { output.write(.lineFeed, at: length &+ 1) }
        return .written(needed)
    }

    /// Appends one line to `buffer`, without allocating if its capacity is sufficient.
    public func encode(_ unit: Span<UInt8>, into buffer: inout [UInt8]) throws(EncodeError) {
        try buffer.append { (room) throws(EncodeError) in try encode(unit, into: &room) }
    }
}
