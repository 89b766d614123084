// SPDX-License-Identifier: Apache-2.0

/// The variables that hold the objects nested in the one that is written or read.
extension KeyRecognizer {
    /// Returns the variables in a value, which are objects nested in the one that receives the value.
    func variables(in range: Range<Int>, except receiver: String) -> [String] {
        range.prefix(12).filter { index in
            source[index].isWord && !source.isSymbol(index - 1, ".") && !source.isSymbol(index + 1, "(")
                && source[index].text != receiver
        }.map { source[$0].text }
    }

    func loopVariable(at index: Int, _ inner: inout Set<String>) {
        guard source.isWord(index, "for") else { return }
        for next in index + 1 ..| index + 10
        where source.isWord(next, "in") || source.isWord(next, "of") || source.isSymbol(next, ":") {
            if source[next - 1].isWord { inner.insert(source[next - 1].text) }
            return
        }
    }

    /// Returns the variable that receives the value read at an index: `name = (Type) source.read(…)`.
    func assigned(before index: Int) -> String? {
        var back = index - 1
        while back > 0, index - back < 12 {
            let token = source[back]
            if token.isSymbol("=") || token.isSymbol(":=") {
                return variable(before: back)
            }
            if token.kind == .symbol, [";", "{", "}", ","].contains(token.text) { return nil }
            back -= 1
        }
        return nil
    }

    /// Returns the variable that a `=` assigns to: `let name: Type<Of, It> =`, `Type name =`.
    private func variable(before equals: Int) -> String? {
        var index = equals - 1
        while index > 0, equals - index < 24 {
            if ["let", "var", "val", "const"].contains(source[index].text), source[index + 1].isWord {
                return source[index + 1].text
            }
            if source[index].kind == .symbol, [";", "{", "}", "(", "="].contains(source[index].text) { break }
            index -= 1
        }
        index = equals - 1
        if source.isSymbol(index - 1, ":") { index -= 2 }
        guard source[index].isWord, !source.isSymbol(index - 1, ".") else { return nil }
        return source[index].text
    }

    /// Returns the closure parameter of Kotlin's `read(…)?.let { name -> … }`.
    func closureParameter(after index: Int, _ end: Int) -> String? {
        guard file.language == .kotlin else { return nil }
        for next in index ..| min(index + 12, end) where source.isSymbol(next, "{") {
            return source[next + 1].isWord && source.isSymbol(next + 2, "->") ? source[next + 1].text : nil
        }
        return nil
    }
}
