// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireFuzzing
import IMWireTestSupport
import Testing

@Suite("Lines of JSON")
struct LineOracleTests {
    @Test(
        "A line with a break, without its value or with invalid JSON violates the oracle",
        arguments: [
            ("{\"value\":{\"a\":[1,\n2]}}\n", "line break"), ("{\"value\":{\"a\":[1,\r2]}}\n", "line break"),
            ("{\"value\":{\"a\":[1,2]}}", "line break"), ("{\"value\":{\"a\":[1,3]}}\n", "value"),
            ("{\"value\":}\n", "JSON"), ("{\"value\":{\"a\":[1, 2]}}\n", nil),
        ])
    func checks(_ line: String, _ location: String?) {
        var observation = Observation()
        LineOracle.check("x", Array(line.utf8), holds: Array("{\"a\":[1,\n2]}".utf8).span, as: "value", &observation)
        #expect(observation.violations.map(\.key) == (location.map { ["line x \($0)"] } ?? []))
    }

    @Test("Generated contents have line breaks between the tokens of raw values")
    func reach() throws {
        var target = try #require(TargetCatalog.named("content-content")).make()
        var random = SeededRandom(seed: 1)
        var count = 0
        var input = target.generate(&random)
        for round in 0..<4_000 {
            input = round % 8 == 0 ? target.generate(&random) : target.mutate(input, with: input, &random)
            guard let start = input.firstIndex(of: 0x0a) else { continue }
            let name = ObjectName(rawValue: String(decoding: input[..<start], as: UTF8.self))
            guard let decoded = try? ContentRegistry.builtIn.decode(name, Array(input[(start + 1)...])) else {
                continue
            }
            if decoded.content.encoded().contains(0x0a) { count += 1 }
        }
        #expect(count > 0)
        // The target applies the oracle to such an input.
        var observation = Observation()
        target.run(Array("RC:TxtMsg\n{\"content\":\"a\",\"extra\":[1,\n2]}".utf8), &observation)
        #expect(observation.violations.isEmpty)
    }
}
