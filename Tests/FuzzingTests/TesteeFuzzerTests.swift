// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireConformance
import IMWireFuzzing
import Testing

@Suite("Fuzzing of another implementation")
struct TesteeFuzzerTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let library = try? FuzzingTests.fixtures?.library()

    private func fuzzer(_ target: String, against testee: String) throws -> TesteeFuzzer<ProcessTestee> {
        let script = Self.root.appending(path: "Examples/testees/\(testee)/testee.py").path
        let peer = try ProcessTestee(command: "python3 '\(script)'", staysOpen: true)
        let target = try #require(TargetCatalog.named(target)).make()
        let fixtures = try #require(FuzzingTests.fixtures)
        let seeds = fixtures.seeds(for: target, try #require(Self.library))
        return TesteeFuzzer(target, against: peer, seed: 1, seeds: seeds)
    }

    @Test("A mistake of a testee is found, grouped and shrunk to a few bytes (FUZ-060)", .timeLimit(.minutes(10)))
    func mistakes() throws {
        var fuzzer = try fuzzer("content-content", against: "python-wrong")
        #expect(fuzzer.isAsked)
        let size = "content.decode: value: a member is missing"
        for _ in 0..<12 where fuzzer.groups[size] == nil { _ = try fuzzer.round() }
        try fuzzer.shrink(size, until: .now + .seconds(30))
        let group = try #require(fuzzer.groups[size])
        #expect(String(decoding: group.input, as: UTF8.self).count <= "RC:FileMsg\n{\"size\":0}".count)
        #expect(group.count > 0 && !group.types.isEmpty)
        #expect(group.exchange.codec != group.exchange.answer && group.exchange.question.contains("content.decode"))
    }

    @Test("A testee that is right disagrees in nothing, in a short run from a fixed seed", .timeLimit(.minutes(10)))
    func rightOne() throws {
        for target in ["content-notification", "content-signal"] {
            var fuzzer = try fuzzer(target, against: "python")
            for _ in 0..<8 where fuzzer.questions <= 200 { _ = try fuzzer.round() }
            #expect(fuzzer.groups.keys.sorted() == [])
            #expect(fuzzer.questions > 200)
        }
    }

    @Test("A testee that has none of a target's operations is not asked")
    func notAsked() throws {
        let hello =
            #"{"id":1,"ok":{"name":"contents","version":"1","language":"sh","protocol":1,"operations":["content.decode"]}}"#
        let peer = try ProcessTestee(command: "read -r line; echo '\(hello)'; cat >/dev/null", staysOpen: true)
        let packets = try #require(TargetCatalog.named("packets")).make()
        #expect(!TesteeFuzzer(packets, against: peer, seed: 1, seeds: []).isAsked)
    }
}
