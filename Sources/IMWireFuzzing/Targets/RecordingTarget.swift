// SPDX-License-Identifier: Apache-2.0

import CaseRecording
import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireTestSupport
import IMWireValues

/// A target for recordings of an application, converted to cases: streams, packets, exports and wire logs.
///
/// The first byte of an input, modulo 6, selects packets, lines, RongCloud's packets on a WebSocket or on TCP, the
/// bodies of such packets, or a text. An input of the corresponding target follows, or the text: a wire log, exported
/// messages or contents.
struct RecordingTarget: SelectingTarget {
    let name = "recordings"
    var maximumLength: Int { 4_096 }
    let streams: [any FuzzTarget] = Self.chatAndPackets + [BodyTarget()]

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        guard input.count > 1 else { return }
        let memory = MemoryOracle()
        let settings = RMTPSettings(input[1] & 7).format
        let bytes = Array(input.dropFirst(2))
        switch input[0] % 6 {
        case 0: record(.chat(bytes, .packet), bytes, .three, &observation)
        case 1:
            let lines = LineTarget.Settings(input[1]).format
            record(.chat(bytes, .line(lines.delimiter, lines.encoding)), bytes, .three, &observation)
        case 2: record(.messages([(bytes, settings.direction)]), bytes, settings.version, &observation)
        case 3: record(.streams([(bytes, settings.direction)]), bytes, settings.version, &observation)
        case 4:
            guard let packet = RecordingTarget.packet(Array(input.dropFirst())) else { return }
            record(.messages([(packet, .up)]), packet, .three, &observation)
        default: read(Array(input.dropFirst()), &observation)
        }
        memory.check(name, input: input.count, factor: 20_000, base: 16 << 20, &observation)
    }

    /// Returns a PUBLISH or QUERY with the body of a ``BodyTarget`` input, or nil if no topic has such a body.
    private static func packet(_ input: [UInt8]) -> [UInt8]? {
        let name = input.prefix { $0 != .lineFeed }
        let topic = RMTPTopic.all.first { $0.request?.utf8.elementsEqual(name) ?? false }
        guard let topic, topic.name.utf8.count < 256 else { return nil }
        let header: UInt8 = topic.carrier == .query ? .header(.query) : .header(.publish, 2)
        return [header, 0, UInt8(topic.name.utf8.count)] + Array(topic.name.utf8) + [0, 1, UInt8(ascii: "u"), 0, 1]
            + input.dropFirst(name.count + 1)
    }

    /// Reads the text as a wire log, as exported messages and as contents.
    private func read(_ text: [UInt8], _ observation: inout Observation) {
        var recordings: [RecordedCases.Recording] = []
        do throws(WireLogFault) {
            let log = try WireLog(text)
            for event in log.events where (try? WireEvent(Array(event.json.text.utf8).span)) != event {
                observation.violate(.identity, at: "wire log event")
            }
            if let found = try? RecordingInput.recordings(log, isRMTP: nil) {
                recordings += found.recordings
                for reason in found.omitted.keys { observation.record(.code, TextHash.of(reason), 2) }
            }
        } catch {
            observation.record(.code, TextHash.of(String(error.description.prefix(12))))
        }
        if let messages = try? RecordingInput.messages(text) { recordings.append(messages) }
        recordings += (try? RecordingInput.contents(text)) ?? []
        observation.record(size: recordings.count)
        for recording in recordings.prefix(16) { record(recording, text, .three, &observation) }
    }

    /// Checks whether the suite can read the resulting cases, or the error states where the recording was not
    /// understood.
    private func record(
        _ recording: RecordedCases.Recording, _ bytes: [UInt8], _ version: RMTPVersion,
        _ observation: inout Observation
    ) {
        var cases = RecordedCases(name: "fuzz", version: version)
        do throws(RecordingFault) {
            try cases.add(recording)
            observation.record(.count, UInt64(cases.count))
            if cases.count > 0, (try? CaseFile.cases(in: Array(cases.text.utf8), file: "recorded")) == nil {
                observation.violate(.report, at: "recorded cases")
            }
        } catch {
            observation.record(.code, TextHash.of(error.problem), 1)
            ErrorOracle.checkOffset(error.offset, of: bytes.count, "recording offset", error.problem, &observation)
        }
    }

    // MARK: Making inputs

    func stream(_ first: UInt8) -> (any FuzzTarget)? {
        let index = Int(first % 6)
        return streams.indices.contains(index) ? streams[index] : nil
    }
    func first(_ random: inout SeededRandom) -> UInt8 { UInt8(random.pick(0...5)) }

    /// Returns a text with the lines of a wire log, exported messages, or both.
    func text(_ random: inout SeededRandom) -> [UInt8] {
        var text = ""
        if random.chance(40) { return RecordingTarget.http(&random) }
        for at in 0..<random.pick(1...3) {
            let packet = RMTPGenerator.packet(RMTPFormat(.up, .three), &random)
            let bytes = [packet.header] + packet.body
            if random.chance(50) {
                text += "{\"at\":\(at),\"connection\":1,\"direction\":\"up\",\"transport\":\"websocket\",\"bytes\":\""
                text += Base64.encode(bytes) + "\"}\n"
            } else {
                text += "up " + Base64.encode(bytes) + "\n"
            }
        }
        return Array(text.utf8)
    }

    /// Returns the wire log of a connection with HTTP, as a server or a proxy writes it.
    private static func http(_ random: inout SeededRandom) -> [UInt8] {
        let exchanges = [
            ("GET", "/navi.js?token=t", "", #"getServerEndpoint({"code":200,"userId":"zhang3"});"#),
            ("GET", "/websocket?token=t", "", #"{"headerCode":32,"status":0,"userId":"zhang3","messageId":0}"#),
            (
                "POST", "/websocket?messageid=5&header=50&topic=ppMsgP&targetid=li4&sessionid=secret",
                #"{"sessionId":3,"classname":"RC:TxtMsg","content":"{}"}"#, "[]"
            ),
            ("POST", "/user/getToken.json", "userId=zhang+3&name=%e5%bc%a0", #"{"code":200,"token":"abcdef=="}"#),
            ("POST", "/user/block.json", "userId=zhang3&userId=li4&minute=1440", #"{"code":200}"#),
            ("POST", "/user/tag/set.json", #"{"userId":"zhang3","tags":["vip"]}"#, #"{"code":200}"#),
            ("POST", "/group/sync.json", "userId=u&group%5Bg1%5D=Team", "401"),
        ]
        let isProxy = random.chance(50)
        var text = ""
        for at in 0..<random.pick(1...4) {
            let (method, target, body, answer) = EdgeValues.pick(exchanges, &random)
            let parts =
                isProxy
                ? [
                    "\(method) \(target) HTTP/1.1\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)",
                    "HTTP/1.1 200 OK\r\nContent-Length: \(answer.utf8.count)\r\n\r\n\(answer)",
                ] : ["\(method) \(target)\n\n\(body)", answer]
            for (direction, part) in zip(["up", "down"], parts) {
                text += "{\"at\":\(at),\"connection\":1,\"direction\":\"\(direction)\",\"transport\":\"http\""
                text += ",\"bytes\":\"\(Base64.encode(Array(part.utf8)))\"}\n"
            }
        }
        return Array(text.utf8)
    }

    let dictionary = [[UInt8]](
        words: """
            at connection direction transport bytes event up down tcp tls websocket http open close objectName content
            """)
}
