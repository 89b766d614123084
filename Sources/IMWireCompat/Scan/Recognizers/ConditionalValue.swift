// SPDX-License-Identifier: Apache-2.0

/// A value that depends on a condition: `test ? first : second`, Kotlin's `if (test) first else second`.
struct ConditionalValue {
    var test: Range<Int>
    var first: Range<Int>
    var second: Range<Int>

    private let source: SourceTokens

    /// Reads a value, or returns nil if it does not depend on a condition.
    init?(_ value: Range<Int>, _ file: SourceFile) {
        let source = file.source
        self.source = source
        let value = ConditionalValue.unwrapped(value, source)
        if file.language == .kotlin, source.isWord(value.lowerBound, "if"), source.isSymbol(value.lowerBound + 1, "(") {
            let start = source.after(value.lowerBound + 1)
            guard let other = (start ..| value.upperBound).first(where: { source.isWord($0, "else") }) else {
                return nil
            }
            test = source.inside(value.lowerBound + 1)
            first = start ..| other
            second = other + 1 ..| value.upperBound
        } else {
            guard let mark = source.first("?", in: value), let colon = source.first(":", in: mark ..| value.upperBound),
                mark + 1 < colon
            else { return nil }
            test = ConditionalValue.unwrapped(value.lowerBound ..| mark, source)
            first = mark + 1 ..| colon
            second = colon + 1 ..| value.upperBound
        }
        guard !first.isEmpty, !second.isEmpty else { return nil }
    }

    /// The value in place of a missing one: `""` of `title == null ? "" : title`; nil if the test is another one.
    var alternative: Range<Int>? {
        let end = test.upperBound
        guard test.count >= 3, ["null", "nil"].contains(source[end - 1].text) else { return nil }
        // The test of a path of names is all that the condition consists of.
        let isPath = (test.lowerBound ..| end - 2).allSatisfy { index in
            source[index].isWord || [".", "(", ")", "[", "]"].contains(source[index].text)
        }
        guard isPath else { return nil }
        return source.isSymbol(end - 2, "==") ? first : source.isSymbol(end - 2, "!=") ? second : nil
    }

    /// Returns a value without the parentheses around it, an `@` before them, and the semicolon behind it.
    static func unwrapped(_ value: Range<Int>, _ source: SourceTokens) -> Range<Int> {
        var value = value
        if source.isSymbol(value.upperBound - 1, ";") { value = value.lowerBound ..| value.upperBound - 1 }
        if source.isSymbol(value.lowerBound, "@"), source.isSymbol(value.lowerBound + 1, "(") {
            value = value.lowerBound + 1 ..| value.upperBound
        }
        guard source.isSymbol(value.lowerBound, "("), source.after(value.lowerBound) == value.upperBound else {
            return value
        }
        return source.inside(value.lowerBound)
    }
}
