// SPDX-License-Identifier: Apache-2.0

import Testing

/// Tests of the scanner's recall and precision on the projects under `Fixtures/scan`, by language.
struct ScanMeasureTests {
    @Test("The scanner's recall and precision reach the minimum for each language")
    func table() throws {
        var languages: [String: ScanMeasure] = [:]
        var total = ScanMeasure()
        for project in try MeasuredProject.all() {
            let measure = try project.measure()
            for line in measure.lines { print("  \(project.name): \(line)") }
            languages[project.language, default: ScanMeasure()].add(measure)
            total.add(measure)
        }
        print(ScanMeasure.table(languages.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } + [("all", total)]))
        #expect(total.projects >= 80)
        #expect(languages.count >= 13)
        // Recall and precision must not fall below the level already reached.
        #expect(total.total.right * 100 >= total.total.stated * 99)
        #expect(total.total.right * 100 >= total.total.found * 99)
    }
}
