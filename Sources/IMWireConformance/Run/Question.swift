// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

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
        case description
    }

    /// In what way a case was put, for the report.
    var manner: String? {
        switch purpose {
        case .decode, .encode, .secondHalf, .written, .signature, .description: nil
        case .stream(let replay): replay.name
        case .session(_, let name): name
        }
    }

    /// All questions of a case.
    ///
    /// - Parameter places: at how many places a stream is divided and cut; nil leaves out all replays.
    static func all(of item: Case, _ index: Int, places: Int?) -> [Question] {
        let input = item.input
        func mode(_ mode: DecodingMode) -> [(name: String, value: RawJSON)] {
            input.saysMode ? [("mode", RawJSON(mode.rawValue))] : []
        }
        func ask(_ members: [(name: String, value: RawJSON)], _ mode: DecodingMode, _ purpose: Purpose) -> Question {
            let operation = item.operation == .roundtrip ? Case.Operation.decode : item.operation
            return Question(
                index: index, mode: mode, request: TesteeRequest(operation.rawValue, members), purpose: purpose)
        }
        switch item.operation {
        case .decode, .roundtrip:
            let own = [("objectName", RawJSON(input.objectName)), (name: "bytes", value: .base64(input.bytes))]
            return input.modes.map { ask(own + mode($0) + input.members, $0, .decode) }
        case .encode:
            return [encode(item, index, input.value ?? .null, .encode)]
        case .describe:
            let bytes = input.hasBytes ? [(name: "bytes", value: RawJSON.base64(input.bytes))] : []
            return [ask([("objectName", RawJSON(input.objectName))] + bytes + input.members, .lenient, .description)]
        case .bodyDecode, .requestDecode, .navigationDecode:
            let bytes = [(name: "bytes", value: RawJSON.base64(input.bytes))]
            return input.modes.map { ask(input.members + bytes + mode($0), $0, .decode) }
        case .bodyEncode, .navigationEncode:
            return [ask(input.members, .lenient, .encode)]
        case .envelopeDecode:
            return input.modes.map { ask(input.members + mode($0), $0, .decode) }
        case .convert, .envelopeEncode, .requestEncode:
            return [ask(input.members, .lenient, .decode)]
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
            return sessions(item, replays: places != nil).map {
                ask($0.members, .lenient, .session($0.expects, $0.name))
            }
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
        _ item: Case, replays: Bool
    ) -> [(name: String, members: [(name: String, value: RawJSON)], expects: SessionJudge.Expects)] {
        let events = replays ? item.input.member("events")?.elements ?? [] : []
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
            let at = events[index]["at"]?.number?.int64 ?? 0
            let time = SessionRange.time(at, after: at)  // SES-144
            sessions.append(
                ("cut behind event \(index)", members(Array(events[...index])), .beginning(until: time)))
        }
        return sessions
    }
}
