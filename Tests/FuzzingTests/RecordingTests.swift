// SPDX-License-Identifier: Apache-2.0

import CaseRecording
import Foundation
import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireSpec
import IMWireValues
import Testing

@Suite("Cases from recordings")
struct RecordingTests {
    /// A text that must not remain, with letters of both cases, digits and Chinese characters.
    private static let secret = "Zhang3Wei88秘密"

    /// Returns the cases of a recording, and the bytes of their inputs, which are hex or the hex of each chunk.
    private func made(_ recording: RecordedCases.Recording) throws -> (text: String, bytes: [[UInt8]]) {
        var cases = RecordedCases(name: "test")
        try cases.add(recording)
        let json = try RawJSON(text: cases.text)
        var bytes: [[UInt8]] = []
        for item in json["cases"]?.elements ?? [] {
            let input = try #require(item["input"])
            let chunks = input["chunks"]?.elements ?? [input]
            bytes += try chunks.map { try #require($0["hex"]?.string.flatMap(HexBytes.read)) }
        }
        return (cases.text, bytes)
    }

    /// Returns whether the bytes hold the secret, either as it is or with the escapes of JSON.
    private func holds(_ bytes: [UInt8], _ secret: String = RecordingTests.secret) -> Bool {
        let escaped = secret.utf16.map { $0 < 0x80 ? String(UnicodeScalar(UInt8($0))) : "\\u" + String($0, radix: 16) }
        return [Array(secret.utf8), Array(escaped.joined().utf8)].contains { wanted in
            bytes.count >= wanted.count
                && (0...bytes.count - wanted.count).contains { bytes[$0...].starts(with: wanted) }
        }
    }

    private func line(_ json: String) -> [UInt8] { Array((json + "\n").utf8) }

    @Test("A secret in any member of a chat message is removed without changing lengths")
    func chatMembers() throws {
        let rows = [
            "messageID", "clientMessageID", "fromUserID", "toUserID", "groupID", "chatType", "contenType", "objectName",
            "nickName", "fromPortrait", "toPortrait", "groupName", "deviceType", "versionCode", "sendTime", "beatID",
            "unheardOf", Self.secret, "noDisturb", "code",
        ]
        for name in rows {
            for value in [
                "\"\(Self.secret)\"", "[\"\(Self.secret)\"]", "{\"text\":\"\(Self.secret)\",\"\(Self.secret)\":true}",
                #""Zhang3Wei88\u79d8\u5bc6""#, #""{\"name\":\"Zhang3Wei88秘密\"}""#, "\"https://\(Self.secret)/a\"",
            ] {
                let stream = line("{\"messageType\":\"normal\",\"\(name)\":\(value),\"content\":\(value)}")
                let (text, bytes) = try made(.chat(stream, .line(.lf, .json)))
                #expect(bytes.map(\.count) == [stream.count], "\(name) \(value)")
                #expect(!holds(bytes[0]) && !holds(Array(text.utf8)), "\(name) \(value)")
                #expect(String(decoding: bytes[0], as: UTF8.self).contains("\"messageType\":\"normal\""))
            }
        }
    }

    @Test("A secret in any member of any content type is removed")
    func contentMembers() throws {
        var count = 0
        for type in ContentRegistry.builtIn.all {
            let name = type.objectName.rawValue
            let schema = try RawJSON(text: try #require(SpecSchema.contentType(name)))
            for member in schema["properties"]?.members ?? [] {
                for value in ["\"\(Self.secret)\"", "{\"\(Self.secret)\":[\"\(Self.secret)\"]}", "13800138000"] {
                    let content = Array("{\"\(member.name)\":\(value)}".utf8)
                    let (text, bytes) = try made(.content(name, content))
                    #expect(bytes[0].count == content.count)
                    #expect(!holds(Array(text.utf8)) && !holds(bytes[0]), "\(name) \(member.name)")
                    #expect(!holds(bytes[0], "13800138000"), "\(name) \(member.name)")
                    count += 1
                }
            }
        }
        #expect(count > 600)
    }

    @Test("A secret in Base64 lines, deflated packets, batches and fragments is removed, and all of it decodes")
    func framings() throws {
        let message = "{\"messageType\":\"system\",\"nickName\":\"\(Self.secret)\",\"groupName\":\"\(Self.secret)\"}"
        let batch = "[\(message),\(message)]"
        let wrapped = String(
            Base64.encode(Array(message.utf8)).enumerated().flatMap { $0 % 20 == 19 ? [$1, " "] : [$1] })
        let lines = [Base64.encode(Array(message.utf8)), "YmVhdElE", Base64.encode(Array(batch.utf8)), wrapped, ""]
        let stream = Array((lines.joined(separator: "\r\n") + "\r\n").utf8)
        let (_, rewritten) = try made(.chat(stream, .line(.crlf, .base64)))
        #expect(rewritten.map(\.count) == [stream.count])
        for line in rewritten[0].split(separator: 0x0a) {
            let inner = Base64.decode(String(decoding: line.filter { $0 != 0x0d && $0 != 0x20 }, as: UTF8.self))
            #expect(!holds(try #require(inner)))
        }
        let unit = Array(message.utf8) + Array(repeating: 0x20, count: 600)
        for fragmentSize in [nil, 40] as [Int?] {
            for isDeflated in [false, true] {
                var options = ChatPacketEncoder.Options()
                options.deflate = isDeflated
                options.fragmentSize = fragmentSize
                var encoder = ChatPacketEncoder(options)
                var packets: [UInt8] = []
                try encoder.encode(unit.span, wantsReceipt: true, into: &packets)
                let (text, bytes) = try made(.chat(packets, .packet))
                #expect(!holds(Array(text.utf8)))
                var reader = ChatPacketUnitDecoder()
                var place = 0
                var found: [UInt8] = []
                let joined = bytes[0]
                while place < joined.count {
                    switch reader.next(in: joined.span, from: &place) {
                    case .unit(let unit): for index in unit.bytes.indices { found.append(unit.bytes[index]) }
                    case .fault(let fault): Issue.record("\(fault)")
                    default: continue
                    }
                }
                #expect(found.count == unit.count && !holds(found))
                #expect(String(decoding: found, as: UTF8.self).contains("\"messageType\":\"system\""))
            }
        }
    }

    @Test("A secret in any string of a packet and any field of any body is removed", arguments: [2, 3, 4])
    func packets(version: Int) throws {
        let text = Array(Self.secret.utf8)
        func string(_ bytes: [UInt8]) -> [UInt8] { [0, UInt8(bytes.count)] + bytes }
        func hex(_ hex: String) throws -> [UInt8] { try #require(HexBytes.read(hex)) }
        let topic = string(Array("ppMsgP".utf8))
        let connect = [0x10] + string(text) + [3, 0xc4, 0, 60]
        var messages: [(bytes: [UInt8], direction: RMTPDirection)] = [
            (connect + string(text) + string(text) + string(text) + string(text) + string(text), .up),
            ([0x32] + topic + string(text) + [0, 1], .up),
        ]
        if version == 3 {
            let down: [UInt8] = [0x65, 0x53, 0xf1, 0]
            messages += [
                ([0x20, 0, 0] + string(text) + string(text) + (try hex("0000018BCFE5687B")), .down),
                ([0x40, 0, 1] + down + [0, 0, 0, 0] + string(text), .down),
                // A surrogate pair between texts (RMTP-022).
                (
                    [0x50] + string(Array("userInf".utf8)) + string(text + [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80] + text)
                        + [0, 2], .up
                ),
            ]
        }
        for message in messages {
            var cases = RecordedCases(name: "test", version: try #require(RMTPVersion(rawValue: version)))
            try cases.add(.messages([message]))
            let json = try RawJSON(text: cases.text)
            let chunk = json["cases"]?.elements?.first?["input"]?["chunks"]?.elements?.first?["hex"]?.string
            let bytes = try #require(chunk.flatMap(HexBytes.read))
            #expect(bytes.count == message.bytes.count && !holds(bytes) && !holds(Array(cases.text.utf8)))
        }
    }

    @Test("A secret in any field of the body of any topic is removed")
    func bodies() throws {
        var count = 0
        for topic in RMTPTopic.all where topic.carrier == .publish && topic.direction != .down {
            guard let name = topic.request, let type = RMTPBody.type(named: name) else { continue }
            let body = self.body(type, 1)
            let head: [UInt8] =
                [0x32, 0, UInt8(topic.name.utf8.count)] + Array(topic.name.utf8) + [0, 2, 0x75, 0x32, 0, 1]
            let (text, bytes) = try made(.messages([(head + body, .up)]))
            #expect(bytes[0].count == head.count + body.count, "\(topic.name)")
            #expect(!holds(bytes[0]) && !holds(Array(text.utf8)), "\(topic.name)")
            #expect(bytes[0].starts(with: head.prefix(1 + 2 + topic.name.utf8.count)))
            count += 1
        }
        #expect(count > 10)
    }

    /// Returns a body with each field of a schema, and the secret in each field that can hold it.
    private func body(_ type: any ProtobufMessage.Type, _ level: Int) -> [UInt8] {
        func varint(_ number: UInt64) -> [UInt8] {
            number < 128 ? [UInt8(number)] : [UInt8(number & 127) | 128] + varint(number >> 7)
        }
        var bytes: [UInt8] = []
        for field in type.fields {
            var value = Array(Self.secret.utf8)
            switch field.kind {
            case .int32: bytes += varint(UInt64(field.number) << 3) + varint(123_456)
            case .int64: bytes += varint(UInt64(field.number) << 3) + varint(1_380_013_800_012)
            case .bool, .enumeration: bytes += varint(UInt64(field.number) << 3) + [1]
            default:
                if case .message(let inner) = field.kind { value = level > 3 ? [] : body(inner, level + 1) }
                if field.name == "classname" { value = Array("RC:TxtMsg".utf8) }
                if field.name == "content", case .bytes = field.kind {
                    value = Array("{\"content\":\"\(Self.secret)\",\"extra\":\"\(Self.secret)\"}".utf8)
                }
                bytes += varint(UInt64(field.number) << 3 | 2) + varint(UInt64(value.count)) + value
            }
        }
        return bytes
    }

    @Test("Equal values have equal replacements, and different values different ones")
    func consistency() throws {
        let stream =
            line(#"{"messageType":"normal","fromUserID":"alice_01","toUserID":"robert_2","sendTime":"1500000000000"}"#)
            + line(
                #"{"messageType":"normal","fromUserID":"robert_2","toUserID":"al\u0069ce_01","sendTime":1500000000000}"#
            )
        let lines = try made(.chat(stream, .line(.lf, .json))).bytes[0].split(separator: 0x0a)
        let messages = try lines.map { try RawJSON(parsing: Array($0).span) }
        #expect(messages[0]["fromUserID"]?.string == messages[1]["toUserID"]?.string)
        #expect(messages[0]["toUserID"]?.string == messages[1]["fromUserID"]?.string)
        #expect(messages[0]["fromUserID"]?.string != messages[0]["toUserID"]?.string)
        #expect(messages[0]["sendTime"]?.string == messages[1]["sendTime"]?.text)
        #expect(messages[0]["fromUserID"]?.string?.contains("_") == true)
    }

    @Test("Each capture becomes cases that the codec passes")
    func captures() throws {
        let folder = try #require(FuzzingTests.fixtures).folder.appending(path: "captures")
        for name in ["chat-packets", "chat-lines", "rmtp-websocket", "rmtp-tcp"] {
            let log = try WireLog(Array(try Data(contentsOf: folder.appending(path: "\(name).jsonl"))))
            var cases = RecordedCases(name: name)
            for recording in try RecordingInput.recordings(log, isRMTP: nil).recordings { try cases.add(recording) }
            let read = try CaseFile.cases(in: Array(cases.text.utf8), file: name)
            #expect(read.count == cases.count && cases.count > 0)
            let verdicts = try Runner(places: 8).runInProcess(read).results
            for (item, verdict) in zip(read, verdicts) { #expect(verdict.verdict == .passed, "\(item.id): \(verdict)") }
        }
    }

    /// Requests and answers of navigation, polling and the server API with the secret, and others.
    private var traffic: [(request: String, body: String, answer: String)] {
        let secret = Self.secret
        let pull =
            #"[{"headerCode":50,"messageId":7,"topic":"s_msg","targetId":"\#(secret)","data":"{\"fromUserId\":\"\#(secret)\"}"}]"#
        let content = #"{\"content\":\"\#(secret)\"}"#
        let session = "sessionid=\(secret)&timestrap=1700000000123"
        let escaped = secret.utf8.map { $0 < 0x80 ? String(UnicodeScalar($0)) : "%" + String($0, radix: 16) }.joined()
        return [
            ("GET /navi.js?token=\(secret)", "", #"getServerEndpoint({"code":200,"userId":"\#(secret)"});"#),
            (
                "GET /websocket?token=\(secret)", "",
                #"{"headerCode":32,"status":0,"userId":"\#(secret)","messageId":0}"#
            ),
            (
                "POST /websocket?messageid=5&header=50&topic=ppMsgP&targetid=\(secret)&sessionid=\(secret)",
                #"{"sessionId":3,"classname":"RC:TxtMsg","content":"\#(content)"}"#, ""
            ),
            ("POST /websocket?messageid=6&header=50&topic=\(secret)&targetid=u&sessionid=s", "", ""),
            ("GET /pullmsg.js?\(session)", "", pull), ("GET /pullmsg.js?\(session)", "", "lost params"),
            ("GET /ping?r=1", "", "pong"), ("GET /private/\(secret)", "", "not found"),
            ("POST /private/\(secret)", "", ""), ("OPTIONS /websocket", "", ""),
            (
                "POST /message/private/publish.json",
                "fromUserId=\(escaped)&toUserId=a+b&toUserId=\(secret)&objectName=RC%3aTxtMsg&isPersisted=True&count=1234"
                    + "&content=%7B%22content%22%3A%22\(escaped)%22%7D&\(escaped)=\(escaped)",
                #"{"code":200,"messageUIDs":[{"userId":"\#(secret)","messageUID":"\#(secret)"}]}"#
            ),
            ("POST //user/block.json", "userId=\(escaped)&minute=1440", #"{"code":1002,"errorMessage":"\#(secret)"}"#),
            (
                "POST /user/tag/set.json", #"{"userId":"\#(secret)","tags":["\#(secret)"],"\#(secret)":"\#(secret)"}"#,
                #"{"code":200}"#
            ),
            ("POST /group/sync.json", "userId=u1&group%5B\(escaped)%5D=\(escaped)", "refused"),
            ("POST /user/refresh.json", "name=\(escaped)", ""),
        ]
    }

    private let omitted = [
        "polling with an unknown topic": 1, "polling that is refused": 1, "/ping": 1, "another path": 2, "OPTIONS": 1,
        "/group/sync.json with an answer that is refused": 1, "/user/refresh.json that is refused": 1,
    ]

    private func check(http log: WireLog, _ omitted: [String: Int]) throws {
        var cases = RecordedCases(name: "test")
        let left = try cases.add(try RecordingInput.recordings(log, isRMTP: nil))
        #expect(left == omitted)
        #expect(!holds(Array(cases.text.utf8)) && !left.keys.contains { holds(Array($0.utf8)) })
        let read = try CaseFile.cases(in: Array(cases.text.utf8), file: "test")
        #expect(
            read.map(\.operation) == [
                .navigationDecode, .rmtpDecode, .requestDecode, .rmtpDecode, .formDecode, .replyDecode, .formDecode,
                .replyDecode, .formDecode, .replyDecode, .formDecode,
            ])
        #expect(read.allSatisfy { $0.area == "real/recorded" })
        var bodies: [String] = []
        for item in try RawJSON(text: cases.text)["cases"]?.elements ?? [] {
            let bytes = try #require(item["input"]?["hex"]?.string.flatMap(HexBytes.read))
            #expect(!holds(bytes) && item["expect"]?.elements?.first?["error"] == nil)
            bodies.append(String(decoding: bytes, as: UTF8.self))
            #expect(!holds(Array((bodies.last?.removingPercentEncoding ?? "").utf8)))
        }
        // The spelling of escapes stays, as do flags, small numbers, types and known fields.
        let publish = bodies[4]
        #expect(publish.contains("&objectName=RC%3aTxtMsg&isPersisted=True&count=1234&content=%7B%22content%22%3A%22"))
        #expect(publish.utf8.count == traffic[10].body.utf8.count && publish.contains("+"))
        #expect(bodies[6].hasSuffix("&minute=1440") && bodies[7].contains(#""code":1002"#))
        #expect(bodies[8].hasPrefix(#"{"userId":""#) && bodies[10].hasPrefix("userId="))
        #expect(bodies[10].contains("&group%5B"))
        let verdicts = try Runner(places: 8).runInProcess(read).results
        for (item, verdict) in zip(read, verdicts) { #expect(verdict.verdict == .passed, "\(item.id): \(verdict)") }
    }

    @Test("Navigation, polling and the server API become cases without secrets, and the rest is counted")
    func http() throws {
        var events: [WireEvent] = []
        for (request, body, answer) in traffic {
            events.append(WireEvent(at: 0, connection: 1, .up, .http, .bytes(Array("\(request)\n\n\(body)".utf8))))
            events.append(WireEvent(at: 0, connection: 1, .down, .http, .bytes(Array(answer.utf8))))
        }
        try check(http: WireLog(events), omitted)
    }

    @Test("The bytes of HTTP, divided in any way, become the same cases", arguments: [1, 7, 100_000])
    func rawHTTP(size: Int) throws {
        var (up, down) = ("", "")
        for (index, (request, body, answer)) in traffic.enumerated() {
            // Fields of the head are not looked at, except those that delimit and mark messages.
            up += "\(request) HTTP/1.1\r\nHost: h\r\nSignature: \(Self.secret)\r\n"
            up += "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            if index == 2 { down += "HTTP/1.1 100 Continue\r\n\r\n" }
            let length = String(answer.utf8.count, radix: 16)
            down += "HTTP/1.1 200 OK\r\n"
            down +=
                index % 2 == 0 && !answer.isEmpty
                ? "Transfer-Encoding: chunked\r\n\r\n\(length)\r\n\(answer)\r\n0\r\n\r\n"
                : "Content-Length: \(answer.utf8.count)\r\n\r\n\(answer)"
        }
        up += "GET /websocket?token=\(Self.secret) HTTP/1.1\r\nUpgrade: websocket\r\n\r\n"
        down += "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"
        let parts = [(up, RMTPDirection.up), (down, .down)].flatMap { text, direction in
            let bytes = Array(text.utf8)
            return stride(from: 0, to: bytes.count, by: size).map { start in
                WireEvent(
                    at: 0, connection: 1, direction, .http, .bytes(Array(bytes[start..<min(start + size, bytes.count)]))
                )
            }
        }
        try check(http: WireLog(parts), omitted)
    }

    @Test("Invalid HTTP is counted by its reason")
    func unreadHTTP() throws {
        let head = "GET /navi.js HTTP/1.1\r\n\r\n"
        let rows: [(up: String, down: String, reason: String)] = [
            (
                head, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 1\r\n\r\nx",
                "an answer that is compressed"
            ),
            (head, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nx", "an answer that is incomplete"),
            (head + "GET /navi.js HTTP/1.1\r\n", "", "a request that is incomplete"),
            (
                "GET /websocket HTTP/1.1\r\nUpgrade: websocket\r\n\r\n", "HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n",
                "a request for a WebSocket that is refused"
            ),
            ("POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n", "", "HTTP with a body of ambiguous length"),
            ("GET / HTTP/1.1\r\n\r\n\r\n\r\n", "", "/"),
        ]
        for (up, down, reason) in rows {
            let events = [(up, RMTPDirection.up), (down, .down)].map { text, direction in
                WireEvent(at: 0, connection: 1, direction, .http, .bytes(Array(text.utf8)))
            }
            let found = try RecordingInput.recordings(WireLog(events), isRMTP: nil)
            #expect(found.omitted[reason] == 1, "\(found.omitted)")
            #expect(found.recordings.isEmpty)
        }
    }

    @Test("A recording that is not understood is rejected with its location")
    func refusals() throws {
        func refusal(_ recording: RecordedCases.Recording) -> String {
            var cases = RecordedCases(name: "test")
            do {
                try cases.add(recording)
                return "taken"
            } catch {
                return error.description
            }
        }
        let json = StreamFraming.line(.lf, .json)
        #expect(refusal(.chat(line(#"{"a":1,}"#), json)) == "no JSON (json.syntax), at byte 7")
        #expect(refusal(.chat(line("***"), json)) == "a line that is neither JSON nor Base64, at byte 0")
        #expect(refusal(.chat(Array("{}".utf8), json)) == "the stream ends within a line, at byte 2")
        var packet = ChatPacketEncoder.heartbeat
        #expect(refusal(.chat(packet, .packet)) == "taken")
        packet[23] ^= 1
        #expect(refusal(.chat(packet, .packet)) == "frame.checksum, at byte 20")
        #expect(refusal(.chat(packet.dropLast(1) + [], .packet)) == "the stream ends within a packet, at byte 23")
        func message(_ hex: String) throws -> RecordedCases.Recording {
            .messages([(try #require(HexBytes.read(hex)), .up)])
        }
        #expect(refusal(try message("320003616263000275320001")) == "message 1: an unknown topic, at byte 3")
        #expect(refusal(try message("8001")) == "message 1: a packet of an unknown type, at byte 1")
        #expect(refusal(try message("32000670704d736750000275")) == "message 1: packet.length, at byte 9")
        let publish = "32000670704d7367500002753200010803"
        #expect(refusal(try message(publish + "1207")).hasPrefix("message 1: proto.truncated"))
        #expect(
            refusal(try message(publish + "fa0f0161")) == "message 1: a field that the schema does not have, at byte 17"
        )
        #expect(refusal(.content("RC:TxtMsg", Array("{".utf8))) == "no JSON (json.syntax), at byte 1")
        #expect(throws: RecordingFault.self) { try RecordingInput.messages(Array("left 00\n".utf8)) }
        #expect(throws: RecordingFault.self) { try RecordingInput.contents(Array("{}\n".utf8)) }
        let http = #"{"at":0,"connection":1,"direction":"down","transport":"http","bytes":""}"#
        #expect(throws: RecordingFault.self) {
            try RecordingInput.recordings(try WireLog(Array(http.utf8)), isRMTP: nil)
        }
    }
}
