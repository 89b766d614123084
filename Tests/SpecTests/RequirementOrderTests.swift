// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests of the order in which the chapters of Spec list their requirements.
@Suite("Order of requirements")
struct RequirementOrderTests {
    @Test("Requirements of one area are in numerical order within a section")
    func order() throws {
        let spec = root.appending(path: "Spec")
        let chapters = try FileManager.default.contentsOfDirectory(atPath: spec.path).filter { $0.hasSuffix(".md") }
        var count = 0
        for chapter in chapters {
            var latest: [Substring: Int] = [:]
            let text = try String(contentsOf: spec.appending(path: chapter), encoding: .utf8)
            for line in text.split(separator: "\n") {
                if line.hasPrefix("#") { latest = [:] }
                guard let match = line.prefixMatch(of: /\*\*([A-Z]+)-([0-9]+)\*\* \(/), let number = Int(match.2) else {
                    continue
                }
                #expect(number > latest[match.1] ?? -1, "\(chapter): \(match.1)-\(match.2)")
                latest[match.1] = number
                count += 1
            }
        }
        #expect(count > 600)
    }
}
