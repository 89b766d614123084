// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Parts of JSON")
struct JSONPartTests {
    @Test("A builder breaks the line before one member")
    func lines() {
        var object = JSONBuilder(["a": 1])
        object.breakLine()
        object.add("b", "x")
        object.add("c", true)
        #expect(object.json.text == "{\"a\":1,\n\"b\":\"x\",\"c\":true}")
    }

    @Test("An object with a line for each member has no line without members")
    func lineOfEachMember() {
        #expect(RawJSON.object(lines: []).text == "{}")
        #expect(RawJSON.object(lines: [("a", .null), ("b", .emptyArray)]).text == "{\n\"a\":null,\n\"b\":[]\n}")
    }

    @Test("Text is quoted, and bytes that are no text are refused")
    func quoting() {
        var bytes: [UInt8] = []
        let isText = bytes.append(quoted: Array("a\"".utf8).span)
        #expect(isText && bytes == Array(#""a\"""#.utf8))
        let isOther = bytes.append(quoted: [0xff].span)
        #expect(!isOther && bytes == Array(#""a\"""#.utf8))
        // The buffer of an empty text may have no address.
        var empty: [UInt8] = []
        let isEmptyText = empty.append(quoted: Span())
        #expect(isEmptyText && empty == Array("\"\"".utf8))
    }

    @Test("No more parts than requested are located")
    func places() {
        let text = Array("[1,2,3]".utf8)
        #expect(JSONPlaces(in: text.span, 0..<text.count, most: 2).parts.map(\.range) == [1..<2, 3..<4])
        // A value that is neither an object nor a list has no parts.
        let number = JSONPlaces(in: text.span, 1..<2, most: 2)
        #expect(number.parts.isEmpty && !number.isWhole)
    }

    @Test("Whole numbers up to 2^53 are spelled as integers")
    func wholeNumbers() {
        let (largest, negativeZero, negative) = (0x1p53, -0.0, -5.0)
        #expect(JSONNumber(negative)?.text == "-5")
        #expect(JSONNumber(largest)?.text == "9007199254740992" && JSONNumber(negativeZero)?.text == "-0.0")
    }

    @Test("A flag is a word in a field of words, a digit in a field of bits, and written only if it is set (API-021)")
    func flags() throws {
        var form = FormEncoder([FieldRule("bit", .bit), FieldRule("word", .boolean), FieldRule("absent", .boolean)])
        try form.append("bit", true)
        try form.append("word", false)
        try form.append("absent", Bool?.none)
        #expect(form.finish([]).fields == [FormField("bit", "1"), FormField("word", "false")])
    }

    @Test("The printable characters are those from the space to the tilde")
    func printable() {
        let printable = (UInt8.min...UInt8.max).filter(\.isPrintableASCII)
        #expect(printable == Array(0x20...0x7e))
    }

    @Test("Line breaks are replaced from the first byte on")
    func lineBreaks() {
        var bytes = Array("\n{\r}".utf8)
        var span = bytes.mutableSpan
        span.replaceLineBreaks(to: 4)
        #expect(bytes == Array(" { }".utf8))
    }

    @Test("An encoder with a limit refuses a longer content (CNT-080)")
    func limit() throws {
        let text = TextMessage(content: "a")
        let bytes = text.encoded()
        #expect(try text.encoded(limit: bytes.count) == bytes)
        #expect(throws: EncodeError(.size)) { try text.encoded(limit: bytes.count - 1) }
    }
}
