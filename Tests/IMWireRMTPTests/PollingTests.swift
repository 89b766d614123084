// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

@Suite("Packets in polling")
struct PollingTests {
    private func items(
        _ text: String, _ mode: DecodingMode = .lenient, _ limits: RMTPLimits = RMTPLimits()
    ) -> [PollingDecoder.Item] {
        PollingDecoder(mode: mode, limits: limits).decode(Array(text.utf8).span)
    }

    private func code(_ item: PollingDecoder.Item?) -> DecodeError? {
        if case .failure(let error)? = item { error } else { nil }
    }

    @Test("An object decodes as a packet, and an array as a list of packets")
    func shapes() throws {
        let text =
            #"[{"headerCode":-32,"status":1,"messageId":0},{"headerCode":50,"topic":"s_ntf","data":"{\"type\": 2}"}]"#
        let found = items(text, .strict)
        try #require(found.count == 2)
        let first = try found[0].get().value
        #expect(first.header.rawValue == 0xe0 && first.status == 1 && first.messageID == nil)
        let second = try found[1].get().value
        #expect(second.header.type == .publish && second.topic == "s_ntf" && second.data?.text == #"{"type": 2}"#)
        #expect(items("[]").isEmpty)
        #expect(code(items("[1,{\"headerCode\":-64}]").first) == DecodeError(.messageType, offset: 1))
        #expect(code(items("{").first) == DecodeError(.jsonSyntax, offset: 1))
    }

    @Test("The header's byte is signed")
    func header() throws {
        let unsigned = try #require(items(#"{"headerCode":224,"status":1}"#).first).get()
        #expect(unsigned.value.header.rawValue == 0xe0)
        #expect(unsigned.deviations == [Deviation(Deviation.ID(137), offset: 14, path: "/headerCode")])
        let second = try #require(items(#"[{"headerCode":-48},{"headerCode":208}]"#).last).get()
        #expect(second.deviations == [Deviation(Deviation.ID(137), offset: 34, path: "/headerCode")])
        let path = "/headerCode"
        #expect(
            code(items(#"{"headerCode":224,"status":1}"#, .strict).first)
                == DecodeError(.fieldValue, offset: 14, path: path))
        #expect(code(items(#"{"headerCode":256}"#).first) == DecodeError(.fieldValue, offset: 14, path: path))
        #expect(
            code(items(#"{"headerCode":-99999999999999999999999999999999999999999999}"#).first)
                == DecodeError(.fieldValue, offset: 14, path: path))
        #expect(code(items(#"{"headerCode":"50"}"#).first) == DecodeError(.fieldType, offset: 14, path: path))
        #expect(code(items(#"{"headerCode":5e1}"#).first) == DecodeError(.fieldType, offset: 14, path: path))
        #expect(code(items(#"{"status":1}"#).first) == DecodeError(.fieldMissing, offset: 11, path: path))
    }

    @Test("Packets are encoded as an array of at most the number that a poll accepts")
    func array() throws {
        let text = #"[{"headerCode":-32,"status":1},{"headerCode":50,"topic":"s_ntf","data":"{\"type\":2}"}]"#
        let packets = try items(text).map { try $0.get().value }
        let written = try PollingEncoder().encode(packets)
        #expect(String(decoding: written, as: UTF8.self) == text)
        #expect(try PollingEncoder().encode([PollingPacket]()) == Array("[]".utf8))
        var limits = RMTPLimits()
        limits.batchMessages = 1
        #expect(throws: EncodeError(.size)) { try PollingEncoder(limits: limits).encode(packets) }
        limits = RMTPLimits()
        limits.packetBytes = written.count - 1
        #expect(throws: EncodeError(.size)) { try PollingEncoder(limits: limits).encode(packets) }
    }

    @Test("A packet encodes unchanged, an unpaired surrogate included")
    func writing() throws {
        let text =
            #"{"headerCode":50,"messageId":5,"topic":"s_msg","targetId":"a\ud83d\n😀","date":1700000000,"data":"{\"a\":1.50}"}"#
        let read = try #require(items(text).first).get()
        #expect(read.deviations.map(\.id) == [Deviation.ID(109)])
        #expect(read.value.targetID?.utf16 == [0x61, 0xd83d, 0x0a, 0xd83d, 0xde00])
        #expect(String(decoding: try PollingEncoder().encode(read.value), as: UTF8.self) == text)
        #expect(code(items(text, .strict).first)?.code == .jsonSurrogate)
        let short = try #require(items(#"{"headerCode":50,"targetId":"\ud83d\b\f\r\t\/"}"#).first).get()
        #expect(short.value.targetID?.utf16 == [0xd83d, 0x08, 0x0c, 0x0d, 0x09, 0x2f])
        var wrong = read.value
        wrong.userID = "u"
        #expect(throws: EncodeError(.member)) { try PollingEncoder().encode(wrong) }
    }

    @Test("Data is JSON in a string, in lenient mode also without one, and encoded in a string (RMTP-095, RMTP-096)")
    func data() throws {
        let inner = #"{"content":"{\"content\":\"你\"}"}"#
        let string = #"{"headerCode":50,"data":"{\"content\":\"{\\\"content\\\":\\\"你\\\"}\"}"}"#
        let read = try #require(items(string, .strict).first).get()
        #expect(read.value.data?.text == inner)
        let bare = try #require(items(#"{"headerCode":50,"data":\#(inner)}"#).first).get()
        #expect(bare.value == read.value)
        #expect(bare.deviations == [Deviation(Deviation.ID(145), offset: 24, path: "/data")])
        #expect(String(decoding: try PollingEncoder().encode(bare.value), as: UTF8.self) == string)
        let empty = try #require(items(#"{"headerCode":50,"data":""}"#).first).get()
        #expect(empty.value.data == nil && empty.deviations.map(\.id) == [Deviation.ID(146)])
        for (text, error) in [
            (#"{"headerCode":50,"data":{}}"#, DecodeError.Code.fieldType),
            (#"{"headerCode":50,"data":""}"#, .jsonSyntax),
        ] {
            #expect(code(items(text, .strict).first) == DecodeError(error, offset: 24, path: "/data"))
        }
        #expect(
            code(items(#"{"headerCode":50,"data":"no JSON"}"#).first)
                == DecodeError(.jsonSyntax, offset: 24, path: "/data"))
    }

    @Test("The string of data may be as long as a reply")
    func longData() throws {
        let text = String(repeating: "x", count: 100_000)
        let body = #"{\"list\":[\"\#(text)\",\"\#(text)\"]}"#
        let read = try #require(items(#"{"headerCode":96,"data":"\#(body)"}"#, .strict).first).get()
        #expect(read.value.data?.text.utf8.count == 200_016)
    }

    @Test("Limits hold at n and are exceeded at n + 1")
    func limits() {
        var limits = RMTPLimits()
        limits.batchMessages = 1
        let one = #"[{"headerCode":-64}]"#
        let two = #"[{"headerCode":-64},{"headerCode":-64}]"#
        #expect(items(one, .lenient, limits).count == 1)
        #expect(code(items(two, .lenient, limits).first) == DecodeError(.frameBatchLimit, offset: 20))
        limits.packetBytes = one.utf8.count
        #expect(code(items(one, .lenient, limits).first) == nil)
        limits.packetBytes -= 1
        #expect(code(items(one, .lenient, limits).first) == DecodeError(.limitSize, offset: 0))
    }
}
