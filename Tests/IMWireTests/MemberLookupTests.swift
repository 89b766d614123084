// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Reading one member")
struct MemberLookupTests {
    private func string(_ name: String, _ json: String) throws -> String? {
        try MemberLookup.string(name, in: Array(json.utf8).span)
    }

    @Test("The lookup returns the value of a full decoding (CNT-053)")
    func values() throws {
        let json = #" { "content" : "a\n\u4f60", "size" : 1.50 , "user" : { "id" : "u" }, "c\u006ff" : "x" } "#
        #expect(try string("content", json) == "a\n你")
        #expect(try string("size", json) == nil)
        #expect(try string("cof", json) == "x")
        #expect(try string("absent", json) == nil)
        #expect(try MemberLookup.raw("size", in: Array(json.utf8).span)?.text == "1.50")
        #expect(try MemberLookup.raw("user", in: Array(json.utf8).span)?.text == #"{ "id" : "u" }"#)
    }

    @Test("The last of two members is used, and names are compared as bytes")
    func names() throws {
        #expect(try string("a", #"{"a":"1","b":"2","a":"3"}"#) == "3")
        #expect(try string("é", "{\"e\u{301}\":\"decomposed\"}") == nil)
        #expect(try string("", #"{"":"empty"}"#) == "empty")
    }

    @Test("Invalid JSON and values other than an object are rejected")
    func refusals() {
        #expect(throws: DecodeError(.jsonSyntax, offset: 8)) { try string("a", #"{"a":"1""#) }
        #expect(throws: DecodeError(.contentType, offset: 0)) { try string("a", "[]") }
        #expect(throws: DecodeError(.jsonTrailing, offset: 2)) { try string("a", "{}x") }
        #expect(throws: DecodeError(.jsonSyntax, offset: 9)) { try string("a", #"{"a":"1",}"#) }
    }
}
