// SPDX-License-Identifier: Apache-2.0

#if PLANTED_BUGS
    import IMWire
    import IMWireFuzzing
    import Testing

    /// Only in a build with `IMWIRE_PLANTED=1`; `scripts/planted-bugs` measures all of them.
    @Suite("Planted bugs are found", .serialized)
    struct PlantedBugTests {
        @Test(
            "Those that are found fast, within 20,000 executions from a fixed seed",
            arguments: [
                ("base64Padding", "base64"), ("utf8Continuation", "utf8"), ("surrogatePair", "json"),
                ("checksumEmpty", "packets"), ("varintTenth", "rmtp-body"), ("unknownOrder", "rmtp-body"),
            ])
        func fastOnes(bug: String, target: String) throws {
            let entry = try #require(TargetCatalog.named(target))
            PlantedBug.deactivate()
            var clean = Driver(entry.make(), seed: 7)
            clean.run { $0.executions >= 2_000 }
            #expect(clean.findings.isEmpty, "found without any bug")
            try #require(PlantedBug.activate(bug))
            defer { PlantedBug.deactivate() }
            var driver = Driver(entry.make(), seed: 7)
            driver.run { $0.executions >= 20_000 || $0.findings > 0 }
            #expect(!driver.findings.isEmpty)
        }
    }
#endif
