// SPDX-License-Identifier: Apache-2.0

/// The variables that are elements of lists: `[list addObject:item]`, `for item in list`.
struct ListElements {
    /// The elements of each list, by the names of the variables.
    private(set) var elements: [String: [String]] = [:]
    private static let maximum = 32
    private static let adding: Set<String> = ["add", "addObject", "append", "push", "put"]
    private static let getting: Set<String> = ["getJSONObject", "optJSONObject", "getJsonObject", "get", "elementAt"]

    /// Records the element that the code at an index adds to a list or reads from one.
    mutating func link(at index: Int, _ source: SourceTokens) {
        guard source[index].isWord else { return }
        if ListElements.adding.contains(source[index].text) {
            // `list.add(item)`, `[list addObject:item]`.
            let isMessage = source.isSymbol(index + 1, ":")
            let list = isMessage ? index - 1 : index - 2
            guard source[list].isWord,
                isMessage || (source.isSymbol(index - 1, ".") && source.isSymbol(index + 1, "(")),
                !source.isSymbol(list - 1, "."), source[index + 2].isWord,
                source.isSymbol(index + 3, isMessage ? "]" : ")")
            else { return }
            add(source[index + 2].text, to: source[list].text)
        } else if source.isWord(index, "in") || source.isWord(index, "of"), source[index - 1].isWord,
            source[index + 1].isWord, source.isSymbol(index + 2, ")") || source.isSymbol(index + 2, "{")
        {
            add(source[index - 1].text, to: source[index + 1].text)
        } else if let element = taken(at: index, source) {
            add(element, to: source[index].text)
        } else if source.isSymbol(index + 1, ":"), source[index + 2].isWord, source.isSymbol(index + 3, ")"),
            source.isSymbol(index - 2, "("), source.isWord(index - 3, "for")
        {
            // Java's `for (Item item : list)`.
            add(source[index].text, to: source[index + 2].text)
        }
    }

    /// Returns the variable that receives an element of the list whose name is at an index:
    /// `JSONObject item = list.getJSONObject(place)`, `NSDictionary *item = list[place]`.
    private func taken(at index: Int, _ source: SourceTokens) -> String? {
        let place: Range<Int>
        if source.isSymbol(index + 1, "["), source.other(index + 1) > index {
            place = source.inside(index + 1)
        } else if source.isSymbol(index + 1, "."), ListElements.getting.contains(source[index + 2].text),
            source.isSymbol(index + 3, "(")
        {
            place = source.inside(index + 3)
        } else {
            return nil
        }
        guard place.count == 1, source[place.lowerBound].kind == .number || isCounter(source[place.lowerBound]) else {
            return nil
        }
        var equals = index - 1
        if source.isSymbol(equals, ")") { equals = source.other(equals) - 1 }
        return source.isSymbol(equals, "=") && source[equals - 1].isWord && !source.isSymbol(equals - 2, ".")
            ? source[equals - 1].text : nil
    }

    /// Returns whether a word can be the number of an element rather than a constant for a key.
    private func isCounter(_ token: SourceToken) -> Bool {
        token.isWord && token.text.first?.isLowercase == true && !token.text.hasSuffix("Key")
            && !(token.text.first == "k" && token.text.dropFirst().first?.isUppercase == true)
    }

    private mutating func add(_ element: String, to list: String) {
        guard element != list, elements.count < 1_000, elements[list, default: []].count < ListElements.maximum else {
            return
        }
        elements[list, default: []].append(element)
    }

    /// Returns the variable of a loop over the value that is read at an index: `for (Item *item in json[@"items"])`.
    static func loopVariable(over index: Int, _ source: SourceTokens) -> String? {
        for word in [index - 1, index - 2] where source.isWord(word, "in") || source.isWord(word, "of") {
            return source[word - 1].isWord ? source[word - 1].text : nil
        }
        return nil
    }
}
