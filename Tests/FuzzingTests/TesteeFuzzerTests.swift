// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireConformance
import IMWireFuzzing
import IMWireValues
import Testing

@Suite("Fuzzing of another implementation")
struct TesteeFuzzerTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let library = try? FuzzingTests.fixtures?.library()

    private func fuzzer(
        _ target: String, against testee: String, bug: String? = nil
    ) throws -> TesteeFuzzer<ProcessTestee> {
        let script = Self.root.appending(path: "Examples/testees/\(testee)/testee.py").path
        let options = bug.map { " --bug \($0)" } ?? ""
        let peer = try ProcessTestee(command: "python3 '\(script)'\(options)", staysOpen: true)
        let target = try #require(TargetCatalog.named(target)).make()
        let fixtures = try #require(FuzzingTests.fixtures)
        let seeds = fixtures.seeds(for: target, try #require(Self.library))
        return TesteeFuzzer(target, against: peer, seed: 1, seeds: seeds)
    }

    @Test("A bug of a testee is found, grouped and minimized to a few bytes (FUZ-060)", .timeLimit(.minutes(10)))
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

    @Test("A correct testee has no disagreement in a short run from a fixed seed", .timeLimit(.minutes(10)))
    func rightOne() throws {
        for target in ["content-notification", "content-signal"] {
            var fuzzer = try fuzzer(target, against: "python")
            for _ in 0..<8 where fuzzer.counts.total.asked <= 200 { _ = try fuzzer.round() }
            #expect(fuzzer.groups.keys.sorted() == [])
            #expect(fuzzer.counts.total.asked > 200)
        }
    }

    @Test("A testee without any operation of a target receives no request")
    func notAsked() throws {
        let hello =
            #"{"id":1,"ok":{"name":"contents","version":"1","language":"sh","protocol":1,"operations":["content.decode"]}}"#
        let peer = try ProcessTestee(command: "read -r line; echo '\(hello)'; cat >/dev/null", staysOpen: true)
        let packets = try #require(TargetCatalog.named("packets")).make()
        #expect(!TesteeFuzzer(packets, against: peer, seed: 1, seeds: []).isAsked)
    }

    /// A planted bug, the target that shows it, the beginning of the kind that it is reported as, and the maximum
    /// number of events of the shortest list that shows it.
    struct Planted: CustomTestStringConvertible, Sendable {
        let bug: String
        let target: String
        let kind: String
        var events = 0
        var testDescription: String { bug }
    }

    private static let plantedBugs = [
        Planted(bug: "doubles-are-delivered", target: "client", kind: "session.run: client, received: ", events: 6),
        Planted(bug: "resent-is-new", target: "server", kind: "session.run: server, received: ", events: 6),
        Planted(bug: "rate-of-whole-seconds", target: "chatroom", kind: "session.run: chatroom, send: ", events: 8),
        Planted(bug: "chunks-in-order-of-arrival", target: "stream", kind: "session.run: stream, ", events: 6),
        Planted(
            bug: "synced-messages-are-answered", target: "rmtp-client", kind: "session.run: rmtp-client, ", events: 6),
        Planted(
            bug: "refused-and-closed", target: "rmtp-server", kind: "session.run: rmtp-server, refuse: ", events: 2),
        Planted(bug: "nonce-is-a-number", target: "api", kind: "api.sign: "),
        Planted(bug: "bits-of-the-other-direction", target: "rmtp-body", kind: "rmtp.envelope.decode: "),
        Planted(bug: "negative-numbers-in-five-bytes", target: "rmtp-body", kind: "rmtp.body.encode: other bytes"),
    ]

    @Test(
        "A wrong machine, signature, envelope or encoding is found and minimized (FUZ-102)",
        .timeLimit(.minutes(10)), arguments: plantedBugs)
    func plantedBug(_ planted: Planted) throws {
        var fuzzer = try fuzzer(planted.target, against: "python-wrong", bug: planted.bug)
        #expect(fuzzer.isAsked)
        func found() -> String? { fuzzer.groups.keys.sorted().first { $0.hasPrefix(planted.kind) } }
        for _ in 0..<60 where found() == nil { _ = try fuzzer.round() }
        // Shrinking ends by itself; the deadline is for a machine that does too much else.
        let name = try #require(found(), "\(fuzzer.groups.keys.sorted())")
        try fuzzer.shrink(name, until: .now + .seconds(400))
        let group = try #require(fuzzer.groups[name])
        #expect(group.exchange.codec != group.exchange.answer)
        guard planted.events > 0 else { return }
        let question = try RawJSON(text: group.exchange.question)
        let events = try #require(question["events"]?.elements)
        #expect(events.count <= planted.events, "\(group.exchange.question)")
        // Events after the one at which the actions differ may remain, because they advance the time of the machine.
        #expect(group.exchange.disagreement.place.hasPrefix("event "), "\(group.exchange.question)")
    }

    @Test("Exactly the targets that an operation can express are run (FUZ-100)")
    func askedTargets() throws {
        let peer = try InProcessTestee()
        let silent: Set = [
            "inspection", "cases", "manifests", "compat-files", "sources", "recordings", "live", "simulation",
            "proxy", "bridge", "service", "service-api", "kernels",
        ]
        for entry in TargetCatalog.all {
            let fuzzer = TesteeFuzzer(entry.make(), against: peer, seed: 1, seeds: [])
            #expect(fuzzer.isAsked == !silent.contains(entry.name), "\(entry.name)")
        }
    }

    @Test("The codec agrees with itself, and its decoded values lead to requests of every operation (FUZ-101)")
    func allOperations() throws {
        let peer = try InProcessTestee()
        let fixtures = try #require(FuzzingTests.fixtures)
        let library = try #require(Self.library)
        var operations: Set<String> = []
        for entry in TargetCatalog.all {
            let target = entry.make()
            var fuzzer = TesteeFuzzer(target, against: peer, seed: 2, seeds: fixtures.seeds(for: target, library))
            guard fuzzer.isAsked else { continue }
            // Few of the bodies carry messages, which lead to envelopes, and the server API has many operations.
            for _ in 0..<(["rmtp-body": 8, "rmtp-polling": 8, "api": 24][entry.name] ?? 1) { _ = try fuzzer.round() }
            #expect(fuzzer.groups.keys.sorted() == [], "\(entry.name)")
            let total = fuzzer.counts.total
            #expect(total.asked >= 200 && total.skipped == 0, "\(entry.name)")
            // Scripts are mutated as JSON, so that most of them cannot be understood.
            if entry.name != "scripts" { #expect(total.skippedByBoth * 2 < total.asked, "\(entry.name)") }
            operations.formUnion(fuzzer.counts.byOperation.keys)
        }
        #expect(peer.hello.operations.subtracting(operations).sorted() == [])
    }

    @Test("A skip of an operation named in hello is a disagreement and counted separately (FUZ-104)")
    func skips() throws {
        let hello =
            #"{"id":1,"ok":{"name":"idle","version":"1","language":"sh","protocol":1,"operations":["api.sign"]}}"#
        let skip = #"id=${line#*:}; echo "{\"id\":${id%%,*},\"skipped\":\"not yet\"}""#
        let peer = try ProcessTestee(
            command: "read -r line; echo '\(hello)'; while read -r line; do \(skip); done", staysOpen: true)
        let target = try #require(TargetCatalog.named("api")).make()
        var fuzzer = TesteeFuzzer(target, against: peer, seed: 1, seeds: [])
        _ = try fuzzer.round(20)
        #expect(fuzzer.groups.keys.sorted() == ["api.sign: it skips what the codec answers"])
        #expect(fuzzer.counts.total.skipped == fuzzer.counts.total.asked && fuzzer.counts.total.asked > 0)
    }

    @Test("A choice that a requirement leaves open is a difference and not reported (FUZ-103)")
    func openChoices() throws {
        let hello = try InProcessTestee().hello
        func fault(_ code: String) throws -> TesteeAnswer {
            let items = #"{"items":[{"error":{"code":"\#(code)","offset":4,"scope":"message"}}],"pending":0}"#
            return .ok(try RawJSON(text: items))
        }
        func kind(_ ours: TesteeAnswer, _ theirs: TesteeAnswer, _ request: TesteeRequest) -> String? {
            Disagreement.between(ours, theirs, to: request, hello: hello, words: [])?.kind
        }
        let units = TesteeRequest("chat.decode", [("framing", "packet"), ("chunks", .array([]))])
        #expect(try kind(fault("frame.inflate"), fault("frame.inflateLength"), units) == nil)
        #expect(try kind(fault("frame.inflateLength"), fault("frame.inflate"), units) == nil)
        #expect(try kind(fault("frame.inflate"), fault("frame.inflateSize"), units) != nil)
        let limited = TesteeRequest("chat.decode", units.members + [("limits", .object([]))])
        #expect(try kind(fault("frame.inflate"), .skipped("no limits"), limited) == nil)
        #expect(try kind(fault("frame.inflate"), .skipped("no limits"), units) != nil)
        func encode(_ value: RawJSON, _ name: RawJSON) -> TesteeRequest {
            TesteeRequest("content.encode", [("objectName", name), ("value", value)])
        }
        let bytes = TesteeAnswer.ok(try RawJSON(text: #"{"bytes":""}"#))
        #expect(kind(bytes, .skipped("not bytes"), encode(.array([]), "APP:Poll")) == nil)
        #expect(kind(bytes, .skipped("not bytes"), encode(try RawJSON(text: #"{"$base64":""}"#), "APP:Poll")) != nil)
        #expect(kind(bytes, .skipped("not bytes"), encode(.array([]), "RC:TxtMsg")) != nil)
    }
}
