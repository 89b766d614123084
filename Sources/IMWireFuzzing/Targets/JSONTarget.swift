// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport
import IMWireValues

/// A target for the JSON reader; an input is any text.
struct JSONTarget: JSONTextTarget {
    let name = "json"
    private var executions: UInt64 = 0

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        let memory = MemoryOracle()
        let result: Result<RawJSON, DecodeError>
        do throws(DecodeError) { result = .success(try RawJSON(parsing: input.span)) } catch {
            result = .failure(error)
        }
        switch result {
        case .failure(let error):
            observation.record(error)
            observation.record(size: error.offset, 1)
            ErrorOracle.check(error, of: input.count, allowed: .json, at: name, &observation)
        case .success(let json):
            check(json, input, &observation)
            JSONTextOracle.checkDepth("json", input.span, limit: DecodingLimits.unlimited.depth, &observation)
        }
        memory.check("json", input: input.count, factor: 400, base: 65_536, &observation)
        executions += 1
        #if !RELEASE
        if observation.effort == .thorough || executions % 4 == 0 {
            FoundationJSONOracle.check(input, result, &observation)
        }
        #endif
    }

    /// Checks whether an accepted text is preserved exactly, and can be decomposed and composed again.
    private func check(_ json: RawJSON, _ input: [UInt8], _ observation: inout Observation) {
        observation.record(.shape, UInt64(truncatingIfNeeded: json.kind.hashCode))
        observation.record(size: json.text.utf8.count, 2)
        let trimmed = input.drop { $0 <= .space }.reversed().drop { $0 <= .space }.reversed()
        if !json.text.utf8.elementsEqual(trimmed) { observation.violate(.preservation, at: "text") }
        if (try? RawJSON(text: json.text)) != json { observation.violate(.identity, at: "text") }
        switch json.kind {
        case .object:
            let members = json.members
            if members == nil { observation.violate(.identity, at: "members") }
            observation.record(size: members?.count ?? 0, 3)
        case .array:
            if json.elements == nil { observation.violate(.identity, at: "elements") }
            observation.record(size: json.elements?.count ?? 0, 4)
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

    func generate(_ random: inout SeededRandom) -> [UInt8] {
        var output: [UInt8] = []
        JSONGenerator.value(&output, &random, depth: 5)
        return output
    }

    var names: [[UInt8]] { [] }

    func seed(from item: Case) -> [UInt8]? {
        let isShort = item.input.bytes.count <= maximumLength
        return (item.area.hasPrefix("json") || item.area.hasPrefix("utf8")) && isShort ? item.input.bytes : nil
    }

    func question(_ input: [UInt8]) -> TesteeRequest? {
        .content(Array(#"{"content":"","text":"#.utf8) + input + [UInt8(ascii: "}")])
    }

    let dictionary = [
        "true", "false", "null", "\\u", "\\ud83d\\ude00", "\u{feff}", "1e", "[[", "{\"", "\":", "\\\"",
    ].map { Array($0.utf8) }
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
