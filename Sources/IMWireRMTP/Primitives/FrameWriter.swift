// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Writes the members of one packet into a buffer of the caller's, or only counts their bytes.
///
/// Every packet is passed over twice: counting finds the length and all that cannot be written, so that nothing is
/// written where something is wrong.
struct FrameWriter {
    let format: RMTPFormat
    let encoding: FrameTextEncoding
    /// Where the next byte goes.
    private(set) var position: Int
    private let isCounting: Bool
    /// Whether each text is written as Swift holds it, so that nobody has to look for characters beyond the BMP again.
    private(set) var isPlain: Bool

    /// Counts.
    init(counting format: RMTPFormat, _ encoding: FrameTextEncoding) {
        self.format = format
        self.encoding = encoding
        position = 0
        isCounting = true
        isPlain = true
    }

    /// Writes from `position` on, where there is room for what was counted.
    init(_ counted: FrameWriter, at position: Int) {
        format = counted.format
        encoding = counted.encoding
        isPlain = counted.isPlain
        self.position = position
        isCounting = false
    }

    /// Writes a number that the layout has.
    @inline(__always)
    @_lifetime(output: copy output)
    mutating func number<Value: FixedWidthInteger & BitwiseCopyable>(
        _ value: Value?, _ output: inout MutableSpan<UInt8>
    ) throws(EncodeError) {
        guard let value else { throw EncodeError(.member) }  // RMTP-111
        if !isCounting { output.setBigEndian(value, position) }
        position += MemoryLayout<Value>.size
    }

    /// Writes a string that the layout has.
    @_lifetime(output: copy output)
    mutating func text(_ text: FrameText?, _ output: inout MutableSpan<UInt8>) throws(EncodeError) {
        guard let text else { throw EncodeError(.member) }
        let size = text.size(encoding, isPlain: isPlain && !isCounting)
        guard let length = UInt16(exactly: size.count) else { throw EncodeError(.string) }  // RMTP-026
        try number(length, &output)
        if !isCounting { text.write(encoding, size, at: position, into: &output) }
        if !size.isPlain { isPlain = false }
        position += size.count
    }

    /// Writes the rest of a body.
    @_lifetime(output: copy output)
    mutating func rest(_ bytes: [UInt8]?, _ output: inout MutableSpan<UInt8>) {
        guard let bytes else { return }
        if !isCounting { output.set(bytes.span, position) }
        position += bytes.count
    }
}
