// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Raw JSON")
struct RawJSONTests {
    /// "é" as one scalar and as a letter with a combining accent, which are canonically equivalent but differ on the
    /// wire.
    private static let spellings = ["\u{e9}", "e\u{301}"]

    @Test("Values are equal if their bytes are")
    func equality() throws {
        let values = try Self.spellings.map { try RawJSON(text: "{\"a\":\"\($0)\"}") }
        #expect(values[0] != values[1])
        #expect(try values[0] == RawJSON(text: "{\"a\":\"\u{e9}\"}"))
        #expect(Set(values + values).count == 2)
        #expect(try RawJSON(text: "[1, 2]") != RawJSON(text: "[1,2]"))
    }

    @Test("The white space around a value is not part of it, so that the members after it can be removed (CNT-060)")
    func surroundings() throws {
        let number = try RawJSON(text: " 7\n")
        #expect(number.text == "7" && number.number?.int64 == 7)
        #expect(try RawJSON(text: "\t\"a\"").string == "a")
        var members = UnknownMembers()
        members.append("a", number)
        members.append("b", "x")
        #expect(members.names == ["a", "b"])
        members.remove("a")
        #expect(members.names == ["b"])
    }

    @Test("The program's own text may have 512 levels, as many as a runner reads (TST-208)")
    func levels() {
        #expect(DecodingLimits.unlimited.depth == 512)
    }

    @Test("A member is found by the bytes of its name, and the last of equal names is used")
    func members() throws {
        let names = Self.spellings
        let json = try RawJSON(
            text: " {\"\(names[0])\" : 1 , \"\(names[1])\":2,\"\\u0061\":3, \"b\":{\"a\":9}, \"a\" : [4] } ")
        #expect(json[names[0]]?.text == "1")
        #expect(json[names[1]]?.text == "2")
        #expect(json["a"]?.text == "[4]")
        #expect(try RawJSON(text: "{\"a\":4,\"\\u0061\":3}")["a"]?.text == "3")
        #expect(json["b"]?["a"]?.text == "9")
        #expect(json["c"] == nil && json[""] == nil)
        #expect(try RawJSON(text: "{\"\":0}")[""]?.text == "0")
        #expect(RawJSON.emptyObject["a"] == nil && RawJSON.emptyArray["a"] == nil && RawJSON.null["a"] == nil)
    }
}
