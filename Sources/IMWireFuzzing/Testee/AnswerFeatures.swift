// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireValues

/// The behaviors that an answer shows: its code, the shape of its value, and the order of its actions (FUZ-031).
enum AnswerFeatures {
    /// Records the behaviors of the codec's answer to a question.
    ///
    /// - Parameter words: the names that are published; all others are one name.
    static func record(_ question: AnsweredQuestion, words: Set<String>, _ observation: inout Observation) {
        let operation = TextHash.of(question.request.operation) ^ TextHash.of(question.request["mode"]?.text ?? "")
        switch question.answer {
        case .error(let code, _, let path):
            observation.record(.code, TextHash.of(code), operation)
            observation.record(.path, TextHash.shape(path ?? ""), TextHash.of(code))
        case .ok(let ok):
            if let actions = ok["actions"]?.elements { record(actions, &observation) }
            record(ok, at: operation, depth: 0, words, &observation)
        case .skipped: observation.record(.state, 1, operation)
        case .crashed, .timedOut, .malformed: break
        }
    }

    /// Records which actions follow each other.
    private static func record(_ actions: [RawJSON], _ observation: inout Observation) {
        var last: UInt64 = 0
        for action in actions.prefix(64) {
            var hash: UInt64 = 0
            for name in ["action", "reason", "state", "code", "kind", "how"] {
                hash = hash &* 31 &+ TextHash.of(action[name]?.text ?? "")
            }
            observation.record(.order, hash, last)
            last = hash
        }
    }

    private static func record(
        _ json: RawJSON, at place: UInt64, depth: Int, _ words: Set<String>, _ observation: inout Observation
    ) {
        observation.record(.shape, UInt64(json.kind.hashCode), place)
        guard depth < 4 else { return }
        if let members = json.members {
            for (name, value) in members.prefix(24) {
                let known = words.contains(name) ? TextHash.of(name) : 7
                let inner = (place ^ known) &* 0x0100_0000_01b3
                if depth == 1 || name == "packet", ["code", "kind", "packet", "scope", "category"].contains(name) {
                    observation.record(.code, TextHash.of(value.text), inner)
                }
                record(value, at: inner, depth: depth + 1, words, &observation)
            }
        } else if let elements = json.elements {
            observation.record(.count, UInt64(min(elements.count, 4)), place)
            for element in elements.prefix(8) {
                // The ids of deviations and the names of flags are behaviors.
                let text = element.kind == .string && element.text.utf8.count < 12 ? TextHash.of(element.text) : 0
                if text != 0 { observation.record(.deviation, text, place) }
                record(element, at: place &* 0x0100_0000_01b3 ^ 3, depth: depth + 1, words, &observation)
            }
        } else if json.kind != .null {
            observation.record(size: json.text.utf8.count, place)
        }
    }
}
