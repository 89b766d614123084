// SPDX-License-Identifier: Apache-2.0

/// The presence of a key according to the condition under which it is written.
extension KeyRecogniser {
    /// The kinds of tests of a value that a condition holds.
    private struct Tests {
        var isEmpty = false
        var isZero = false
        var isNull = false
        var isLocal = false
        /// Whether the elements of a list are counted.
        var isCount = false
        var hasOperator = false
    }

    /// Applies a condition around the writing of a key: `if (name != null) json.put("name", name)`.
    func condition(_ claim: inout KeyClaim, at index: Int, _ body: Range<Int>) {
        guard let range = condition(around: index, body) else { return }
        guard mentions(claim.fields, range) || isMade(claim.fields, behind: range, before: index) else { return }
        let tests = tests(in: range)
        if tests.isLocal {
            if claim.omits.isEmpty { claim.omits = [.localPath] }
        } else if tests.isEmpty {
            if claim.omits.isEmpty { claim.omits = [.emptyString] }
        } else if tests.isCount {
            claim.absent = .omitted
        } else if tests.isZero {
            if claim.omits.isEmpty { claim.omits = [.zero] }
        } else if file.language == .objc, !tests.isNull, !tests.hasOperator {
            // A number that is tested alone is omitted if it is zero, an object if there is none.
            claim.isTruthTested = true
        } else if tests.isNull || range.count <= 4 || file.language == .objc {
            claim.absent = .omitted
        }
    }

    private func tests(in range: Range<Int>) -> Tests {
        var tests = Tests()
        for place in range.prefix(40) {
            let token = source[place]
            switch token.text {
            case "isEmpty", "isNotEmpty", "length", "isNullOrEmpty", "IsNullOrEmpty", "isNullOrBlank", "isBlank":
                tests.isEmpty = true
            case "count" where file.language == .objc || file.language == .swift: tests.isCount = true
            case "null", "nil", "None", "let": tests.isNull = true
            case "0": tests.isZero = true
            case "==", "!=", "<", ">", "<=", ">=", "!", "[", "(": tests.hasOperator = true
            default:
                if token.isWord, token.text.lowercased().contains("localpath") { tests.isLocal = true }
            }
        }
        return tests
    }

    /// Returns whether a variable was made after the condition's start, so that it exists only if the condition is met.
    private func isMade(_ fields: [String], behind range: Range<Int>, before index: Int) -> Bool {
        // The names of fields lack the underscores of variables.
        fields.flatMap { [$0, "_" + $0] }.contains { name in
            source.assignment(to: name, before: index).map { $0 > range.upperBound } ?? false
        }
    }
}
