// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Walks over what JSONP has around its JSON (RMTP-210).
struct JSONPText: ~Escapable {
    private let text: Span<UInt8>
    private(set) var position = 0

    @_lifetime(copy text)
    init(_ text: Span<UInt8>) {
        self.text = text
    }

    /// The byte that is read next, or 0 at the end.
    var next: UInt8 { position < text.count ? text[position] : 0 }
    var isAtEnd: Bool { position == text.count }

    @_lifetime(self: copy self)
    mutating func skipSpace() {
        while position < text.count, JSONPText.isSpace(text[position]) { position += 1 }
    }

    @_lifetime(self: copy self)
    mutating func take(_ byte: UInt8) throws(DecodeError) {
        guard next == byte else { throw DecodeError(.jsonSyntax, offset: position) }
        position += 1
    }

    /// Reads a name of ASCII letters, digits, `_`, `$` and `.` that does not start with a digit.
    @_lifetime(self: copy self)
    mutating func name() throws(DecodeError) -> String {
        var name = ""
        while position < text.count, JSONPText.isNamed(text[position], isFirst: name.isEmpty) {
            name.unicodeScalars.append(Unicode.Scalar(text[position]))
            position += 1
        }
        if name.isEmpty { throw DecodeError(.jsonSyntax, offset: position) }
        return name
    }

    /// The offset of the closing bracket, behind which there is at most one semicolon.
    func closing() throws(DecodeError) -> Int {
        var end = text.count
        func back() -> UInt8 {
            while end > position, JSONPText.isSpace(text[end - 1]) { end -= 1 }
            return end > position ? text[end - 1] : 0
        }
        if back() == 0x3b { end -= 1 }
        guard back() == 0x29 else { throw DecodeError(.jsonSyntax, offset: end) }
        return end - 1
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d
    }

    private static func isNamed(_ byte: UInt8, isFirst: Bool) -> Bool {
        switch byte {
        case 0x41...0x5a, 0x61...0x7a, 0x5f, 0x24: true
        case 0x30...0x39, 0x2e: !isFirst
        default: false
        }
    }
}
