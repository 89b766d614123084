// SPDX-License-Identifier: Apache-2.0

/// Validates the Base64 of a line incrementally, and records what only lenient mode accepts (FRM-016, FRM-017).
struct Base64Line: Sendable {
    /// The offset of the next byte to examine.
    private var position = 0
    private(set) var digits = 0
    private var padding = 0
    private var lastDigit = -1
    private var lastValue: UInt8 = 0
    /// The offset of the first white space, or -1.
    private(set) var space = -1

    /// Returns the offset of the first invalid byte before `end`, or nil if all bytes are valid and more may follow.
    @inline(never)
    mutating func fault(in line: Span<UInt8>, to end: Int) -> Int? {
        while position < end {
            let byte = line.byte(at: position)
            if Base64.value(of: byte) < 64 {
                if padding > 0 { return position }
                let run = BlockScan.base64(line, from: position, to: end)
                digits += run - position
                lastDigit = run - 1
                lastValue = Base64.value(of: line.byte(at: lastDigit))
                position = run
                continue
            }
            if byte == .equals {
                if padding == 0, hasUnusedBits { return lastDigit }
                if padding >= missingPadding { return position }
                padding += 1
            } else if Base64.isWhiteSpace(byte) {
                if space < 0 { space = position }
            } else {
                return position
            }
            position += 1
        }
        return nil
    }

    /// Returns the offset of the error at the end of a line of `length` bytes, or nil if the line is valid.
    func faultAtEnd(_ length: Int) -> Int? {
        if digits & 3 == 1 { return length }
        return padding == 0 && hasUnusedBits ? lastDigit : nil
    }

    /// Returns the first offset at which a valid line is not unbroken, padded Base64, or -1 if there is none.
    func looseness(_ length: Int) -> Int {
        space >= 0 ? space : padding < missingPadding ? length : -1
    }

    /// The number of `=` characters that the digits so far require.
    private var missingPadding: Int {
        switch digits & 3 {
        case 2: 2
        case 3: 1
        default: 0
        }
    }

    /// Whether the unused bits of the last digit are not all zero.
    private var hasUnusedBits: Bool {
        switch digits & 3 {
        case 2: lastValue & 0x0f != 0
        case 3: lastValue & 0x03 != 0
        default: false
        }
    }

    /// Decodes a valid line into `room`, skipping white space, and returns the decoded length.
    static func decode(_ line: Span<UInt8>, into room: inout MutableSpan<UInt8>) -> Int {
        var group: UInt32 = 0
        var digits = 0
        var length = 0
        for offset in 0..<line.count {
            let value = Base64.value(of: line.byte(at: offset))
            guard value < 64 else { continue }
            group = group << 6 | UInt32(value)
            digits += 1
            guard digits & 3 != 1, length < room.count else { continue }
            // The second, third and fourth digit of a group each complete a byte.
            let unused = UInt32((3 - (digits + 3) & 3) * 2)
            room.write(UInt8(truncatingIfNeeded: group >> unused), at: length)
            length += 1
        }
        return length
    }
}
