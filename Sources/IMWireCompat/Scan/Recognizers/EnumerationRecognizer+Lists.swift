// SPDX-License-Identifier: Apache-2.0

/// Conversation types that a class lists without an enumeration: in a map that a method returns, or as objects of the
/// class itself.
extension EnumerationRecognizer {
    /// The maximum number of values that are read of one class.
    private static let maximumListed = 64

    /// Returns the values of PHP's `['PRIVATE' => 1]`, and of C#'s and Java's `PRIVATE = new Kind("PRIVATE", 1)`.
    func listed(_ name: String, _ body: Range<Int>) -> [(name: String, number: Int, line: Int)] {
        var values: [(name: String, number: Int, line: Int)] = []
        for index in body where values.count < EnumerationRecognizer.maximumListed {
            let token = source[index]
            let number: Int?
            if token.isString, source.isSymbol(index + 1, "=>") || source.isSymbol(index + 1, ":") {
                number = self.number(index + 2)
            } else if token.isWord, source.isSymbol(index + 1, "="), source.isWord(index + 2, "new"),
                source.isWord(index + 3, name), source.isSymbol(index + 4, "(")
            {
                number =
                    source.split(source.inside(index + 4)).reversed().lazy
                    .compactMap { $0.count == 1 ? self.number($0.lowerBound) : nil }.first
            } else {
                continue
            }
            guard let number, !values.contains(where: { $0.name == token.text }) else { continue }
            values.append((token.text, number, source.line(index)))
        }
        return values
    }

    /// Returns the number at an index, which may be written as text: `1`, `"1"`.
    private func number(_ index: Int) -> Int? {
        source[index].kind == .number || source[index].isString ? Int(source[index].text) : nil
    }
}
