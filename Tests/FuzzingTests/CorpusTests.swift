// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireFuzzing
import Testing

@Suite("The corpus of the fuzzer")
struct CorpusTests {
    private static let inputs = [
        "{}", "[]", "{}", "[1]", "[2]", "[3]", "[ 1]", "[1,2,3,4,5,6,7,8,9]", "\"a\"", "\"\\ud83d\"",
        "{\"a\":{\"b\":1e2}}", "nul",
        "",
    ].map { Array($0.utf8) }

    @Test("A reduced corpus covers the features of the whole one, and each input adds one to smaller inputs (FUZ-032)")
    func reduction() throws {
        let target = try #require(TargetCatalog.named("json")).make()
        let kept = CorpusReduction.reduce(Self.inputs, for: target)
        #expect(!kept.isEmpty && kept.count < Set(Self.inputs).count)
        #expect(CorpusReduction.reduce(kept, for: target) == kept)
        #expect(CorpusReduction.reduce(Self.inputs, for: target, beyond: Self.inputs).isEmpty)
        for index in kept.indices {
            #expect(!CorpusReduction.reduce([kept[index]], for: target, beyond: Array(kept[..<index])).isEmpty)
        }
    }

    @Test("A limited corpus keeps the inputs with the most features within both limits")
    func bounds() throws {
        let target = try #require(TargetCatalog.named("json")).make()
        let most = CorpusReduction.most(of: Self.inputs, for: target, count: 3, bytes: 1_000)
        #expect(most.count == 3)
        #expect(most.map(\.count) == most.map(\.count).sorted())
        let few = CorpusReduction.most(of: Self.inputs, for: target, count: 100, bytes: 5)
        #expect(few.reduce(0) { $0 + $1.count } <= 5 && !few.isEmpty)
    }

    @Test("The nightly workflow runs every target once")
    func workflow() throws {
        let root = try #require(FuzzingTests.fixtures).folder.deletingLastPathComponent()
        let file = root.appending(path: ".github/workflows/nightly-fuzz.yml")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let start = try #require(lines.firstIndex { $0.trimmingCharacters(in: .whitespaces) == "targets:" })
        let rows = lines[(start + 1)...].map { $0.trimmingCharacters(in: .whitespaces) }.prefix { $0.hasPrefix("- ") }
        var names: [String] = []
        for row in rows {
            let selected = TargetCatalog.select(row.dropFirst(2).split(separator: ",").map(String.init))
            names += try selected.get().map(\.name)
        }
        #expect(names.sorted() == TargetCatalog.all.map(\.name).sorted())
    }
}
