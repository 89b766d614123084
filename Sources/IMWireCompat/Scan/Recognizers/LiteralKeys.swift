// SPDX-License-Identifier: Apache-2.0

/// A reader of the keys of a literal that makes a JSON object: `{a: 1}`, `["a": 1]`, `['a' => 1]`, `mapOf("a" to 1)`,
/// `dict(a=1)`.
struct LiteralKeys: SourceRecognizer {
    let file: SourceFile
    let owner: String

    private static let mapCalls: Set<String> = [
        "mapOf", "mutableMapOf", "hashMapOf", "linkedMapOf", "dict", "array", "buildMap",
    ]

    /// Returns the index of the bracket of the literal that begins at an index, or nil if none begins there.
    func opening(at index: Int) -> Int? {
        let token = source[index]
        if token.isWord {
            if LiteralKeys.mapCalls.contains(token.text), let open = source.argumentsOpen(index) { return open }
            if token.text == "Map", source.isSymbol(index + 1, "."), source.isWord(index + 2, "of"),
                source.isSymbol(index + 3, "(")
            {
                return index + 3
            }
            return nil
        }
        guard token.kind == .symbol, source.other(index) > index else { return nil }
        switch token.text {
        case "{":
            switch file.language {
            case .objc: return source.isSymbol(index - 1, "@") ? index : nil
            case .java, .kotlin, .swift, .php: return nil
            case .csharp, .python: return index
            case .go: return isMap(index) ? index : nil
            case .dart: return isValuePlace(index) || source.isSymbol(index - 1, "=>") ? index : nil
            default: return isValuePlace(index) ? index : nil
            }
        case "[":
            guard file.language == .swift || file.language == .php else { return nil }
            return isSubscript(index) ? nil : index
        default: return nil
        }
    }

    /// Returns whether a brace is in the place of a value and does not open a block.
    private func isValuePlace(_ index: Int) -> Bool {
        let before = source[index - 1]
        if before.isWord { return before.text == "return" || before.text == "const" || before.text == "default" }
        return before.kind == .symbol && ["=", "(", ",", ":", "[", "?", "||", "&&", "??", ">"].contains(before.text)
    }

    /// Returns whether a brace follows a map's type, as in `map[string]any{`; after any other type it makes a struct.
    private func isMap(_ index: Int) -> Bool {
        for back in index - 12 ..| index where source.isWord(back, "map") && source.isSymbol(back + 1, "[") {
            return true
        }
        return source.isWord(index - 1, "H") || source.isWord(index - 1, "M")
    }

    func isSubscript(_ index: Int) -> Bool {
        let before = source[index - 1]
        if before.isWord {
            return !["return", "in", "case", "else", "throw", "yield", "as", "array"].contains(before.text)
        }
        return before.kind == .symbol && ["]", ")", "?", "!"].contains(before.text)
            && !(before.text == "?" && file.language == .php)
    }

    struct Entry {
        var key: SourceExpression
        var value: Range<Int>
        /// Whether the entry is conditional: Dart's `if (a != null) 'a': a`.
        var isOptional = false
    }

    /// Returns the entries with their keys and values, or nil if the brackets contain something else.
    func entries(of opening: Int) -> [Entry]? {
        let parts = source.split(source.inside(opening))
        if source.isWord(opening - 1, "of") { return pairs(parts) }
        var entries: [Entry] = []
        for part in parts {
            guard let (key, value) = entry(part, opening) else { continue }
            let isOptional = file.language == .dart && source.isWord(part.lowerBound, "if")
            entries.append(Entry(key: key, value: value, isOptional: isOptional))
        }
        return entries.isEmpty ? nil : entries
    }

    /// Returns the entries of Java's `Map.of(key, value, key, value)`.
    private func pairs(_ parts: [Range<Int>]) -> [Entry]? {
        var entries: [Entry] = []
        for place in stride(from: 0, to: parts.count - 1, by: 2) {
            entries.append(Entry(key: file.expression(parts[place], owner: owner), value: parts[place + 1]))
        }
        return entries.isEmpty ? nil : entries
    }

    private func entry(_ part: Range<Int>, _ opening: Int) -> (SourceExpression, Range<Int>)? {
        let first = part.lowerBound
        switch file.language {
        case .csharp:
            if source.isSymbol(first, "{") {
                let inner = source.split(source.inside(first))
                guard inner.count >= 2, isKey(inner[0]) else { return nil }
                return (file.expression(inner[0], owner: owner), inner[1].lowerBound ..| source.other(first))
            }
            if source.isSymbol(first, "[") {
                guard isKey(source.inside(first)) else { return nil }
                return (
                    file.expression(source.inside(first), owner: owner), source.after(first) + 1 ..| part.upperBound
                )
            }
            guard source.isWord(opening - 1, "new"), source[first].isWord else { return nil }
            // `new { lot, item.Name }` uses the names of the given expressions.
            let last = part.upperBound - 1
            if part.count == 1 || (source.isSymbol(last - 1, ".") && source[last].isWord) { return (word(last), part) }
            guard source.isSymbol(first + 1, "=") else { return nil }
            return (word(first), first + 2 ..| part.upperBound)
        case .php: return keyed(part, by: "=>")
        case .kotlin:
            guard let to = part.first(where: { source.isWord($0, "to") }), isKey(first ..| to) else { return nil }
            return (file.expression(first ..| to, owner: owner), to + 1 ..| part.upperBound)
        case .python where source.isSymbol(opening, "("):
            guard source[first].isWord, source.isSymbol(first + 1, "=") else { return nil }
            return (word(first), first + 2 ..| part.upperBound)
        case .arkts, .javascript, .typescript: return scriptEntry(part)
        default: return keyed(part, by: ":")
        }
    }

    private func keyed(_ part: Range<Int>, by separator: String) -> (SourceExpression, Range<Int>)? {
        guard let colon = source.first(separator, in: part), colon > part.lowerBound else { return nil }
        var range = part.lowerBound ..| colon
        if file.language == .objc, source.isSymbol(range.lowerBound, "@") { return nil }
        // Dart's `if (…) 'key': value`.
        if source[colon - 1].isString, file.language == .dart, source.isWord(range.lowerBound, "if") {
            range = colon - 1 ..| colon
        }
        guard isKey(range) else { return nil }
        return (file.expression(range, owner: owner), colon + 1 ..| part.upperBound)
    }

    private func scriptEntry(_ part: Range<Int>) -> (SourceExpression, Range<Int>)? {
        let first = part.lowerBound
        if source.isSymbol(first, "["), source.isSymbol(source.after(first), ":") {
            let inside = source.inside(first)
            return inside.isEmpty
                ? nil : (file.expression(inside, owner: owner), source.after(first) + 1 ..| part.upperBound)
        }
        if source.isSymbol(first + 1, ":"), source[first].isWord || source[first].isString {
            return (word(first), first + 2 ..| part.upperBound)
        }
        if part.count == 1, source[first].isWord { return (word(first), part) }
        return nil
    }

    private func word(_ index: Int) -> SourceExpression {
        SourceExpression(text: source[index].text, file: file.index, line: source.line(index))
    }

    /// Returns whether a range looks like the key of an object: a string, or a constant's name.
    func isKey(_ range: Range<Int>) -> Bool {
        guard !range.isEmpty, range.count <= 12 else { return false }
        let first = source[range.lowerBound]
        if first.isString || (first.isSymbol("(") && range.count > 1) { return true }
        guard first.isWord, !source.isSymbol(range.lowerBound + 1, "(") else { return false }
        if range.count == 1 {
            let isConstant = first.text.first?.isUppercase == true
            let isPrefixed = first.text.first == "k" && first.text.dropFirst().first?.isUppercase == true
            return isConstant || isPrefixed || first.text.hasSuffix("Key")
        }
        return source.isSymbol(range.lowerBound + 1, ".") || source.isSymbol(range.lowerBound + 1, "+")
    }
}
