// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import Testing

@Suite("JSON comparison")
struct JSONEqualityTests {
    private func difference(_ one: String, _ other: String) throws -> String? {
        JSONEquality.difference(try RawJSON(text: one), try RawJSON(text: other), spelling: false)
    }

    @Test(
        "The first difference is reported with its path",
        arguments: [
            (#"{"a":1,"b":[1,2]}"#, #"{"b":[1,2.0],"a":1e0}"#, nil), (#"{"a":1}"#, #"{"a":2}"#, "/a"),
            (#"{"a":1}"#, #"{"a":1,"b":2}"#, "/b"), (#"{"a":1,"b":2}"#, #"{"a":1}"#, "/b"),
            (#"{"a":1,"a":2}"#, #"{"a":1}"#, "/a"), (#"{"a":1,"a":2}"#, #"{"a":1,"a":3}"#, "/a"),
            (#"[{"x/y":"\ud83d\ude00"}]"#, #"[{"x/y":"😀"}]"#, nil), (#"[{"x/y":"a"}]"#, #"[{"x/y":"b"}]"#, "/0/x~1y"),
        ])
    func places(_ one: String, _ other: String, _ place: String?) throws {
        #expect(try difference(one, other) == place)
    }

    @Test(
        "An exact comparison checks the order of members and escapes, not white space",
        arguments: [
            (#"{"a":1,"b":"x y"}"#, "{ \"a\" :\t1,\n\"b\":\"x y\"}", nil), (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, "/a"),
            (#"{"a":{"b":[1.0]}}"#, #"{"a":{"b":[1]}}"#, "/a/b/0"), (#"{"a":1}"#, #"{"a":1,"b":2}"#, "/b"),
            (#"["é"]"#, #"["\u00e9"]"#, "/0"), (#"{"x":{"é":1}}"#, #"{"x":{"\u00e9":1}}"#, "/x"),
            (#"{"a":"x y"}"#, #"{"a":"xy"}"#, "/a"), (#"[1]"#, #"{"a":1}"#, ""), ("[1,2]", "[1]", "/1"),
        ])
    func spelling(_ one: String, _ other: String, _ place: String?) throws {
        #expect(JSONEquality.difference(try RawJSON(text: one), try RawJSON(text: other), spelling: true) == place)
    }

    @Test("Deeply nested objects are compared in linear time", .timeLimit(.minutes(10)))
    func deep() throws {
        func nested(_ end: String) -> String {
            String(repeating: #"{"a":"#, count: 32) + end + String(repeating: "}", count: 32)
        }
        #expect(try difference(nested("1"), nested("1")) == nil)
        #expect(try difference(nested("1"), nested("2")) == String(repeating: "/a", count: 32))
    }
}
