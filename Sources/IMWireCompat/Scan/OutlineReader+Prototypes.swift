// SPDX-License-Identifier: Apache-2.0

/// The classes of JavaScript that consist of a function and its prototype.
///
/// The forms are `X.prototype.name = …`, `X.prototype = {…}`, `Object.assign(X.prototype, {…})`, `X.NAME = …` and
/// `inherits(X, Y)`.
extension OutlineReader {
    /// Adds the methods and values of prototypes to the file's functions.
    mutating func prototypes() {
        var owners: [String: Int] = [:]
        for (index, declaration) in outline.declarations.enumerated()
        where declaration.keyword == "function" || declaration.keyword == "class" {
            owners[declaration.name] = index
        }
        let words = source.places(of: .word) {
            $0 == "prototype" || $0 == "__extends" || $0 == "inherit" || $0.hasSuffix("nherits")
        }
        for index in words {
            if source.isWord(index, "prototype") {
                guard source.isSymbol(index - 1, "."), source[index - 2].isWord,
                    let owner = owner(source[index - 2].text, &owners)
                else { continue }
                prototype(index, of: owner)
            } else if source.isSymbol(index + 1, "(") {
                let parts = source.split(source.inside(index + 1))
                guard (2...3).contains(parts.count), let owner = owner(source[parts[0].upperBound - 1].text, &owners)
                else { continue }
                inherit(source[parts[1].upperBound - 1], owner)
            }
        }
        statics(owners)
    }

    /// Returns the index of a class among the declarations, and first adds a function that has no fields of its own.
    private mutating func owner(_ name: String, _ owners: inout [String: Int]) -> Int? {
        if let known = owners[name] { return known }
        guard let declaration = constructors[name] else { return nil }
        owners[name] = outline.declarations.count
        outline.declarations.append(declaration)
        return owners[name]
    }

    private mutating func inherit(_ token: SourceToken, _ owner: Int) {
        guard token.isWord, !outline.declarations[owner].heritage.contains(token.text) else { return }
        outline.declarations[owner].heritage.append(token.text)
    }

    /// Reads the tokens that follow the word `prototype` at an index.
    private mutating func prototype(_ index: Int, of owner: Int) {
        let next = index + 1
        if source.isSymbol(next, "."), source[next + 1].isWord, source.isSymbol(next + 2, "=") {
            member(next + 1, value: next + 3 ..| statementEnd(next + 3), of: owner)
        } else if source.isSymbol(next, "=") {
            if source.isSymbol(next + 1, "{") {
                members(of: next + 1, of: owner)
            } else if source.isWord(next + 1, "new"), source[next + 2].isWord {
                inherit(source[source.pathEnd(next + 2)], owner)
            } else if source.isWord(next + 1, "Object"), source.isWord(next + 3, "create") {
                // The form `Object.create(Y.prototype)`.
                let inside = source.inside(next + 4)
                let place = inside.first { source.isWord($0, "prototype") }.map { $0 - 2 }
                if let place { inherit(source[place], owner) }
            }
        } else if source.isSymbol(next, ","), source.isSymbol(next + 1, "{") {
            // The form `Object.assign(X.prototype, {…})`, and an application's own helpers with the same arguments.
            members(of: next + 1, of: owner)
        }
    }

    /// Adds the entries of an object that becomes a prototype.
    private mutating func members(of open: Int, of owner: Int) {
        for part in source.split(source.inside(open)) {
            let first = part.lowerBound
            guard source[first].isWord || source[first].isString else { continue }
            if source.isSymbol(first + 1, ":") {
                member(first, value: first + 2 ..| part.upperBound, of: owner)
            } else if source.isSymbol(first + 1, "("), let method = method(first, parameters: first + 1) {
                outline.declarations[owner].methods.append(method)
            }
        }
    }

    /// Adds a method, or a value that all objects share and that is never serialized.
    private mutating func member(_ name: Int, value: Range<Int>, of owner: Int) {
        guard source[name].text != "constructor" else { return }
        var open = value.lowerBound
        if source.isWord(open, "async") { open += 1 }
        if source.isWord(open, "function") {
            open += source[open + 1].isWord ? 2 : 1
            if let method = method(name, parameters: open) { outline.declarations[owner].methods.append(method) }
        } else if source.isSymbol(open, "("), source.isSymbol(source.after(open), "=>") {
            let body = source.after(open) + 1
            let isBlock = source.isSymbol(body, "{")
            outline.declarations[owner].methods.append(
                SourceOutline.Method(
                    name: source[name].text, line: source.line(name), parameters: source.inside(open),
                    body: isBlock ? source.inside(body) : body ..| value.upperBound, isExpression: !isBlock))
        } else {
            outline.declarations[owner].fields.append(
                SourceOutline.Field(
                    name: source[name].text, index: name, isStatic: true, type: name ..| name, value: value))
        }
    }

    private func method(_ name: Int, parameters open: Int) -> SourceOutline.Method? {
        guard source.isSymbol(open, "("), source.isSymbol(source.after(open), "{") else { return nil }
        return SourceOutline.Method(
            name: source[name].text, line: source.line(name), parameters: source.inside(open),
            body: source.inside(source.after(open)))
    }

    /// Adds the members of the form `X.NAME = value`.
    private mutating func statics(_ owners: [String: Int]) {
        guard !owners.isEmpty else { return }
        for index in source.places(of: .symbol, among: ["="]) where index > 2 && source.isSymbol(index - 2, ".") {
            guard source[index - 1].isWord, source[index - 1].text != "prototype",
                let owner = owners[source[index - 3].text], outline.declarations[owner].keyword == "function"
            else { continue }
            member(index - 1, value: index + 1 ..| statementEnd(index + 1), of: owner)
        }
    }

    private func statementEnd(_ start: Int) -> Int {
        source.statementEnd(start, limit: 4_096, at: [";", "}", ","])
    }
}
