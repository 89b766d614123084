// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Base64")
struct Base64Tests {
    @Test(
        "RFC 4648 §10's vectors encode and decode",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func vectors(plain: String, encoded: String) {
        #expect(Base64.encode(Array(plain.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(plain.utf8))
    }

    @Test("Every byte and every length up to 70 encodes and decodes")
    func lengths() {
        let bytes = (0...255).map { UInt8($0) }
        #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        for length in 0...70 {
            let part = Array(bytes[100..<100 + length])
            #expect(Base64.decode(Base64.encode(part)) == part)
        }
    }

    @Test(
        "Wrapped text and data: prefixes are decoded",
        arguments: ["Zm9v\r\nYmFy", "Zm9v\nYmFy\n", " Zm 9vYm\tFy", "data:image/png;base64,Zm9vYmFy"])
    func wrapped(text: String) {
        #expect(Base64.decode(text) == Array("foobar".utf8))
        #expect(Base64Text(text: text).canonicalText == "Zm9vYmFy")
        #expect(Base64Text(text: text).text == text)
    }

    @Test(
        "Invalid Base64 has no bytes and is kept unchanged",
        arguments: [
            "Zg", "Zg=", "Zh==", "Zm9=", "Z===", "Zm9v=", "=", "Zm-_", "Zm9v!", "https://e.com", "data:,Zm9v", "é",
        ])
    func refused(text: String) {
        #expect(Base64.decode(text) == nil)
        #expect(Base64Text(text: text).canonicalText == text)
    }

    /// The slashes are checked without unescaping the text.
    @Test("Every text of up to nine of A, g, / and = is checked alike with its slashes escaped", arguments: 0...9)
    func escapedSlashes(length: Int) throws {
        var text = [UInt8](repeating: 0, count: length)
        let alphabet = Array("Ag/=".utf8)
        // All texts of up to five characters, and all endings of five characters for longer texts.
        let free = min(length, 5)
        for number in 0..<(1 << (2 * free)) {
            for place in 0..<length {
                text[place] = place < length - free ? 0x2f : alphabet[number >> (2 * (length - 1 - place)) & 3]
            }
            let plain = String(decoding: text, as: UTF8.self)
            let escaped = String(plain.flatMap { $0 == "/" ? ["\\", "/"] : [$0] })
            let one = try ImageMessage.decode(Array(#"{"content":"\#(plain)"}"#.utf8).span)
            let other = try ImageMessage.decode(Array(#"{"content":"\#(escaped)"}"#.utf8).span)
            #expect(one.deviations.map(\.id) == other.deviations.map(\.id), "\(plain)")
            #expect(other.value.content.text == plain)
        }
    }
}
