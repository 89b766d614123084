// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport
import Platform

/// A target for case files, which the suite accepts from contributors.
package struct CaseTarget: FuzzTarget {
    package let name = "cases"
    private let runner = Runner(places: 4)

    /// Creates the target.
    package init() {}

    package mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        let memory = MemoryOracle()
        do throws(SuiteError) {
            let cases = try CaseFile.cases(in: input, file: "f")
            observation.note(size: cases.count)
            for item in cases.prefix(2) { observation.note(.shape, TextHash.of(item.operation.rawValue)) }
            let isSmall = cases.allSatisfy { $0.input.bytes.count <= 2_048 }
            if observation.effort == .thorough, isSmall { _ = try runner.runInProcess(cases) }
        } catch {
            // The text contains words of the input, which are not behaviours, so all texts map to a small number of
            // classes.
            observation.note(.code, TextHash.shape(String(error.description.prefix(48))) & 0x3ff)
        }
        memory.judge("cases", input: input.count, factor: 4_000, base: 16 << 20, &observation)
    }

    package func generate(_ random: inout SeededRandom) -> [UInt8] {
        var output = Array(
            #"{"area":"json/x","cases":[{"id":"a","title":"t","requirements":["CNT-001"],"level":"MUST","op":"#.utf8)
        output += Array("\"\(EdgeValues.pick(Case.Operation.allCases, &random).rawValue)\"".utf8)
        output += Array(
            #","input":{"objectName":"RC:TxtMsg","text":"{}","value":{},"repeat":{"count":2,"prefix":"a","unit":"b","suffix":""}},"expect":[{"error":"json.syntax"}],"tags":[],"provenance":"x"}]}"#
                .utf8)
        return output
    }

    package func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var input = input
        JSONMutator.mutate(&input, names: CaseTarget.names, &random)
        return input
    }

    package func smaller(_ input: [UInt8]) -> [[UInt8]] { JSONShrinker.smaller(input) }

    private static let names: [[UInt8]] = [
        "area", "cases", "id", "title", "requirements", "level", "op", "input", "expect", "tags", "provenance", "error",
        "offset", "value", "text", "hex", "items", "pending", "objectName", "mode", "limits", "repeat", "count",
        "prefix",
        "unit", "suffix", "chunks", "at", "lines", "framing", "delimiter", "encoding", "frames", "machine", "config",
        "events",
    ].map { Array($0.utf8) }

    package var dictionary: [[UInt8]] { CaseTarget.names }
}
