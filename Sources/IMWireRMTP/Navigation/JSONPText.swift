// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A cursor over the JSONP text that surrounds a JSON value (RMTP-210).
struct JSONPText: ~Escapable {
    private let text: Span<UInt8>
    private(set) var position = 0

    @_lifetime(copy text)
    init(_ text: Span<UInt8>) {
        self.text = text
    }

    /// The next byte, or 0 at the end.
    var next: UInt8 { position < text.count ? text[position] : 0 }
    var isAtEnd: Bool { position == text.count }

    @_lifetime(self: copy self)
    mutating func skipSpace() {
        while position < text.count, JSONPText.isSpace(text[position]) { position += 1 }
    }

    @_lifetime(self: copy self)
    mutating func consume(_ byte: UInt8) throws(DecodeError) {
        guard next == byte else { throw DecodeError(.jsonSyntax, offset: position) }
        position += 1
    }

    /// Reads a name of ASCII letters, digits, `_`, `$` and `.` that does not begin with a digit (RMTP-210).
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

    /// Skips one JSON value up to the closing parenthesis, or to the end of the text if there is none, and returns its
    /// end.
    @_lifetime(self: copy self)
    mutating func skipValue() -> Int {
        var grammar = DecodingLimits.unlimited
        grammar.depth = .max
        var scanner = JSONScanner(text, limits: grammar, isStrict: false)
        scanner.position = position
        _ = scanner.nextToken()
        position = (try? scanner.skipValue()) == nil ? text.count : scanner.position
        skipSpace()
        if next != UInt8(ascii: ")") { position = text.count }
        return position
    }

    /// Reads the closing parenthesis and what may follow it: one semicolon and white space.
    @_lifetime(self: copy self)
    mutating func close() throws(DecodeError) {
        try consume(UInt8(ascii: ")"))
        skipSpace()
        if next == UInt8(ascii: ";") { position += 1 }
        skipSpace()
        guard isAtEnd else { throw DecodeError(.jsonSyntax, offset: position) }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n")
            || byte == UInt8(ascii: "\r")
    }

    private static func isNamed(_ byte: UInt8, isFirst: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"),
            UInt8(ascii: "$"), UInt8(ascii: "."):
            true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): !isFirst
        default: false
        }
    }
}
