// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Methods that write the members of long outputs directly into a buffer, without an intermediate value.
extension [UInt8] {
    package mutating func append(text: String) {
        append(contentsOf: text.utf8)
    }

    /// Appends the bytes of a span.
    package mutating func append(bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
    }

    /// Appends a value as JSON.
    package mutating func append(json value: some JSONConvertible) {
        value.write(to: &self)
    }

    /// Appends a string as JSON.
    package mutating func append(json value: String) {
        var text = value
        text.makeContiguousUTF8()
        append(string: text.utf8.span)
    }

    /// Appends an integer as JSON.
    package mutating func append(json value: Int) {
        if value < 0 { append(UInt8(ascii: "-")) }
        var rest = value.magnitude
        if rest < 10 { return append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest)) }
        let start = count
        while rest > 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        }
        self[start...].reverse()
    }

    /// Appends strings as a JSON array.
    package mutating func append(json values: [String]) {
        append(UInt8(ascii: "["))
        var isFirst = true
        for value in values {
            if !isFirst { append(UInt8(ascii: ",")) }
            isFirst = false
            append(json: value)
        }
        append(UInt8(ascii: "]"))
    }

    /// Appends a comma and the name of a member.
    package mutating func append(name: StaticString) {
        append(literal: ",\"")
        append(literal: name)
        append(literal: "\":")
    }

    /// Appends a comma and a member whose value is a string.
    package mutating func append(member name: StaticString, json value: String) {
        append(name: name)
        append(json: value)
    }

    /// Appends a comma and a member whose value is an integer.
    package mutating func append(member name: StaticString, _ value: Int) {
        append(name: name)
        append(json: value)
    }
}

// MARK: - Strings

extension [UInt8] {
    /// The number of bytes of text that are appended at once, so that the room for their escapes stays small.
    private static let pieceBytes = 4_096

    /// Appends UTF-8 text as a JSON string, with the escapes that JSON requires and no others (CNT-072).
    package mutating func append(string text: Span<UInt8>) {
        append(UInt8(ascii: "\""))
        var position = 0
        while position < text.count {
            let end = Swift.min(position + [UInt8].pieceBytes, text.count)
            position = appendPiece(text, position, end)
            if position < end {
                append(control: text[position])
                position += 1
            }
        }
        append(UInt8(ascii: "\""))
    }

    /// Appends text up to the first control character, and returns the offset of that character or `end`.
    private mutating func appendPiece(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
        var position = start
        text.withUnsafeBytes { text in
            // Each byte becomes at most two.
            append(addingCapacity: (end - start) * 2) { output in
                output.withUnsafeMutableBufferPointer { memory, used in
                    guard let from = text.baseAddress, let base = memory.baseAddress else { return }
                    var to = UnsafeMutableRawPointer(base + used)
                    while position < end {
                        if end - position >= 8 {
                            let word = from.loadUnaligned(fromByteOffset: position, as: UInt64.self)
                            if [UInt8].isPlain(word) {
                                to.storeBytes(of: word, as: UInt64.self)
                                to += 8
                                position += 8
                                continue
                            }
                        }
                        // The next byte to be escaped is among these, so that each is examined only once.
                        for _ in 0..<Swift.min(8, end - position) {
                            let byte = from.load(fromByteOffset: position, as: UInt8.self)
                            if byte < 0x20 {
                                used = to - UnsafeMutableRawPointer(base)
                                return
                            }
                            // The backslash is overwritten unless it is needed: there is no branch to mispredict.
                            let isEscaped = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? 1 : 0
                            to.storeBytes(of: UInt8(ascii: "\\"), as: UInt8.self)
                            to.storeBytes(of: byte, toByteOffset: isEscaped, as: UInt8.self)
                            to += 1 + isEscaped
                            position += 1
                        }
                    }
                    used = to - UnsafeMutableRawPointer(base)
                }
            }
        }
        return position
    }

    /// Returns whether none of eight bytes is a quote, a backslash or a control character.
    @inline(__always)
    private static func isPlain(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = word ^ ones &* 0x22
        let backslash = word ^ ones &* 0x5c
        let stops =
            (quote &- ones) & ~quote | (backslash &- ones) & ~backslash | (word &- ones &* 0x20) & ~word
        return stops & (ones &* 0x80) == 0
    }

    private mutating func append(control byte: UInt8) {
        switch byte {
        case 0x08: append(literal: "\\b")
        case 0x09: append(literal: "\\t")
        case 0x0a: append(literal: "\\n")
        case 0x0c: append(literal: "\\f")
        case 0x0d: append(literal: "\\r")
        default:
            append(literal: byte < 0x10 ? "\\u000" : "\\u001")
            let digit = byte & 0x0f
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
        }
    }
}
