// SPDX-License-Identifier: Apache-2.0

import IMWireFuzzing
import IMWireTestSupport
import Testing

@Suite("Fuzzing of scripts")
struct ScriptTargetTests {
    @Test("Random scripts end with rising times and limited actions (SES-142 to SES-145)")
    func randomScripts() throws {
        var random = SeededRandom(seed: 12)
        var target = try #require(TargetCatalog.named("scripts")).make()
        var observation = Observation(.quick)
        for _ in 0..<200 {
            observation.reset()
            target.run(target.generate(&random), &observation)
            #expect(observation.violations.isEmpty, "\(observation.violations)")
        }
    }
}
