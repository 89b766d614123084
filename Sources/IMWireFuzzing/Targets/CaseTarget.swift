// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport
import Platform

/// A target for case files, which the suite accepts from contributors.
struct CaseTarget: JSONTextTarget {
    let name = "cases"
    private let runner = Runner(places: 4)

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        let memory = MemoryOracle()
        do throws(SuiteError) {
            let cases = try CaseFile.cases(in: input, file: "f")
            observation.record(size: cases.count)
            for item in cases.prefix(2) { observation.record(.shape, TextHash.of(item.operation.rawValue)) }
            let isSmall = cases.allSatisfy { $0.input.bytes.count <= 2_048 }
            if observation.effort == .thorough, isSmall { _ = try runner.runInProcess(cases) }
        } catch {
            // The text contains words of the input, which are not behaviors, so all texts map to a small number of
            // classes.
            observation.record(.code, TextHash.shape(String(error.description.prefix(48))) & 0x3ff)
        }
        memory.check("cases", input: input.count, factor: 4_000, base: 16 << 20, &observation)
    }

    func generate(_ random: inout SeededRandom) -> [UInt8] { CaseTarget.grammar.text("file", &random) }

    private static let grammar = TextGrammar([
        "file": [
            #"{"area":"json/x","cases":[{"id":"a","title":"t","requirements":["CNT-001"],"level":"MUST","op":"<operation>","input":{"objectName":"RC:TxtMsg","text":"{}","value":{},"repeat":{"count":2,"prefix":"a","unit":"b","suffix":""}},"expect":[{"error":"json.syntax"}],"tags":[],"provenance":"x"}]}"#
        ],
        "operation": Case.Operation.allCases.map(\.rawValue),
    ])

    let dictionary = [[UInt8]](
        words: """
            area cases id title requirements level op input expect tags provenance error offset value text hex items pending
            objectName mode limits repeat count prefix unit suffix chunks at lines framing delimiter encoding frames machine
            config events
            """)
}
