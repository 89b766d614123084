// SPDX-License-Identifier: Apache-2.0

import TextSupport

/// Descriptions of what Base64 requires at an invalid byte (FRM-016, FRM-017).
enum Base64Text {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    /// Returns what a decoder expected in `text` at `offset`.
    static func expected(_ text: ArraySlice<UInt8>, at offset: Int, isStrict: Bool) -> String {
        let digits = text.filter { alphabet.contains($0) }.count
        guard text.indices.contains(offset) else {
            return digits % 4 == 1
                ? "a complete group: Base64 has four characters for three bytes, and the last group has only one"
                : "= until the characters are a multiple of four"
        }
        let byte = text[offset]
        if let value = alphabet.firstIndex(of: byte) {
            if let place = text.firstIndex(of: padding), place < offset { return "only = after the first =" }
            return digits % 4 == 1 ? "a complete group of four characters for three bytes" : unused(value, digits % 4)
        }
        if byte == padding { return "= only at the end, where the last group lacks one or two characters" }
        if isStrict, Words.isSpace(byte) { return "Base64 without white space" }
        return "Base64: A-Z a-z 0-9 + /, and = only at the end"
    }

    /// Returns a description of the correct last character, whose lowest bits belong to no byte.
    private static func unused(_ value: Int, _ digits: Int) -> String {
        let bits = digits == 2 ? 4 : 2
        let right = Character(UnicodeScalar(alphabet[(value >> bits) << bits]))
        return "\(right): the last \(bits) bits of this character belong to no byte and must be 0"
    }
}
