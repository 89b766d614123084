// SPDX-License-Identifier: Apache-2.0

/// The functions of a script that have names, and the calls of each name.
///
/// The forms are `function f(a) {…}`, `f = function (a) {…}`, `f: (a) => {…}` and `f(a) {…}` in an object or a class.
final class ScriptFunctions {
    struct Function {
        /// The name; empty for a function that is passed on, such as a callback.
        var name: String
        var parameters: [String]
        var body: Range<Int>
    }

    private let source: SourceTokens
    /// The functions by the index of the brace that opens the body, and nil for braces of other code, once read.
    private var functions: [Int: Function?] = [:]
    /// The calls of names that have been looked for.
    private var called: [String: [Int]] = [:]
    private static let maximumCalls = 256
    private static let maximumDepth = 64
    private static let statements: Set<String> = ["if", "for", "while", "switch", "catch", "with", "return", "typeof"]

    init(_ source: SourceTokens) { self.source = source }

    /// Returns the arguments of each call of a function outside of its own declaration.
    func calls(of function: Function) -> [[Range<Int>]] {
        calls(of: function.name).compactMap { open in
            // The parentheses of a declaration are followed by the body.
            self.function(at: source.after(open)) == nil ? source.split(source.inside(open)) : nil
        }
    }

    /// Returns the calls, of those whose parentheses are at some indices, of functions that this file does not declare.
    func foreignCalls(at opens: Set<Int>) -> [(function: String, arguments: [Range<Int>])] {
        guard !opens.isEmpty else { return [] }
        let own = Set(source.places(of: .symbol, among: ["{"]).compactMap { function(at: $0)?.name })
        let names = Set(opens.filter { source[$0 - 1].isWord }.map { source[$0 - 1].text })
        return names.subtracting(own).sorted().flatMap { name in
            calls(of: name).filter(opens.contains).map { (name, source.split(source.inside($0))) }
        }
    }

    /// Returns the parentheses of the calls of a name, and of its declarations without the word `function`.
    private func calls(of name: String) -> [Int] {
        if let known = called[name] { return known }
        var calls: [Int] = []
        for index in source.places(of: .word, among: ScriptFunctions.statements.contains(name) ? [] : [name])
        where source.isSymbol(index + 1, "(") && !source.isWord(index - 1, "function") {
            if calls.count < ScriptFunctions.maximumCalls { calls.append(index + 1) }
        }
        called[name] = calls
        return calls
    }

    /// Returns the functions around an index, the innermost first.
    func around(_ index: Int) -> [Function] {
        var found: [Function] = []
        var place = index
        for _ in 0..<ScriptFunctions.maximumDepth {
            guard let open = source.bracket(around: place) else { break }
            if let function = function(at: open) { found.append(function) }
            place = open
        }
        return found
    }

    private func function(at brace: Int) -> Function? {
        if let known = functions[brace] { return known }
        let function = source.isSymbol(brace, "{") ? read(brace) : nil
        functions.updateValue(function, forKey: brace)
        return function
    }

    private func read(_ brace: Int) -> Function? {
        guard let close = parametersEnd(before: brace) else { return nil }
        let isArrow = source.isSymbol(brace - 1, "=>")
        let open = source.isSymbol(close, ")") ? source.other(close) : close
        var start = open - 1
        if source.isSymbol(start, "*") { start -= 1 }
        var name = ""
        if source.isWord(start, "function") {
            name = assigned(before: start)
        } else if isArrow {
            name = assigned(before: open)
        } else if source[start].isWord, !ScriptFunctions.statements.contains(source[start].text) {
            name = source[start].text
        } else {
            return nil
        }
        let parts = source.isSymbol(close, ")") ? source.split(source.inside(open)) : [close ..| close + 1]
        let parameters = parts.map { part in part.first { source[$0].isWord }.map { source[$0].text } ?? "" }
        return Function(name: name, parameters: parameters, body: source.inside(brace))
    }

    /// Returns the last token of the parameters before a body: `)`, or the only parameter of `name => {…}`.
    private func parametersEnd(before brace: Int) -> Int? {
        var index = brace - 1
        if source.isSymbol(index, "=>") {
            index -= 1
            if source[index].isWord, !source.isSymbol(index - 1, ":") { return index }
        }
        if source.isSymbol(index, ")") { return index }
        // The type of the result: `): Promise<void> {`.
        for back in stride(from: index, to: max(0, index - 12), by: -1) {
            if source.isSymbol(back, ":"), source.isSymbol(back - 1, ")") { return back - 1 }
            let token = source[back]
            guard token.isWord || [".", "<", ">", "[", "]", "|", ","].contains(token.text) else { return nil }
        }
        return nil
    }

    /// Returns the name that a function is assigned to: `name =`, `name: Type =`, `name:`.
    private func assigned(before index: Int) -> String {
        var index = index
        if source.isWord(index - 1, "async") { index -= 1 }
        guard source.isSymbol(index - 1, "=") || source.isSymbol(index - 1, ":"), source[index - 2].isWord else {
            return ""
        }
        return source[index - 2].text
    }
}
