// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireSpec
import Testing

@Suite("Responses and hello")
struct TesteeAnswerTests {
    private func read(_ line: String) -> Result<TesteeAnswer, TesteeAnswer.Invalid> {
        Result { () throws(TesteeAnswer.Invalid) in
            guard let json = try? RawJSON(text: line) else { throw TesteeAnswer.Invalid(reason: "JSON") }
            return try TesteeAnswer.read(json, id: 2)
        }
    }

    @Test(
        "A response without its request's id or without exactly one of ok, error and skipped is invalid (TST-011)",
        arguments: [
            #"{"id":2}"#, #"{"id":2,"ok":{},"error":{"code":"json.syntax"}}"#, #"{"id":2,"ok":{},"skipped":"no"}"#,
            #"{"id":2,"ok":{},"error":null}"#, #"{"id":2,"ok":{},"ok":{}}"#, #"{"id":2,"id":2,"ok":{}}"#,
            #"{"id":2,"error":{"code":"json.syntax"},"skipped":"no"}"#, #"{"id":3,"ok":{}}"#, #"{"id":2.0,"ok":{}}"#,
            #"{"id":2e0,"ok":{}}"#, #"{"id":"2","ok":{}}"#, #"{"id":null,"ok":{}}"#, #"{"ok":{}}"#,
            #"{"id":2,"ok":[]}"#, #"{"id":2,"ok":true}"#, #"{"id":2,"skipped":{}}"#, #"[2,{}]"#, #""ok""#,
        ])
    func invalid(line: String) {
        #expect(throws: TesteeAnswer.Invalid.self) { try read(line).get() }
    }

    @Test("An error without a code is invalid, and its other members are optional (TST-014)")
    func errors() throws {
        for line in [
            #"{"id":2,"error":{}}"#, #"{"id":2,"error":"json.syntax"}"#, #"{"id":2,"error":{"code":""}}"#,
            #"{"id":2,"error":{"code":7}}"#, #"{"id":2,"error":{"offset":7}}"#, #"{"id":2,"error":null}"#,
        ] {
            #expect(throws: TesteeAnswer.Invalid.self, "\(line)") { try read(line).get() }
        }
        guard
            case .error("json.syntax", 7, "/a") = try read(
                #"{"id":2,"error":{"code":"json.syntax","offset":7,"path":"/a","message":"m","x":1}}"#
            ).get()
        else {
            Issue.record("the error is not read")
            return
        }
    }

    @Test("Reasons and codes are kept with a limited length (TST-106)")
    func lengths() throws {
        let long = String(repeating: "x", count: 1 << 20)
        guard case .skipped(let reason) = try read(#"{"id":2,"skipped":"\#(long)"}"#).get(),
            case .error(let code, _, _) = try read(#"{"id":2,"error":{"code":"\#(long)"}}"#).get()
        else {
            Issue.record("the answers are not read")
            return
        }
        #expect(reason.utf8.count < 1_100)
        #expect(code.utf8.count < 1_100)
    }

    private static let proper =
        #""name":"n","version":"1","language":"l","protocol":1,"operations":["content.decode"]"#

    @Test("hello requires its members, and its claims must be booleans (TST-021)")
    func hello() throws {
        func hello(_ ok: String) throws -> TesteeHello {
            try TesteeHello(try RawJSON(text: #"{"id":1,"ok":{\#(ok)}}"#), id: 1)
        }
        let plain = try hello(Self.proper)
        #expect(!plain.reportsDeviations && !plain.reportsUnknown && !plain.hasErrorCodes && !plain.isCanonical)
        #expect(plain.window == 1)
        let claims = #","deviations":true,"unknown":true,"errorCodes":true,"canonical":true,"window":1000,"x":1"#
        let full = try hello(Self.proper + claims)
        #expect(full.reportsDeviations && full.reportsUnknown && full.hasErrorCodes && full.isCanonical)
        #expect(full.window == 256)
        for wrong in [
            #","window":0"#, #","window":"8""#, #","window":-1"#, #","deviations":1"#, #","unknown":"yes""#,
            #","errorCodes":null"#, #","canonical":[]"#, #","profile":7"#, #","name":"""#, #","version":1"#,
            #","operations":"content.decode""#, #","operations":[1]"#, #","language":null"#,
        ] {
            #expect(throws: SuiteError.self, "\(wrong)") { try hello(Self.proper + wrong) }
        }
        for line in [
            #"{"id":1.0,"ok":{\#(Self.proper)}}"#, #"{"id":2,"ok":{\#(Self.proper)}}"#, #"{"ok":{\#(Self.proper)}}"#,
            #"{"id":1,"error":{"code":"no"}}"#, #"{"id":1,"skipped":"no"}"#,
            #"{"id":1,"ok":{\#(Self.proper)},"skipped":"no"}"#, "[]",
        ] {
            #expect(throws: SuiteError.self, "\(line)") { try TesteeHello(try RawJSON(text: line), id: 1) }
        }
    }

    @Test("A testee of another version is rejected with both versions (TST-022)")
    func version() throws {
        let error = #expect(throws: SuiteError.self) {
            try TesteeHello(try RawJSON(text: #"{"id":1,"ok":{"protocol":9}}"#), id: 1)
        }
        #expect(error?.description.contains("version 9") == true)
        #expect(error?.description.contains("version \(Suite.protocolVersion)") == true)
    }

    @Test(
        "The built-in testee skips a request that it does not understand (TST-101)",
        arguments: [
            #""op":"content.decode","objectName":"RC:TxtMsg","bytes":"e30=","mode":"loose""#,
            #""op":"content.decode","objectName":"RC:TxtMsg","bytes":"e30=","mode":null"#,
            #""op":"content.decode","objectName":"RC:TxtMsg","bytes":"e30=","mode":7"#,
            #""op":"content.decode","objectName":"RC:TxtMsg","bytes":"e30=","limits":5"#,
            #""op":"content.decode","objectName":"RC:TxtMsg","bytes":"e30=","limits":[]"#,
            #""op":"content.decode","objectName":"RC:TxtMsg","bytes":"e30=","limits":{"depth":-1}"#,
            #""op":"content.decode","objectName":"RC:TxtMsg","bytes":"e30=","limits":{"depth":"1"}"#,
            #""op":"content.decode","objectName":"RC:TxtMsg","bytes":"e30=","limits":{"depth":1.5}"#,
            #""op":"content.decode","objectName":"RC:TxtMsg","bytes":"e30=","limits":{"depths":1}"#,
            #""op":"content.decode","objectName":"RC:TxtMsg","bytes":"e30""#,
            #""op":"content.decode","objectName":"RC:TxtMsg""#, #""op":"content.decode","bytes":"e30=""#,
            #""op":"content.encode","objectName":"RC:TxtMsg""#, #""op":"content.describe""#,
            #""op":"content.describe","objectName":"RC:TxtMsg","bytes":7"#, #""op":"frame.decode","chunks":["?"]"#,
            #""op":"chat.decode","framing":"line","chunks":["e30="],"mode":"Strict""#,
            #""op":"rmtp.decode","framing":"tcp","direction":"up","protocolVersion":3,"chunks":[],"limits":7"#,
            #""op":"rmtp.body.decode","message":"None","bytes":"","limits":{"bodyDepth":-2}"#,
            #""op":"api.sign","secret":"s""#, #""op":"content.unknown""#, #""x":1"#,
        ])
    func skips(request: String) throws {
        let line = CodecTestee().answer(line: #"{"id":2,\#(request)}"#.utf8.span)
        guard case .skipped = try read(String(decoding: line, as: UTF8.self)).get() else {
            Issue.record("\(request): \(String(decoding: line, as: UTF8.self))")
            return
        }
    }

    @Test("A request has an id however deep a member is nested that its operation does not define (TST-101)")
    func deepMembers() throws {
        for levels in [513, 1_000_000] {
            let deep = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
            let request = #"{"id":2,"op":"api.sign","secret":"","nonce":"","timestamp":"","x":\#(deep)}"#
            let line = CodecTestee().answer(line: request.utf8.span)
            #expect(String(decoding: line, as: UTF8.self).hasPrefix(#"{"id":2,"ok":"#), "\(levels)")
        }
    }

    @Test("Limits that a testee does not have are a skip (TST-082)")
    func limits() throws {
        for operation in [#""frame.decode""#, #""chat.decode","framing":"line""#] {
            let line = CodecTestee().answer(
                line: #"{"id":2,"op":\#(operation),"chunks":[],"limits":{"unheard":1}}"#.utf8.span)
            guard case .skipped = try read(String(decoding: line, as: UTF8.self)).get() else {
                Issue.record("\(operation): \(String(decoding: line, as: UTF8.self))")
                continue
            }
        }
        // The runner treats such a skip as a skip of the case.
        let item = try makeCase(
            "frame.decode", input: #"{"chunks":[{"hex":"FA","at":5}],"mode":"lenient"}"#,
            expect: #"[{"items":[],"pending":1}]"#)
        let testee = try ScriptedTestee { request in
            request.member("times") == nil ? .ok(RawJSON("")) : .skipped("cannot be told the time")
        }
        #expect(try verdict(item, testee).verdict == .skipped)
    }
}
