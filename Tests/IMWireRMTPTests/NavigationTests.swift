// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

@Suite("The navigation answer (RMTP-210 to RMTP-213)")
struct NavigationTests {
    private static let answer = """
        getServerEndpoint({"code":200,"userId":"u1","server":"ws.example.com:80","backupServer":"b1:80, b2:80",\
        "kvStorage":true,"joinMChrm":1,"openMp":0,"voipCallInfo":"{\\"strategy\\":1}","location":"{}","a":1.50})
        """

    @Test("An answer encodes unchanged, with unknown members after the known ones")
    func read() throws {
        let reading = try NavigationAnswer.read(Self.answer.utf8.span, mode: .strict)
        #expect(reading.callback == "getServerEndpoint")
        #expect(reading.deviations.isEmpty)
        let answer = reading.answer
        #expect(answer.code?.int64 == 200)
        #expect(answer.userID == "u1")
        #expect(answer.servers == ["ws.example.com:80", "b1:80", "b2:80"])
        #expect(answer.kvStorage == true)
        #expect(answer.joinMChrm == true)
        #expect(answer.openMp == false)
        #expect(answer.voipCallInfo == #"{"strategy":1}"#)
        let text = String(decoding: try answer.encoded(), as: UTF8.self)
        #expect(text.hasPrefix(#"getServerEndpoint({"code":200,"server":"ws.example.com:80","#))
        #expect(text.hasSuffix(#""location":"{}","a":1.50});"#))
        #expect(try NavigationAnswer.read(text.utf8.span).answer == answer)
    }

    @Test(
        "White space and one semicolon are allowed around an answer",
        arguments: ["cb({})", " cb ( {} ) ; \n", "$._a.b1({});", "\tcb\n(\n{}\n)\n"])
    func spacing(text: String) throws {
        #expect(try NavigationAnswer.read(text.utf8.span, mode: .strict).callback != nil)
    }

    @Test(
        "Invalid text is rejected where it begins",
        arguments: [
            ("", 0), ("1cb({})", 0), ("cb", 2), ("cb[{}]", 2), ("cb({}", 5), ("cb({});;", 7), ("cb({})x", 6),
            ("cb-a({})", 2), ("(", 0),
        ])
    func refused(text: String, offset: Int) {
        #expect(throws: DecodeError(.jsonSyntax, offset: offset)) { try NavigationAnswer.read(text.utf8.span) }
    }

    @Test("Offsets of JSON errors count from the start of the text")
    func offsets() {
        #expect(throws: DecodeError(.jsonSyntax, offset: 12, path: "/code")) {
            try NavigationAnswer.read("cb({\"code\": })".utf8.span)
        }
        #expect(throws: DecodeError(.contentType, offset: 3)) { try NavigationAnswer.read("cb([])".utf8.span) }
        for text in ["cb({}{})", "cb({};", "cb({}x"] {
            #expect(throws: DecodeError(.jsonTrailing, offset: 5)) { try NavigationAnswer.read(text.utf8.span) }
        }
        #expect(throws: DecodeError(.fieldType, offset: 13, path: "/server")) {
            try NavigationAnswer.read("cb({\"server\":{}})".utf8.span)
        }
    }

    @Test("JSON without a function is a deviation (RMTP-211)")
    func bare() throws {
        let reading = try NavigationAnswer.read(" {\"code\":200}".utf8.span)
        #expect(reading.callback == nil)
        #expect(reading.deviations.map(\.id.number) == [139])
        #expect(throws: DecodeError(.jsonSyntax, offset: 1)) {
            try NavigationAnswer.read(" {\"code\":200}".utf8.span, mode: .strict)
        }
    }

    @Test("An invalid callback name is rejected (RMTP-213)", arguments: ["", "a b", "1a", "a()", "alert(1);x"])
    func callbacks(name: String) {
        let answer = NavigationAnswer(server: "s", userID: "u")
        #expect(throws: EncodeError(.callback)) { try answer.encoded(callback: name) }
    }
}
