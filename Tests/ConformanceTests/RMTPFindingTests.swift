// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireRMTP
import Testing

@Suite("Findings of packet inspection and their requirements")
struct RMTPFindingTests {
    private func part(
        _ hex: String, _ direction: RMTPDirection, _ version: RMTPVersion = .three, _ mode: DecodingMode = .strict
    ) -> InspectedPart {
        var options = RMTPInspection.Options(.websocket, RMTPFormat(direction, version))
        options.mode = mode
        var inspection = RMTPInspection(options)
        let digits = Array(hex)
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
        return inspection.next(bytes)
    }

    @Test("Meaningless flags of CONNECT and CONNACK are reported (RMTP-032, RMTP-034)")
    func flags() {
        let connect = part("10000652436c6f75640303001000016300", .up)
        #expect(connect.findings.first?.code == "packet.flags")
        #expect(connect.findings.first?.requirement == "RMTP-032")
        let connAck = part("20000010", .down, .four)
        #expect(connAck.findings.first?.code == "packet.flags")
        #expect(connAck.findings.first?.requirement == "RMTP-034")
    }

    @Test("An end group without a start and an unknown wire type are reported (PRB-022, PRB-004)")
    func groups() {
        let end = part("320006" + "70704d736750" + "00017500010c", .up)
        #expect(end.findings.first?.code == "proto.wireType")
        #expect(end.findings.first?.requirement == "PRB-022")
        let type = part("320006" + "70704d736750" + "00017500010e", .up)
        #expect(type.findings.first?.code == "proto.wireType")
        #expect(type.findings.first?.requirement == "PRB-004")
    }

    private func reply(_ text: String) -> InspectedPart {
        var inspection = RMTPInspection(RMTPInspection.Options(.xhr, RMTPFormat(.down)))
        return inspection.next(Array(text.utf8))
    }

    @Test("Polled content is inspected like that of a WebSocket")
    func polled() throws {
        let data = #"{"fromUserId":"u2","type":1,"classname":"RC:TxtMsg","content":"{\"content\":\"hi\",\"text\":1}"}"#
        let part = reply(#"{"headerCode":50,"messageId":5,"topic":"s_msg","targetId":"u1","data":\#(data)}"#)
        #expect(part.items.first?.text.hasSuffix(#": RC:TxtMsg "hi""#) == true, "\(part.items)")
        let hidden = try #require(part.hidden)
        #expect(String(decoding: hidden.bytes, as: UTF8.self) == #"{"content":"hi","text":1}"#)
        let content = try #require(hidden.fields.first)
        #expect(content.parts.map(\.field) == ["content", "text"])
        #expect(content.range == 0..<hidden.bytes.count)
        #expect(part.findings.map(\.code) == ["DEV-145"])
    }

    @Test("A polled body in a string is inspected and shown without the string's escapes")
    func polledString() throws {
        let data = #"{"fromUserId":"u2","type":1,"classname":"RC:TxtMsg","content":"{\"content\":7}"}"#
        let reply = reply(#"{"headerCode":50,"topic":"s_msg","data":\#(RawJSON(data).text)}"#)
        #expect(reply.items.first?.text.hasSuffix(#": RC:TxtMsg "7""#) == true, "\(reply.items)")
        let hidden = try #require(reply.hidden)
        #expect(String(decoding: hidden.bytes, as: UTF8.self) == data + #"{"content":7}"#)
        #expect(hidden.fields.map(\.field) == ["data", "content"])
        #expect(hidden.fields.first?.meaning == "DownStreamMessage")
        #expect(hidden.fields.first?.parts.map(\.field) == ["fromUserId", "type", "classname", "content"])
        let finding = try #require(reply.findings.first)
        #expect(finding.code == "DEV-106" && finding.offset == 40 && finding.inner == data.utf8.count + 11)
    }

    @Test("An error in a polled body is reported at its string with its offset in the text")
    func broken() throws {
        func message(_ content: String) -> String {
            #"{"fromUserId":"u","type":1,"classname":"RC:TxtMsg","content":\#(content),"dataTime":1,"status":0}"#
        }
        let copy = #"{"sessionId":3,"classname":"RC:TxtMsg","content":"{\"content\":7}"}"#
        let text = #"[{"headerCode":58,"topic":"ppMsgP","data":\#(copy)},{"headerCode":-48}]"#
        let part = reply(text)
        #expect(part.items.count == 2)
        let deviation = try #require(part.findings.first { $0.code != "DEV-145" })
        #expect(deviation.code == "DEV-106")
        #expect(deviation.inner == 11)
        // The offset at which the string with the content begins, after its name and the colon.
        let before = #"[{"headerCode":58,"topic":"ppMsgP","data":{"sessionId":3,"classname":"RC:TxtMsg","content":"#
        #expect(deviation.offset == before.utf8.count)
        let refused = reply(#"{"headerCode":50,"topic":"s_msg","data":\#(message(#""{\"content\":}""#))}"#)
        let fault = try #require(refused.findings.first { $0.severity == .fault })
        #expect(fault.code == "json.syntax")
        #expect(fault.inner == 11)
        #expect(fault.scope == .message)
        #expect(refused.items.first?.text.hasSuffix("a rejected content") == true)
    }
}
