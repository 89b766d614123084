// SPDX-License-Identifier: Apache-2.0

import TextSupport
import ValueSupport

extension CheckReport {
    /// Returns the report for build servers, with one suite per platform and one test per type.
    ///
    /// A test fails if it has a shown finding of at least the severity `failing`, which is a guess only if guesses fail.
    /// Other shown findings are output of the test.
    package func junit(failing: FindingSeverity, guessesFail: Bool = false) -> String {
        let all = shown.flatMap(\.differences)
        var suites: [String] = []
        var total = 0, failed = 0
        for manifest in check.manifests {
            let mine = all.filter { $0.platforms.contains(manifest.platform) }
            let groups = Dictionary(grouping: mine, by: { $0.place.objectName })
            let names = Set(manifest.types.map(\.objectName)).union(groups.keys).ordered {
                $0.utf8.lexicographicallyPrecedes($1.utf8)
            }
            var tests: [String] = []
            var failures = 0
            for name in names {
                let findings = groups[name] ?? []
                let bad = findings.filter { $0.severity >= failing && (guessesFail || $0.certainty != .guess) }
                let start =
                    "    <testcase classname=\"\(XMLText.escaped(manifest.platform))\" name=\"\(XMLText.escaped(name.isEmpty ? "(platform)" : name))\""
                if findings.isEmpty {
                    tests.append(start + "/>")
                    continue
                }
                let text = XMLText.escaped(findings.map(CheckReport.line).joined(separator: "\n"))
                if bad.isEmpty {
                    tests.append(start + "><system-out>\(text)</system-out></testcase>")
                } else {
                    failures += 1
                    let message = XMLText.escaped("\(bad.count) of \(findings.count) \(bad[0].severity.words) or worse")
                    tests.append(start + "><failure message=\"\(message)\">\(text)</failure></testcase>")
                }
            }
            total += names.count
            failed += failures
            suites.append(
                "  <testsuite name=\"\(XMLText.escaped(manifest.platform))\" tests=\"\(names.count)\" failures=\"\(failures)\">\n"
                    + tests.joined(separator: "\n") + "\n  </testsuite>")
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="imwire compat" tests="\(total)" failures="\(failed)">
            \(suites.joined(separator: "\n"))
            </testsuites>

            """
    }

    private static func line(_ difference: CompatDifference) -> String {
        let left = difference.sides == nil ? difference.left : "\(difference.here): \(difference.left)"
        return "\(difference.severity.words(difference.certainty)): \(difference.id) \(name(difference.place)):"
            + " \(left); \(difference.there): \(difference.right). \(difference.advice)"
    }
}
