// SPDX-License-Identifier: Apache-2.0

/// The parts of members, written at a place in memory.
extension UnsafeMutablePointer<UInt8> {
    /// Writes a comma, or the object's brace before the first member, the name and a colon: four bytes and the name.
    @inline(__always)
    mutating func write(_ name: FixedText, isFirst: Bool) {
        unsafe write(isFirst ? .openBrace : .comma)
        unsafe write(.quote)
        unsafe write(name.bytes)
        unsafe write(.quote)
        unsafe write(.colon)
    }

    /// Writes a quote, a backslash or a control character as an escape, which has at most six characters (CNT-072).
    mutating func write(escaped byte: UInt8) {
        unsafe write(.backslash)
        switch byte {
        case .quote, .backslash: unsafe write(byte)
        case .backspace: unsafe write(UInt8(ascii: "b"))
        case .formFeed: unsafe write(UInt8(ascii: "f"))
        case .lineFeed: unsafe write(UInt8(ascii: "n"))
        case .carriageReturn: unsafe write(UInt8(ascii: "r"))
        case .tab: unsafe write(UInt8(ascii: "t"))
        default:
            unsafe write(FixedText("u00").bytes)
            unsafe write(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
            let digit = byte & 0x0f
            unsafe write(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
        }
    }
}
