// SPDX-License-Identifier: Apache-2.0

import IMWire
import Platform

/// The tests that are registered for requirements that no case can show (`Fixtures/ledger.json`).
package struct LedgerRegistry: Sendable {
    /// The reasons why a test replaces a case: the requirement is about a runner, about an interface of the library or
    /// the tool, about `imwire serve`, about the commands, or about time or memory.
    private static let reasons = [
        "binds the runner", "binds an API", "binds the server", "binds the commands", "memory",
    ]

    /// A test of the package.
    package struct NamedTest: Hashable, Sendable {
        /// The file of the test, relative to `Tests`.
        package let file: String
        /// The title of the test, or the name of its function.
        package let title: String
        /// The reason why the test replaces a case.
        package let reason: String

        package var name: String { "\(file): \(title)" }
    }

    /// The tests of each requirement, keyed by the id of the requirement.
    package let tests: [String: [NamedTest]]

    /// Creates a registry from its file.
    ///
    /// - Throws: ``SuiteError`` if the file cannot be read or is malformed.
    package init(file: URL) throws(SuiteError) {
        let name = file.lastPathComponent
        guard let data = try? Data(contentsOf: file) else { throw SuiteError("\(file.path): cannot be read") }
        guard let members = RawJSON(line: Array(data))?["requirements"]?.members else {
            throw SuiteError("\(name): expected a JSON object with the member requirements")
        }
        var tests: [String: [NamedTest]] = [:]
        for (id, list) in members {
            guard tests[id] == nil else { throw SuiteError("\(name): \(id) is listed twice") }
            guard let elements = list.elements, !elements.isEmpty else {
                throw SuiteError("\(name): \(id): expected a list of tests")
            }
            var named: [NamedTest] = []
            for element in elements { named.append(try LedgerRegistry.test(element, "\(name): \(id)")) }
            tests[id] = named
        }
        self.tests = tests
    }

    private static func test(_ json: RawJSON, _ place: String) throws(SuiteError) -> NamedTest {
        guard let text = json["test"]?.string, let colon = text.firstRange(of: ": ") else {
            throw SuiteError("\(place): expected test, \"FILE: TITLE\"")
        }
        guard let reason = json["why"]?.string, reasons.contains(reason) else {
            let reasons = reasons.map { "\"\($0)\"" }.joined(separator: ", ")
            throw SuiteError("\(place): expected why, one of \(reasons)")
        }
        return NamedTest(
            file: String(text[..<colon.lowerBound]), title: String(text[colon.upperBound...]), reason: reason)
    }
}
