// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A writer that writes the members of one packet into a caller's buffer, or only counts their bytes.
///
/// Every packet is traversed twice. The counting pass finds the length and every error, so nothing is written if there
/// is one.
struct FrameWriter {
    let format: RMTPFormat
    let encoding: FrameTextEncoding
    private(set) var position: Int
    private let isCounting: Bool
    /// Whether all texts are written as Swift stores them, so the second pass need not scan them for characters beyond
    /// the BMP.
    private(set) var isPlain: Bool

    init(counting format: RMTPFormat, _ encoding: FrameTextEncoding) {
        self.format = format
        self.encoding = encoding
        position = 0
        isCounting = true
        isPlain = true
    }

    /// Creates a writer that writes from `position` on, where the output must have capacity for the counted bytes.
    init(_ counted: FrameWriter, at position: Int) {
        format = counted.format
        encoding = counted.encoding
        isPlain = counted.isPlain
        self.position = position
        isCounting = false
    }

    /// Writes a number of the layout, which must be present.
    @inline(__always)
    @_lifetime(output: copy output)
    mutating func number<Value: FixedWidthInteger & BitwiseCopyable>(
        _ value: Value?, _ output: inout MutableSpan<UInt8>
    ) throws(EncodeError) {
        guard let value else { throw EncodeError(.member) }  // RMTP-111
        if !isCounting { output.setBigEndian(value, position) }
        position += MemoryLayout<Value>.size
    }

    /// Writes a string of the layout, which must be present.
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
