// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireFuzzing
import IMWireRMTP
import IMWireValues
import Testing

@Suite("Fuzzing")
struct FuzzingTests {
    static let names = TargetCatalog.all.map(\.name)

    static var fixtures: FixtureFolder? {
        FixtureFolder.find(from: URL(filePath: #filePath).deletingLastPathComponent())
    }

    @Test("The committed corpus and all earlier findings violate no oracle (FUZ-050)", arguments: names)
    func replay(_ name: String) throws {
        let fixtures = try #require(Self.fixtures)
        let target = try #require(TargetCatalog.named(name)).make()
        let corpus = FixtureFolder.inputs(in: fixtures.corpus.appending(path: name))
        #expect(!corpus.isEmpty, "Fixtures/corpus/\(name) holds nothing")
        let findings = FixtureFolder.findings(in: fixtures.findings).filter { $0.target == name }
        for input in findings.map(\.input) + corpus {
            for violation in Driver.violations(of: input, target) {
                Issue.record("\(violation.key): \(violation.detail), input \(HexBytes.text(input))")
            }
        }
    }

    @Test("A short run of every target has no finding and is deterministic (FUZ-030)", arguments: names)
    func shortRun(_ name: String) throws {
        let entry = try #require(TargetCatalog.named(name))
        let executions = ["simulation", "manifests"].contains(name) ? 64 : 512
        func run() -> Driver {
            var driver = Driver(entry.make(), seed: 1)
            driver.run { $0.executions >= executions }
            return driver
        }
        let first = run()
        for finding in first.findings {
            Issue.record("\(finding.key): \(finding.violation.detail), input \(HexBytes.text(finding.input))")
        }
        let second = run()
        #expect(first.entries == second.entries)
        #expect(first.progress.behaviors == second.progress.behaviors)
        #expect(first.progress.behaviors > 4, "the target shows nothing to be guided by")
    }

    @Test("A finding's file survives a round trip and is named by its identity (FUZ-040, FUZ-041)")
    func findingFile() throws {
        let finding = FuzzFinding(
            target: "json", violation: Violation(.identity, at: "number", "seen"), input: [0x31, 0xff], seed: 7,
            execution: 9)
        let text = finding.text(folder: "findings")
        let read = try #require(FuzzFinding(file: Array(text.utf8)))
        #expect(read.key == finding.key && read.input == [0x31, 0xff] && read.seed == 7 && read.execution == 9)
        #expect(
            text.contains("\"hex\": \"31ff\"") && text.contains("--target json --replay findings/\(finding.fileName)"))
        var other = finding
        other.input = []
        other.violation.detail = "something else"
        #expect(other.fileName == finding.fileName)
        other.violation.location = "string"
        #expect(other.fileName != finding.fileName)
    }

    @Test(
        "Each known difference of a peer still exists (FUZ-012)",
        arguments: KnownDifference.all.map(\.id))
    func knownDifference(_ id: String) throws {
        let known = try #require(KnownDifference.all.first { $0.id == id })
        switch known.peer {
        case .foundationJSON:
            let ours = try? RawJSON(parsing: known.example.span)
            let theirs = try? JSONSerialization.jsonObject(with: Data(known.example), options: .fragmentsAllowed)
            switch known.accepts {
            case .codec: #expect(ours != nil && theirs == nil)
            case .peer: #expect(ours == nil && theirs != nil)
            case nil: #expect(ours != nil && theirs != nil)
            }
        case .foundationBase64:
            let ours = Base64.decode(known.example.span)
            let theirs = Data(base64Encoded: Data(known.example))
            #expect((ours != nil) == (known.accepts == .codec))
            #expect((theirs != nil) == (known.accepts == .peer))
        case .protobuf:
            let parts = known.example.split(separator: 0x0a, maxSplits: 1).map(Array.init)
            let message = String(decoding: parts[0], as: UTF8.self)
            let type = try #require(RMTPBody.type(named: message))
            func isRead<Body: ProtobufMessage>(_ type: Body.Type) -> Bool {
                (try? type.init(protobuf: parts[1])) != nil
            }
            let theirs = SwiftProtobufBodies().reading(message, parts[1])
            #expect(isRead(type) == (known.accepts == .codec))
            if case .accepted = theirs { #expect(known.accepts == .peer) } else { #expect(known.accepts == .codec) }
        default: Issue.record("no such peer")
        }
        // The oracle ignores the known difference.
        let name = known.peer == .foundationJSON ? "json" : known.peer == .protobuf ? "rmtp-body" : "base64"
        let target = try #require(TargetCatalog.named(name)).make()
        #expect(Driver.violations(of: known.example, target).filter { $0.oracle == known.peer }.isEmpty)
    }

    @Test("The minimizer removes everything unnecessary, by parts and by bytes (FUZ-023)")
    func minimizer() throws {
        let target = try #require(TargetCatalog.named("json")).make()
        func shrink(_ target: some FuzzTarget) -> [UInt8] {
            var minimizer = Minimizer { $0.contains(0x37) && (try? RawJSON(parsing: $0.span)) != nil }
            return minimizer.shrink(Array(#"{"a":[1,2,{"b":"x"}],"c":[[[{"d":{"e":7}}]]],"f":null}"#.utf8), of: target)
        }
        #expect(String(decoding: shrink(target), as: UTF8.self) == "7")
    }

    @Test("A mutated packet passes its checksums after they are corrected (FUZ-022)")
    func repairedPackets() throws {
        let target = try #require(TargetCatalog.named("packets")).make()
        var input = [0] + PacketBuilder.packet(type: 2, flags: 0, sequence: 1, payload: Array("{}".utf8))
        input[8] = 0x08  // sets wantsReceipt, which invalidates both checksums
        let repaired = try #require(target.repaired(input))
        #expect(repaired != input && repaired.count == input.count)
        var decoder = ChatPacketDecoder()
        var position = 1
        switch decoder.next(in: repaired.span, from: &position) {
        case .packet(let packet): #expect(packet.header.flags == .wantsReceipt)
        case .needMore, .fault: Issue.record("the packet is refused")
        }
    }
}
