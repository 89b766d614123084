// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport

/// A target for the inputs of a live conformance runner: answers of drivers, and scenarios that are prepared for a
/// wire.
package struct LiveScenarioTarget: FuzzTarget {
    package let name = "live"

    /// Creates the target.
    package init() {}

    package mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        guard let choice = input.first else { return }
        let memory = MemoryOracle()
        let text = Array(input.dropFirst())
        if choice & 1 == 0 { answer(text, &observation) } else { scenario(text, choice, &observation) }
        memory.judge("live", input: input.count, factor: 4_000, base: 64 << 20, &observation)
    }

    private func answer(_ line: [UInt8], _ observation: inout Observation) {
        do throws(LiveDriverAnswer.Failure) {
            switch try LiveDriverAnswer(parsing: line) {
            case .skipped: observation.note(size: 0)
            case .done(let details):
                observation.note(size: details.connect == nil ? 1 : 2)
                if !(1...1_000).contains(details.speed) { observation.violate(.validation, at: "driver speed") }
            }
        } catch {
            observation.note(.code, TextHash.of(error.reason) & 0x3ff)
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
                observation.note(size: times.count)
                // A live run has no time before its beginning.
                if times.contains(where: { $0 < 0 }) { observation.violate(.validation, at: "live time") }
            } catch {
                observation.note(.code, TextHash.shape(String(error.reason.prefix(48))) & 0x3ff)
            }
        }
    }

    package func generate(_ random: inout SeededRandom) -> [UInt8] {
        let isAnswer = random.chance(50)
        let choice = UInt8(truncatingIfNeeded: random.next()) & 0x1e | (isAnswer ? 0 : 1)
        if isAnswer {
            let texts = [
                #"{"ok":{}}"#, #"{"ok":{"speed":20,"connect":"ws://127.0.0.1:1"}}"#, #"{"skipped":"why"}"#,
                #"{"ok":{"speed":0}}"#, #"{"ok":[]}"#,
            ]
            return [choice] + Array(EdgeValues.pick(texts, &random).utf8)
        }
        let scripts = [
            #"{"machine":"server","config":{},"events":[{"at":0,"event":"accepted","connection":1},{"at":9,"event":"received","connection":1,"message":{"messageType":"login","fromUserID":"a"}}]}"#,
            #"{"machine":"rmtp-server","events":[{"at":0,"event":"accept","userId":"u","sessionId":"s","timestamp":1},{"at":5,"event":"received","packet":{"packet":"PINGREQ"}}]}"#,
            #"{"machine":"chatroom","config":{"rooms":["r"]},"events":[{"at":0,"event":"join","room":"r","user":"a"},{"at":3,"event":"quit","room":"r","user":"a"}]}"#,
            #"{"machine":"client","config":{},"events":[{"at":0,"event":"connect"},{"at":5,"event":"opened"},{"at":9,"event":"tick"}]}"#,
        ]
        let text =
            #"{"area":"scenario","cases":[{"id":"a","title":"t","requirements":["SES-001"],"level":"MUST","op":"session.run","input":"#
            + EdgeValues.pick(scripts, &random)
            + #","expect":[{"actions":[],"only":["write","close","joined"]}],"live":{"clock":"real","beats":true},"tags":[],"provenance":"x"}]}"#
        return [choice] + Array(text.utf8)
    }

    package func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var input = input
        JSONMutator.mutate(&input, from: min(1, input.count), names: LiveScenarioTarget.names, &random)
        return input
    }

    package func smaller(_ input: [UInt8]) -> [[UInt8]] { JSONShrinker.smaller(input, from: min(1, input.count)) }

    private static let names: [[UInt8]] = [
        "ok", "skipped", "speed", "connect", "machine", "config", "events", "at", "event", "connection", "message",
        "messages", "packet", "room", "user", "messageCount", "duration", "live", "clock", "beats", "faults", "fault",
        "only", "actions", "load", "received", "accept", "answer", "join", "send", "ban",
    ].map { Array($0.utf8) }

    package var dictionary: [[UInt8]] { LiveScenarioTarget.names }
}
