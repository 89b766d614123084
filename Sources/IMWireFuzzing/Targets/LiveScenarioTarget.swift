// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport

/// A target for the inputs of a live conformance runner: answers of drivers, packets of a release of the vendor's SDK,
/// and scenarios that are prepared for a wire.
struct LiveScenarioTarget: ChoosingTarget {
    let name = "live"
    let memory = (factor: 4_000, base: 64 << 20)

    mutating func run(_ choice: UInt8, _ text: [UInt8], _ observation: inout Observation) {
        switch choice & 0x21 {
        case 0: answer(text, &observation)
        case 0x20: release(text, choice, &observation)
        default: scenario(text, choice, &observation)
        }
    }

    private func answer(_ line: [UInt8], _ observation: inout Observation) {
        do throws(LiveDriverAnswer.Failure) {
            switch try LiveDriverAnswer(parsing: line) {
            case .skipped: observation.record(size: 0)
            case .done(let details):
                observation.record(size: details.connect == nil ? 1 : 2)
                if !(1...1_000).contains(details.speed) { observation.violate(.validation, at: "driver speed") }
            }
        } catch {
            observation.record(.code, TextHash.of(error.reason) & 0x3ff)
        }
    }

    /// Runs the lines of an input as expected actions, actions of a release, and events, in turns (LIV-121).
    private func release(_ text: [UInt8], _ choice: UInt8, _ observation: inout Observation) {
        guard var release = LiveRelease(sdkVersion: "\(1 + choice >> 1 & 3).0") else { return }
        var expected = RawJSON.null
        for (index, line) in text.split(separator: UInt8(ascii: "\n")).prefix(64).enumerated() {
            guard let json = RawJSON(line: Array(line)) else { continue }
            switch index % 3 {
            case 0: expected = json
            case 1:
                if let answer = release.answer(to: json) {
                    observation.record(size: 3)
                    let id = answer["packet"]?["messageId"]
                    if id?.text != json["packet"]?["messageId"]?.text, answer["packet"]?["packet"] != "PINGRESP" {
                        observation.violate(.validation, at: "live release answer")
                    }
                }
                let before = release
                let place = release.difference(expected, json)
                observation.record(.code, TextHash.of(place ?? "none") & 0xff)
                // What differs changes nothing.
                if place != nil, release != before { observation.violate(.session, at: "live release difference") }
                if place == nil, release.difference(expected, json) != nil {
                    observation.violate(.session, at: "live release same")
                }
            default:
                let sent = release.sending(json)
                observation.record(size: sent == json ? 4 : 5)
                if sent.members?.count != json.members?.count {
                    observation.violate(.identity, at: "live release event")
                }
            }
        }
    }

    private func scenario(_ text: [UInt8], _ choice: UInt8, _ observation: inout Observation) {
        guard let cases = try? CaseFile.cases(in: text, file: "f") else { return }
        var setting = LiveSetting(
            choice & 2 == 0 ? .server : .client, isWebSocket: choice & 4 != 0, isSecure: choice & 8 != 0)
        setting.hasDriver = choice & 16 != 0
        setting.prefix = "p-"
        for item in cases.prefix(2) {
            do throws(LiveSkip) {
                let isRoom = item.input.member("machine")?.string == "chatroom"
                let times =
                    try isRoom
                    ? LiveRoomScript(item, setting).steps.map(\.at) : LiveScript(item, setting).steps.map(\.at)
                observation.record(size: times.count)
                // A live run has no time before its beginning.
                if times.contains(where: { $0 < 0 }) { observation.violate(.validation, at: "live time") }
            } catch {
                observation.record(.code, TextHash.shape(String(error.reason.prefix(48))) & 0x3ff)
            }
        }
    }

    func generate(_ random: inout SeededRandom) -> [UInt8] {
        let kind = EdgeValues.pick(["answer", "answer", "cases", "cases", "lines"], &random)
        let choice = UInt8(truncatingIfNeeded: random.next()) & 0x1e
        return [choice | (kind == "cases" ? 1 : kind == "lines" ? 0x20 : 0)]
            + LiveScenarioTarget.grammar.text(kind, &random)
    }

    private static let grammar = TextGrammar([
        "answer": [
            #"{"ok":{}}"#, #"{"ok":{"speed":20,"connect":"ws://127.0.0.1:1"}}"#, #"{"skipped":"why"}"#,
            #"{"ok":{"speed":0}}"#, #"{"ok":[]}"#,
        ],
        "lines": ["<line><line>", "<line><lines>", "<line><lines>", "<line><lines>"],
        "line": ["{\"packet\":<packet><body?50>}\n"],
        "packet": [
            #"{"packet":"QUERY","topic":"pullMsg","targetId":"me","messageId":1,"data":"CAAQACABMAA="}"#,
            #"{"packet":"QUERY","topic":"pullSeAtts","targetId":"me","messageId":2}"#,
            #"{"packet":"PUBLISH","topic":"ppMsgP","targetId":"u","messageId":3}"#, #"{"packet":"PINGREQ"}"#,
            #"{"packet":"QUERYACK","messageId":1}"#, #"{"packet":"PUBACK","messageId":3}"#,
            #"{"packet":"QUERYCON","messageId":1}"#,
        ],
        "body": [
            #","body":{"message":"SyncRequestMsg","value":{"syncTime":0}}"#,
            #","body":{"message":"UpStreamMessage","value":{"classname":"RC:TxtMsg","content":"eyJjb250ZW50IjoiaGkifQ=="}}"#,
        ],
        "cases": [
            #"{"area":"scenario","cases":[{"id":"a","title":"t","requirements":["SES-001"],"level":"MUST","op":"session.run","input":<script>,"expect":[{"actions":[],"only":["write","close","joined"]}],"live":{"clock":"real","beats":true},"tags":[],"provenance":"x"}]}"#
        ],
        "script": [
            #"{"machine":"server","config":{},"events":[{"at":0,"event":"accepted","connection":1},{"at":9,"event":"received","connection":1,"message":{"messageType":"login","fromUserID":"a"}}]}"#,
            #"{"machine":"rmtp-server","events":[{"at":0,"event":"accept","userId":"u","sessionId":"s","timestamp":1},{"at":5,"event":"received","packet":{"packet":"PINGREQ"}}]}"#,
            #"{"machine":"chatroom","config":{"rooms":["r"]},"events":[{"at":0,"event":"join","room":"r","user":"a"},{"at":3,"event":"quit","room":"r","user":"a"}]}"#,
            #"{"machine":"client","config":{},"events":[{"at":0,"event":"connect"},{"at":5,"event":"opened"},{"at":9,"event":"tick"}]}"#,
        ],
    ])

    let dictionary = [[UInt8]](
        words: """
            QUERY PUBLISH PUBACK topic targetId messageId data body value content classname ok skipped speed connect machine
            config events at event connection message messages packet room user messageCount duration live clock beats
            faults fault only actions load received accept answer join send ban
            """)
}
