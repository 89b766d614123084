// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport
import IMWireValues

/// A target for the JSON reader; an input is any text.
package struct JSONTarget: FuzzTarget {
    package let name = "json"
    private var executions: UInt64 = 0

    /// Creates the target.
    package init() {}

    package mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        let memory = MemoryOracle()
        let result: Result<RawJSON, DecodeError>
        do throws(DecodeError) { result = .success(try RawJSON(parsing: input.span)) } catch {
            result = .failure(error)
        }
        switch result {
        case .failure(let error):
            observation.note(error)
            observation.note(size: error.offset, 1)
            ErrorOracle.judge(error, of: input.count, allowed: ErrorOracle.json, &observation)
        case .success(let json):
            judge(json, input, &observation)
            JSONTextOracle.judgeDepth("json", input.span, limit: DecodingLimits.unlimited.depth, &observation)
        }
        memory.judge("json", input: input.count, factor: 400, base: 65_536, &observation)
        executions += 1
        #if !RELEASE
        if observation.effort == .thorough || executions % 4 == 0 {
            FoundationJSONOracle.judge(input, result, &observation)
        }
        #endif
    }

    /// Judges whether an accepted text is preserved exactly, and can be decomposed and composed again.
    private func judge(_ json: RawJSON, _ input: [UInt8], _ observation: inout Observation) {
        observation.note(.shape, UInt64(truncatingIfNeeded: json.kind.hashCode))
        observation.note(size: json.text.utf8.count, 2)
        let trimmed = input.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed()
        if !json.text.utf8.elementsEqual(trimmed) { observation.violate(.preservation, at: "text") }
        if (try? RawJSON(text: json.text)) != json { observation.violate(.identity, at: "text") }
        switch json.kind {
        case .object:
            let members = json.members
            if members == nil { observation.violate(.identity, at: "members") }
            observation.note(size: members?.count ?? 0, 3)
        case .array:
            if json.elements == nil { observation.violate(.identity, at: "elements") }
            observation.note(size: json.elements?.count ?? 0, 4)
        case .string:
            guard let text = json.string else { return observation.violate(.identity, at: "string") }
            if !text.utf8.elementsEqual(JSONTextOracle.string(json.text.utf8).utf8) {
                observation.violate(.preservation, at: "string")
            }
            if RawJSON(text).string?.utf8.elementsEqual(text.utf8) != true {
                observation.violate(.stable, at: "string")
            }
        case .number:
            // A number within the length limit can be read as one and keeps its spelling.
            guard json.text.utf8.count <= DecodingLimits().numberBytes else { return }
            if json.number?.text != json.text { observation.violate(.identity, at: "number") }
        case .boolean:
            if json.boolean.map(\.description) != json.text { observation.violate(.identity, at: "boolean") }
        case .null: break
        }
    }

    package func generate(_ random: inout SeededRandom) -> [UInt8] {
        var output: [UInt8] = []
        JSONGenerator.value(&output, &random, depth: 5)
        return output
    }

    package func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var input = input
        JSONMutator.mutate(&input, names: [], &random)
        return input
    }

    package func smaller(_ input: [UInt8]) -> [[UInt8]] { JSONShrinker.smaller(input) }

    package func seed(from item: Case) -> [UInt8]? {
        let isShort = item.input.bytes.count <= maximumLength
        return (item.area.hasPrefix("json") || item.area.hasPrefix("utf8")) && isShort ? item.input.bytes : nil
    }

    package func question(_ input: [UInt8]) -> TesteeRequest? {
        .content(Array(#"{"content":"","text":"#.utf8) + input + [UInt8(ascii: "}")])
    }

    package var dictionary: [[UInt8]] {
        ["true", "false", "null", "\\u", "\\ud83d\\ude00", "\u{feff}", "1e", "[[", "{\"", "\":", "\\\""].map {
            Array($0.utf8)
        }
    }
}

extension RawJSON.Kind {
    /// A number for the kind that is the same in every process.
    var hashCode: Int {
        switch self {
        case .null: 1
        case .boolean: 2
        case .number: 3
        case .string: 4
        case .array: 5
        case .object: 6
        }
    }
}
