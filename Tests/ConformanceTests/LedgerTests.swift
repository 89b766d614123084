// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireConformance
import Testing

@Suite("The ledger of requirements")
struct LedgerTests {
    private static func registry() throws -> LedgerRegistry {
        try LedgerRegistry(file: root.appending(path: "Fixtures/ledger.json"))
    }

    /// The maximum number of uncovered MUSTs in each family, which may be lowered but never raised.
    private static let mostUncovered = [
        "API": 0, "CHT": 0, "CMP": 0, "CNT": 0, "CRM": 0, "FRM": 0, "FUZ": 2, "LIV": 0, "PRB": 0, "RMTP": 0, "SES": 0,
        "TST": 0,
    ]

    @Test("Every registered test exists")
    func tests() throws {
        for (id, tests) in try Self.registry().tests {
            for test in tests {
                let file = root.appending(path: "Tests/\(test.file)")
                guard let text = try? String(contentsOf: file, encoding: .utf8) else {
                    Issue.record("\(id): \(test.file) does not exist")
                    continue
                }
                #expect(Self.declares(test.title, in: text), "\(id): \(test.file) has no test \(test.title)")
            }
        }
    }

    /// Returns whether a source file declares a test with this title or function name.
    private static func declares(_ title: String, in source: String) -> Bool {
        let literal = title.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let tests = source.split(separator: "@Test").dropFirst()
        return tests.contains { test in
            let declaration = test.prefix { $0 != "{" }
            return test.trimmingPrefix("(").drop(while: \.isWhitespace).hasPrefix("\"\(literal)\"")
                || declaration.contains("func \(title)(")
        }
    }

    @Test("A test is registered only for an existing requirement without a case")
    func registrations() throws {
        let ledger = RequirementLedger(try library.get().cases, try Self.registry())
        let entries = Dictionary(uniqueKeysWithValues: ledger.entries.map { ($0.requirement.id, $0) })
        for id in try Self.registry().tests.keys {
            let entry = try #require(entries[id], "\(id) is no requirement of Spec/")
            #expect(entry.cases.isEmpty, "\(id) has the case \(entry.cases.first ?? ""); it needs no registered test")
        }
    }

    @Test("No family has more uncovered MUSTs than before")
    func uncovered() throws {
        let ledger = RequirementLedger(try library.get().cases, try Self.registry())
        #expect(Set(ledger.families.map(\.name)) == Set(Self.mostUncovered.keys))
        for (name, totals) in ledger.families {
            let ids = ledger.entries.filter { $0.family == name && !$0.isCovered && $0.requirement.level == .must }
                .map(\.requirement.id)
            #expect(totals.uncoveredMusts <= Self.mostUncovered[name] ?? 0, "\(name): \(ids.joined(separator: " "))")
        }
    }
}
