// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireConformance
import IMWireFuzzing
import IMWireSpec
import IMWireTestSupport
import Testing

@Suite("Inputs of the fuzzer")
struct GenerationTests {
    @Test("The same bytes show the same behavior in a new target (FUZ-001)", arguments: FuzzingTests.names)
    func bytesAlone(_ name: String) throws {
        let entry = try #require(TargetCatalog.named(name))
        var random = SeededRandom(seed: 11)
        for _ in 0..<16 {
            let input = entry.make().generate(&random)
            var observations = [Observation(), Observation()]
            for index in observations.indices {
                var target = entry.make()
                // A target that has run before must not differ from a new one.
                if index == 1 { target.run([0x7b], &observations[1]) }
                observations[index].reset()
                target.run(input, &observations[index])
            }
            #expect(Set(observations[0].features) == Set(observations[1].features))
        }
    }

    @Test(
        "Seeds are the cases, the corpus and the findings of a target (FUZ-002)", arguments: ["json", "chat", "rmtp"])
    func seeds(_ prefix: String) throws {
        let fixtures = try #require(FuzzingTests.fixtures)
        let library = try fixtures.library()
        for entry in TargetCatalog.all where entry.name.hasPrefix(prefix) {
            let target = entry.make()
            let inputs = Set(fixtures.inputs(for: target, library))
            let cases = library.cases.compactMap { target.seed(from: $0) }
            let corpus = FixtureFolder.inputs(in: fixtures.corpus.appending(path: entry.name))
            let findings = FixtureFolder.findings(in: fixtures.findings).filter { $0.target == entry.name }
            #expect(inputs == Set(cases + corpus + findings.map(\.input)), "\(entry.name)")
            #expect(!corpus.isEmpty, "\(entry.name)")
        }
    }

    @Test(
        "All members of all types are generated (FUZ-020)",
        arguments: ContentType.Category.allCases.filter { $0 != .custom })
    func members(_ family: ContentType.Category) throws {
        let target = try #require(TargetCatalog.named("content-\(family.rawValue)")).make()
        var missing: [String: Set<String>] = [:]
        for type in ContentRegistry.builtIn.all where type.category == family {
            let name = type.objectName.rawValue
            let schema = try RawJSON(text: try #require(SpecSchema.contentType(name)))
            if schema["x-opaque"]?.boolean == true { continue }
            missing[name] = Set((schema["properties"]?.members ?? []).map(\.name))
        }
        var random = SeededRandom(seed: 3)
        for _ in 0..<20_000 where missing.contains(where: { !$0.value.isEmpty }) {
            let input = target.generate(&random)
            let end = input.firstIndex(of: 0x0a) ?? input.count
            let name = String(decoding: input[..<end], as: UTF8.self)
            guard let wanted = missing[name], !wanted.isEmpty else { continue }
            let content = Data(input[end...])
            missing[name] = wanted.filter { content.range(of: Data("\"\($0)\":".utf8)) == nil }
        }
        #expect(missing.filter { !$0.value.isEmpty }.isEmpty)
    }

    @Test("Scalars of all planes and integers at their limits are generated (FUZ-020)")
    func edges() throws {
        var random = SeededRandom(seed: 5)
        let planes = Set((0..<20_000).map { _ in EdgeValues.scalar(&random) >> 16 })
        #expect(planes == Set(0...16))
        let target = try #require(TargetCatalog.named("json")).make()
        var missing: Set<String> = ["9223372036854775807", "9223372036854775808", "9007199254740993", "1e309", "-0"]
        for _ in 0..<20_000 where !missing.isEmpty {
            let text = String(decoding: target.generate(&random), as: UTF8.self)
            missing = missing.filter { !text.contains($0) }
        }
        #expect(missing.isEmpty)
    }

    @Test("Bytes are flipped, inserted, deleted, spliced and repeated (FUZ-021)")
    func bytes() {
        let input = (0..<64).map { UInt8($0 &+ 64) }
        let other = (0..<64).map { UInt8($0 &+ 160) }
        var random = SeededRandom(seed: 9)
        var seen: Set<String> = []
        for _ in 0..<4_000 {
            var changed = input
            ByteMutator.mutate(&changed, with: other, dictionary: [], limit: 200, &random)
            #expect(changed.count <= 200)
            if changed.count == input.count {
                let different = zip(input, changed).filter { $0 != $1 }
                if different.count == 1, (different[0].0 ^ different[0].1).nonzeroBitCount == 1 { seen.insert("flip") }
            }
            if changed.count == input.count + 1, GenerationTests.isPart(input, of: changed) { seen.insert("insert") }
            if changed.count < input.count, GenerationTests.isPart(changed, of: input) { seen.insert("delete") }
            if changed.contains(where: { $0 >= 160 && other.contains($0) }), changed.contains(where: input.contains) {
                let pieces = zip(changed, changed.dropFirst()).filter { $0 >= 160 && $1 == $0 &+ 1 }
                if pieces.count > 2 { seen.insert("splice") }
            }
            if changed.count > input.count + 1, Set(changed) == Set(input) { seen.insert("repeat") }
        }
        #expect(seen == ["flip", "insert", "delete", "splice", "repeat"])
    }

    /// Returns whether `part` results from removing bytes of `whole`.
    private static func isPart(_ part: [UInt8], of whole: [UInt8]) -> Bool {
        var rest = part[...]
        for byte in whole where rest.first == byte { rest = rest.dropFirst() }
        return rest.isEmpty
    }
}
