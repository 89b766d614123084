// SPDX-License-Identifier: Apache-2.0

/// The objects that code writes as literals.
extension KeyRecognizer {
    /// The calls whose argument becomes part of another object.
    private static let collecting: Set<String> = [
        "add", "append", "push", "map", "Add", "addObject", "insert", "extend", "put", "set", "setObject", "setValue",
    ]

    /// Returns the variable that a literal is assigned to, an empty string if the literal is passed on, or nil if it is
    /// nested in another object.
    func target(of index: Int, _ opening: Int, _ body: Range<Int>) -> String? {
        var before = index - 1
        if source.isSymbol(before, "@") { before -= 1 }
        before = skipType(before)
        if before < body.lowerBound { return "" }
        let token = source[before]
        if token.isWord { return token.text == "return" ? "" : nil }
        switch token.text {
        case "=", ":=":
            if source.isSymbol(before - 1, "]") && source.isSymbol(source.other(before - 1), "["),
                literals.isSubscript(source.other(before - 1)), !isTypeBrackets(source.other(before - 1))
            {
                return nil
            }
            if let name = assigned(before: index) { return name }
            return ""
        case "=>", "{", ";", "}": return ""
        case "(":
            let callee = source[before - 1].text
            return KeyRecognizer.collecting.contains(callee) ? nil : ""
        case ":":
            let selector = source[before - 1].text
            return [
                "dataWithJSONObject", "withJSONObject", "initWithDictionary", "dictionaryWithDictionary",
                "addEntriesFromDictionary",
            ].contains(selector) ? "" : nil
        default: return nil
        }
    }

    /// Returns whether square brackets belong to a type: Swift's `name: [String: Any] =`.
    private func isTypeBrackets(_ index: Int) -> Bool { source.isSymbol(index - 1, ":") }

    /// Skips the type before a literal: `<String, dynamic>{`, `map[string]any{`, `new Dictionary<…>() {`.
    private func skipType(_ start: Int) -> Int {
        var index = start
        switch file.language {
        case .dart:
            guard source.isSymbol(index, ">") else { return index }
            while index > 0, start - index < 16, !source.isSymbol(index, "<") { index -= 1 }
            return index - 1
        case .csharp, .go:
            let limit = start - 16
            while index > limit {
                let token = source[index]
                if token.isWord && token.text != "return" || token.isSymbol(">") || token.isSymbol("<")
                    || token.isSymbol("]") || token.isSymbol("[") || token.isSymbol(")") || token.isSymbol(".")
                    || (token.isSymbol(",") && file.language == .csharp) || (token.isSymbol("&"))
                    || (token.isSymbol("(") && source.other(index) == index + 1)
                {
                    index -= 1
                } else {
                    return index
                }
            }
            return index
        default: return index
        }
    }
}
