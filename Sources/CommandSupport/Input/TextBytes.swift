// SPDX-License-Identifier: Apache-2.0

/// The meaning of bytes in text that people write: digits, blanks and line breaks.
extension UInt8 {
    /// The value of a hexadecimal digit, or nil for any other byte.
    package var hexDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// Whether the byte is a space or a tab.
    package var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    /// Whether the byte is LF or CR.
    package var isLineBreak: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}

extension Span<UInt8> {
    /// Whether all bytes are spaces or tabs.
    package var isBlank: Bool {
        for index in indices where !self[index].isBlank { return false }
        return true
    }
}

extension [UInt8] {
    /// The bytes before the line breaks at the end.
    package var withoutFinalLineBreaks: ArraySlice<UInt8> { self[...].withoutFinalLineBreaks }
}

extension ArraySlice<UInt8> {
    /// The bytes before the line breaks at the end.
    package var withoutFinalLineBreaks: ArraySlice<UInt8> {
        prefix((lastIndex { !$0.isLineBreak } ?? startIndex - 1) - startIndex + 1)
    }

    /// The lines, without their LF or CR LF.
    package var lines: [ArraySlice<UInt8>] {
        split(separator: UInt8(ascii: "\n")).map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    }
}
