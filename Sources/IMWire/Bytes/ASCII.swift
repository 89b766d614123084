// SPDX-License-Identifier: Apache-2.0

/// The bytes that delimit texts on the wire.
extension UInt8 {
    @inline(__always) static var quote: UInt8 { UInt8(ascii: "\"") }
    @inline(__always) static var backslash: UInt8 { UInt8(ascii: "\\") }
    @inline(__always) static var slash: UInt8 { UInt8(ascii: "/") }
    @inline(__always) static var openBrace: UInt8 { UInt8(ascii: "{") }
    @inline(__always) static var closeBrace: UInt8 { UInt8(ascii: "}") }
    @inline(__always) static var openBracket: UInt8 { UInt8(ascii: "[") }
    @inline(__always) static var closeBracket: UInt8 { UInt8(ascii: "]") }
    @inline(__always) static var colon: UInt8 { UInt8(ascii: ":") }
    @inline(__always) static var comma: UInt8 { UInt8(ascii: ",") }
    @inline(__always) static var minus: UInt8 { UInt8(ascii: "-") }
    @inline(__always) static var plus: UInt8 { UInt8(ascii: "+") }
    @inline(__always) static var point: UInt8 { UInt8(ascii: ".") }
    @inline(__always) static var equals: UInt8 { UInt8(ascii: "=") }
    @inline(__always) static var ampersand: UInt8 { UInt8(ascii: "&") }
    @inline(__always) static var percent: UInt8 { UInt8(ascii: "%") }
    @inline(__always) static var space: UInt8 { UInt8(ascii: " ") }
    @inline(__always) static var tab: UInt8 { UInt8(ascii: "\t") }
    @inline(__always) static var lineFeed: UInt8 { UInt8(ascii: "\n") }
    @inline(__always) static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
    @inline(__always) static var backspace: UInt8 { UInt8(ascii: "\u{8}") }
    @inline(__always) static var formFeed: UInt8 { UInt8(ascii: "\u{c}") }
    /// The lowest byte that is no ASCII character.
    @inline(__always) static var nonASCII: UInt8 { 0x80 }

    /// Whether the byte is a decimal digit.
    @inline(__always) var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}

extension UInt8 {
    /// Whether the byte is an ASCII letter or digit.
    package var isASCIILetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }

    /// Whether the byte is a printable ASCII character or a space.
    package var isPrintableASCII: Bool { self >= .space && self <= UInt8(ascii: "~") }
}
