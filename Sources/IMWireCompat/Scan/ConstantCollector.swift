// SPDX-License-Identifier: Apache-2.0

/// A collector of the constants of a file: `name = value`, the entries of named literals and enumerations, `#define`.
struct ConstantCollector {
    private let source: SourceTokens
    private let file: Int
    private let language: SourceLanguage
    private let classes: [Int: String]
    /// The scopes that enclose the position.
    private var scopes: [Scope] = []

    /// The properties and methods without parameters that only return a text.
    private var computed: [(String, SourceExpression)] = []

    private struct Scope {
        var end: Int
        var owner: String
        var isFunction: Bool
        var isLiteral: Bool
    }

    private init(_ code: SourceFile) {
        source = code.source
        file = code.index
        language = code.language
        var classes: [Int: String] = [:]
        for item in code.outline.declarations where item.keyword != "function" {
            classes[item.body.lowerBound] = item.ownerName
        }
        self.classes = classes
        let recognizer = ClassRecognizer(file: code)
        for item in code.outline.declarations {
            for method in item.methods where method.parameters.isEmpty && method.body.count <= 16 {
                guard let value = recognizer.result(of: method, item.ownerName), value.obstacle == nil, value.holdsText
                else { continue }
                computed.append((method.name, value))
            }
        }
    }

    /// Adds a file's constants to the table.
    static func collect(_ code: SourceFile, into table: inout ConstantList) {
        var collector = ConstantCollector(code)
        collector.run(&table)
    }

    private mutating func run(_ table: inout ConstantList) {
        for (index, value) in computed {
            table.add(index, ConstantTable.Definition(value: value, isLocal: false))
        }
        var bodies = classes.keys.sorted()[...]
        for index in 0..<source.count {
            while let end = scopes.last?.end, end <= index { scopes.removeLast() }
            let token = source[index]
            if bodies.first == index, let owner = classes[bodies.removeFirst()],
                scopes.last?.owner != owner || scopes.last?.isFunction == true
            {
                let brace = source.other(index - 1)
                let end = brace > index ? brace : source.count
                scopes.append(Scope(end: end, owner: owner, isFunction: false, isLiteral: false))
            }
            switch token.kind {
            case .symbol where token.text == "{" && classes[index + 1] == nil: open(index)
            case .word: define(index, &table)
            case .string where scopes.last?.isLiteral == true: entry(index, &table)
            default: continue
            }
        }
    }

    private mutating func open(_ index: Int) {
        let end = source.other(index)
        guard end > index else { return }
        let outer = scopes.last
        var before = index - 1
        while source.isSymbol(before, "(") || source.isWord(before, "freeze") || source.isSymbol(before, ".")
            || source.isWord(before, "Object")
        { before -= 1 }
        var owner = outer?.owner ?? ""
        var isLiteral = false
        var isFunction = outer?.isFunction ?? false
        if source.isSymbol(before, "="), let name = nameBefore(before) {
            owner = name
            isLiteral = true
        } else if source.isSymbol(before, ":"), outer?.isLiteral == true,
            source[before - 1].isWord || source[before - 1].isString
        {
            owner = source[before - 1].text
            isLiteral = true
        } else if !isNamespace(index) {
            isFunction = true
        }
        scopes.append(Scope(end: end, owner: owner, isFunction: isFunction, isLiteral: isLiteral))
    }

    private func isNamespace(_ index: Int) -> Bool {
        for back in 1...6 {
            let token = source[index - back]
            if ["namespace", "module", "package", "#define"].contains(token.text) { return true }
            if token.kind != .word && !token.isSymbol(".") { return false }
        }
        return false
    }

    /// Returns the name that a `=` assigns to: `name =`, or `name: Type =`.
    private func nameBefore(_ equals: Int) -> String? {
        guard source[equals - 1].isWord else { return nil }
        if source.isSymbol(equals - 2, ":"), source[equals - 3].isWord { return source[equals - 3].text }
        return source[equals - 1].text
    }

    private func define(_ index: Int, _ table: inout ConstantList) {
        if source.isWord(index - 1, "#define") {
            return add(source[index].text, index + 1, &table, owner: "")
        }
        if source.isWord(index, "define"), source.isSymbol(index + 1, "("), source[index + 2].isString {
            return add(source[index + 2].text, index + 4, &table, owner: "")
        }
        if scopes.last?.isLiteral == true { entry(index, &table) }
        if source.isSymbol(index + 1, "=") {
            add(source[index].text, index + 2, &table)
        } else if source.isSymbol(index + 1, ":") {
            // A declared type separates the name from the value.
            var next = index + 2
            while next < index + 10, !source.isSymbol(next, "=") {
                if [";", ",", ")", "(", "{", "}", "=>"].contains(source[next].text) || source[next].isString { return }
                next += 1
            }
            if source.isSymbol(next, "=") { add(source[index].text, next + 1, &table) }
        } else if language == .csharp, let value = constantProperty(index) {
            add(source[index].text, value, &table)
        } else if language == .go, source[index + 1].isWord, source.isSymbol(index + 2, "=") {
            add(source[index].text, index + 3, &table)
        } else if language == .go, source.isSymbol(index + 1, ":=") {
            add(source[index].text, index + 2, &table)
        }
    }

    /// Returns the start of the value of a static property that cannot be set: `static string Name { get; } = value;`.
    private func constantProperty(_ name: Int) -> Int? {
        guard source.isSymbol(name + 1, "{"), source.isWord(name + 2, "get"), source.isSymbol(name + 3, ";"),
            source.isSymbol(name + 4, "}"), source.isSymbol(name + 5, "="),
            (1...4).contains(where: { source.isWord(name - $0, "static") })
        else { return nil }
        return name + 6
    }

    private func entry(_ index: Int, _ table: inout ConstantList) {
        guard source.isSymbol(index + 1, ":") else { return }
        let before = source[index - 1]
        guard before.isSymbol("{") || before.isSymbol(",") else { return }
        add(source[index].text, index + 2, &table)
    }

    private func add(_ name: String, _ start: Int, _ table: inout ConstantList, owner: String? = nil) {
        let end = valueEnd(start)
        guard end > start, end - start <= 32 else { return }
        // Functions contain many numbers, of which only those of switches are needed.
        let isLocal = scopes.contains { $0.isFunction }
        let isNeeded = !isLocal || name.lowercased().holds(anyOf: ["persi", "count", "status"])
        guard isNeeded || (start..<end).contains(where: { source[$0].isString }) else { return }
        let owner = owner ?? scopes.last?.owner ?? ""
        let value = SourceExpression(source, start ..| end, file: file, owner: owner)
        guard value.obstacle == nil, !value.terms.isEmpty else { return }
        if !isNeeded && !value.holdsText { return }
        if case .name(let path)? = value.terms.first, value.terms.count == 1, path.last == name, path.count == 1 {
            return
        }
        table.add(name, ConstantTable.Definition(value: value, isLocal: isLocal))
    }

    /// Returns the end of a value: the next separator, or the end of a line that is not continued.
    private func valueEnd(_ start: Int) -> Int {
        var index = start
        while index < source.count, index - start <= 32 {
            let token = source[index]
            if token.kind == .symbol, [";", ",", ")", "}", "]"].contains(token.text) { return index }
            if index > start, token.startsLine {
                let last = source[index - 1]
                let isJoined =
                    (last.kind == .symbol && last.text != ")") || token.isSymbol("+") || token.isSymbol(".")
                    || token.isSymbol("|")
                let isAdjacent = token.isString && last.isString
                if !isJoined && !isAdjacent { return index }
            }
            index = source.after(index)
        }
        return min(index, source.count)
    }
}
