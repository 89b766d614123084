// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A request to a testee, and what its answer is for.
struct Question {
    /// The case, by its place in the run.
    var index: Int
    var mode: DecodingMode
    var request: TesteeRequest
    var purpose: Purpose

    enum Purpose {
        case decode
        case encode
        /// The value that a decoding gave, to be written again.
        case secondHalf
        case stream(Replay)
        case written
        case session(SessionJudge.Expects, String)
        case signature
    }

    /// In what way a case was put, for the report.
    var manner: String? {
        switch purpose {
        case .decode, .encode, .secondHalf, .written, .signature: nil
        case .stream(let replay): replay.name
        case .session(_, let name): name
        }
    }

    /// All questions of a case.
    static func all(of item: Case, _ index: Int, places: Int) -> [Question] {
        let input = item.input
        func ask(_ members: [(name: String, value: RawJSON)], _ mode: DecodingMode, _ purpose: Purpose) -> Question {
            let operation = item.operation == .roundtrip ? Case.Operation.decode : item.operation
            return Question(
                index: index, mode: mode, request: TesteeRequest(operation.rawValue, members), purpose: purpose)
        }
        switch item.operation {
        case .decode, .roundtrip:
            return input.modes.map { mode in
                let own: [(name: String, value: RawJSON)] = [
                    ("objectName", RawJSON(input.objectName)), ("bytes", .base64(input.bytes)),
                    ("mode", RawJSON(mode.rawValue)),
                ]
                return ask(own + input.members, mode, .decode)
            }
        case .encode:
            return [encode(item, index, input.value ?? .null, .encode)]
        case .bodyDecode:
            return input.modes.map { mode in
                let own: [(name: String, value: RawJSON)] = [
                    ("bytes", .base64(input.bytes)), ("mode", RawJSON(mode.rawValue)),
                ]
                return ask(input.members + own, mode, .decode)
            }
        case .bodyEncode:
            return [ask(input.members, .lenient, .encode)]
        case .frameDecode, .chatDecode, .rmtpDecode:
            return input.modes.flatMap { mode in
                Replay.all(of: item, places: places).map { replay in
                    ask(replay.members(of: item, mode: mode), mode, .stream(replay))
                }
            }
        case .frameEncode, .chatEncode, .rmtpEncode:
            return [ask(input.members, .lenient, .written)]
        case .apiSign:
            return [ask(input.members, .lenient, .signature)]
        case .sessionRun:
            return sessions(item).map { ask($0.members, .lenient, .session($0.expects, $0.name)) }
        }
    }

    /// A value to be written.
    static func encode(_ item: Case, _ index: Int, _ value: RawJSON, _ purpose: Purpose) -> Question {
        let members = [("objectName", RawJSON(item.input.objectName)), ("value", value)] + item.input.members
        return Question(
            index: index, mode: .lenient, request: TesteeRequest(Case.Operation.encode.rawValue, members),
            purpose: purpose)
    }

    /// A session as it is, with a tick before each event, and cut behind each (TST-093).
    private static func sessions(
        _ item: Case
    ) -> [(name: String, members: [(name: String, value: RawJSON)], expects: SessionJudge.Expects)] {
        let events = item.input.member("events")?.elements ?? []
        func members(_ events: [RawJSON]) -> [(name: String, value: RawJSON)] {
            item.input.members.map { $0.name == "events" ? ("events", .array(events)) : $0 }
        }
        var sessions: [(name: String, members: [(name: String, value: RawJSON)], expects: SessionJudge.Expects)] = [
            ("whole", item.input.members, .all)
        ]
        for index in events.indices {
            let tick = RawJSON.object([("at", events[index]["at"] ?? .integer(0)), ("event", RawJSON("tick"))])
            sessions.append(
                ("with a tick before event \(index)", members(events[..<index] + [tick] + events[index...]), .all))
        }
        for index in events.indices.dropLast() {
            sessions.append(("cut behind event \(index)", members(Array(events[...index])), .beginning))
        }
        return sessions
    }
}
