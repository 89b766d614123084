// SPDX-License-Identifier: Apache-2.0

/// The presence of a key according to the condition under which it is written.
extension KeyRecognizer {
    /// The properties and methods that test a text or a list for emptiness.
    private static let emptiness: Set<String> = [
        "isEmpty", "isNotEmpty", "length", "isNullOrEmpty", "IsNullOrEmpty", "isNullOrBlank", "isBlank",
    ]

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
        guard let range = condition(around: index, body) else {
            claim.isAlways = true
            return
        }
        guard mentions(claim.fields, range) || isMade(claim.fields, behind: range, before: index) else { return }
        let tests = tests(in: range)
        if isTruth(range), mentions(claim.fields, range) {
            claim.isTruthTested = true
            return
        }
        // `if (!pinned)` omits no empty value.
        let isNegated = file.language.isTyped && source.isSymbol(range.lowerBound, "!")
        if isNegated, !tests.isEmpty, !tests.isLocal, !tests.isNull { return }
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
            case "length" where isOwnField(place): tests.hasOperator = true
            case "size" where source.isSymbol(place + 1, "(") && !isOwnField(place), "Count" where !isOwnField(place):
                tests.isCount = true
            case _ where KeyRecognizer.emptiness.contains(token.text): tests.isEmpty = true
            case "count" where (file.language == .objc || file.language == .swift) && !isOwnField(place):
                tests.isCount = true
            case "null", "nil", "None", "let": tests.isNull = true
            case "0": tests.isZero = true
            case "==", "!=", "<", ">", "<=", ">=", "!", "[", "(": tests.hasOperator = true
            default:
                if token.isWord, token.text.lowercased().holds("localpath") { tests.isLocal = true }
            }
        }
        return tests
    }

    /// Returns whether the word at an index is a field of the class rather than a property of another value:
    /// `self.count`, but not `self.items.count`.
    private func isOwnField(_ index: Int) -> Bool {
        if file.language == .objc, source.isSymbol(index + 1, "]") { return false }
        guard source.isSymbol(index - 1, ".") else { return true }
        return ["this", "self"].contains(source[index - 2].text) && !source.isSymbol(index + 1, "(")
    }

    /// Returns whether a condition is nothing but a value of type boolean: `pinned`, `this.isPinned()`,
    /// `pinned == true`.
    private func isTruth(_ condition: Range<Int>) -> Bool {
        guard file.language.isTyped else { return false }
        var range = condition
        if range.count > 2, source.isWord(range.upperBound - 1, "true"), source.isSymbol(range.upperBound - 2, "==") {
            range = range.lowerBound ..| range.upperBound - 2
        }
        let end = range.upperBound
        if range.count > 2, source.isSymbol(end - 2, "("), source.isSymbol(end - 1, ")") {
            range = range.lowerBound ..| end - 2
        }
        guard let last = range.last, source[last].isWord, !KeyRecognizer.emptiness.contains(source[last].text) else {
            return false
        }
        return range.count == 1
            || range.count == 3 && ["this", "self"].contains(source[range.lowerBound].text)
                && source.isSymbol(last - 1, ".")
    }

    /// Returns whether a variable was made after the condition's start, so that it exists only if the condition is met.
    private func isMade(_ fields: [String], behind range: Range<Int>, before index: Int) -> Bool {
        // The names of fields lack the underscores of variables.
        fields.flatMap { [$0, "_" + $0] }.contains { name in
            source.assignment(to: name, before: index).map { $0 > range.upperBound } ?? false
        }
    }
}

extension SourceLanguage {
    /// Whether only a value of type boolean can be a condition on its own.
    fileprivate var isTyped: Bool {
        switch self {
        case .java, .kotlin, .swift, .dart, .csharp: true
        default: false
        }
    }
}
