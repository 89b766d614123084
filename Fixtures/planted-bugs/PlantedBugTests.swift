// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireConformance
import IMWireFuzzing
import Testing

/// `scripts/planted-bugs test` runs it by itself, in the copy with the bugs: one is active for the whole process.
///
/// `scripts/planted-bugs` measures all bugs over all targets.
@Suite("Planted bugs are found", .serialized)
struct PlantedBugTests {
    static let fixtures = FixtureFolder.find(from: URL(filePath: #filePath).deletingLastPathComponent())
    static let library = try? fixtures?.library()

    @Test(
        "Those that are found fast are found within 400,000 executions from a fixed seed (FUZ-070)",
        arguments: [
            ("base64Padding", "base64"), ("utf8Continuation", "utf8"), ("surrogatePair", "json"),
            ("escapedNul", "json"), ("escapeOffset", "json"), ("duplicateFirst", "chat"),
            ("validateInteger", "content-content"), ("delimiterSplit", "lines"), ("checksumEmpty", "packets"),
            ("fragmentOverlap", "units"), ("batchLength", "units"), ("inflateRatio", "units"),
            ("signedHeader", "rmtp-polling"), ("streamCheck", "rmtp-tcp"), ("surrogateBoundary", "rmtp-websocket"),
            ("varintTenth", "rmtp-body"), ("nestedRequired", "rmtp-body"), ("unknownOrder", "rmtp-body"),
        ])
    func fastOnes(bug: String, target: String) throws {
        let entry = try #require(TargetCatalog.named(target))
        PlantedBug.deactivate()
        let inputs = try #require(Self.fixtures).inputs(for: entry.make(), try #require(Self.library))
        var clean = Driver(entry.make(), seed: 7)
        clean.replay(inputs)
        clean.run { $0.executions >= inputs.count + 2_000 }
        #expect(clean.findings.isEmpty, "found without any bug")
        try #require(PlantedBug.activate(bug))
        defer { PlantedBug.deactivate() }
        var driver = Driver(entry.make(), seed: 7)
        driver.replay(inputs)
        #expect(driver.findings.isEmpty, "an entry of the corpus shows the bug as it stands")
        driver.run { $0.executions >= inputs.count + 400_000 || $0.findings > 0 }
        #expect(!driver.findings.isEmpty)
    }
}
