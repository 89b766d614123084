// SPDX-License-Identifier: Apache-2.0

/// A token of source text; comments have none.
struct SourceToken {
    enum Kind: UInt8 {
        case word, number, string, symbol
    }

    var kind: Kind
    /// The content of a string with its escapes resolved, or the token as written.
    var text: String
    /// Whether the token is the first of its line.
    var startsLine: Bool

    func isSymbol(_ text: String) -> Bool { kind == .symbol && self.text == text }
    func isWord(_ text: String) -> Bool { kind == .word && self.text == text }
    var isString: Bool { kind == .string }
    var isWord: Bool { kind == .word }
}

/// The tokens of a file, with the matching brackets.
final class SourceTokens {
    let tokens: TokenList
    /// For each bracket with a match, the index of the match; for every other token, the index of the enclosing bracket,
    /// or -1 if there is none.
    private let links: [Int32]
    /// Whether the file has more tokens than are read.
    var isOverfull: Bool { tokens.isOverfull }

    init(_ list: consuming TokenList) {
        var tokens = consume list
        tokens.finish()
        var links = [Int32](repeating: -1, count: tokens.count)
        // The brackets by their texts: a closing one has the negative number of the one that it closes.
        var numbers = [Int](repeating: 0, count: tokens.texts.count)
        for (number, text) in [(1, "("), (2, "["), (3, "{"), (-1, ")"), (-2, "]"), (-3, "}")] {
            if let index = tokens.textIndex(of: text) { numbers[index] = number }
        }
        var open: [(index: Int, number: Int)] = []
        for index in tokens.indices where tokens.kind(index) == .symbol {
            let number = numbers[tokens.textIndex(at: index)]
            if number > 0 { open.append((index, number)) }
            // A closing bracket that matches none of the last few is skipped, because the source may be malformed.
            guard number < 0, let depth = open.suffix(8).lastIndex(where: { $0.number == -number }) else { continue }
            links[index] = Int32(truncatingIfNeeded: open[depth].index)
            links[open[depth].index] = Int32(truncatingIfNeeded: index)
            tokens.markBracket(index)
            tokens.markBracket(open[depth].index)
            open.removeSubrange(depth...)
        }
        var enclosing: [Int32] = []
        for index in tokens.indices {
            if !tokens.isBracket(index) {
                links[index] = enclosing.last ?? -1
            } else if links[index] > index {
                enclosing.append(Int32(truncatingIfNeeded: index))
            } else {
                _ = enclosing.popLast()
            }
        }
        self.tokens = tokens
        self.links = links
    }

    var count: Int { tokens.count }

    /// Returns the bracket that encloses the token at an index, or nil if there is none.
    func bracket(around index: Int) -> Int? {
        guard tokens.indices.contains(index) else { return nil }
        var index = index
        // A bracket is enclosed like the token before it, of which brackets may be a long row.
        for _ in 0..<64 {
            if !tokens.isBracket(index) { return links[index] < 0 ? nil : Int(links[index]) }
            index = min(index, other(index)) - 1
            guard index >= 0 else { return nil }
            if tokens.isBracket(index), other(index) > index { return index }
        }
        return nil
    }

    /// The start of each value assigned to a name, in order; built once, because a search for each use would take
    /// quadratic time.
    private lazy var assignments: [String: [Int]] = {
        var assignments: [String: [Int]] = [:]
        for index in places(of: .symbol, among: ["="]) where index > 0 && tokens.kind(index - 1) == .word {
            assignments[tokens.text(index - 1), default: []].append(index + 1)
        }
        return assignments
    }()

    /// Returns the start of the value last assigned to a name before an index.
    func assignment(to name: String, before index: Int) -> Int? {
        guard let all = assignments[name] else { return nil }
        let end = all.firstSorted { $0 > index }
        return end > 0 ? all[end - 1] : nil
    }

    /// Returns the token at an index, or an empty symbol outside the file.
    subscript(_ index: Int) -> SourceToken {
        index >= 0 && index < tokens.count
            ? tokens[index] : SourceToken(kind: .symbol, text: "", startsLine: true)
    }

    /// The places of the tokens by their texts.
    private(set) lazy var byText = tokens.places()

    /// The indices of the strings that look like objectNames.
    private(set) lazy var objectNames = places(of: .string, where: ObjectNameShape.fits)

    /// Returns the index of the bracket that matches the one at an index.
    func other(_ index: Int) -> Int {
        index >= 0 && index < links.count && tokens.isBracket(index) ? Int(links[index]) : index
    }

    /// Returns the index after the token, or after the bracketed range that begins there.
    func after(_ index: Int) -> Int {
        max(other(index), index) + 1
    }

    func isSymbol(_ index: Int, _ text: String) -> Bool {
        tokens.holds(.symbol, text, at: index)
    }
    func isWord(_ index: Int, _ text: String) -> Bool {
        tokens.holds(.word, text, at: index)
    }
    func line(_ index: Int) -> Int { tokens.line(index) }

    /// Returns the parts of a range between commas, without splitting inside brackets.
    func split(_ range: Range<Int>) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = range.lowerBound
        var index = start
        while index < range.upperBound {
            if isSymbol(index, ",") {
                if start < index { parts.append(start ..| index) }
                start = index + 1
                index += 1
            } else {
                index = after(index)
            }
        }
        let end = min(index, range.upperBound)
        if start < end { parts.append(start ..| end) }
        return parts
    }

    /// Returns the first index of a symbol in a range, outside of brackets.
    func first(_ text: String, in range: Range<Int>) -> Int? {
        var index = range.lowerBound
        while index < range.upperBound {
            if isSymbol(index, text) { return index }
            index = after(index)
        }
        return nil
    }

    /// Returns the end of the statement that begins at an index: a symbol that ends it, the next line, or the limit.
    ///
    /// A line that begins with one of the symbols in `joining` continues the statement.
    func statementEnd(
        _ start: Int, limit: Int, at ends: Set<String> = [";", "}"], joining: Set<String> = []
    ) -> Int {
        var end = start
        while end < count, end - start < limit {
            let symbol = self[end].kind == .symbol ? self[end].text : ""
            if ends.contains(symbol) || (end > start && self[end].startsLine && !joining.contains(symbol)) { break }
            end = after(end)
        }
        return min(end, count)
    }

    /// Returns the end of the statements of a `case`: the next label, the closing brace, or a limit.
    func caseEnd(_ start: Int, limit: Int) -> Int {
        var end = start
        while end < min(limit, count), !isWord(end, "case"), !isWord(end, "default"), !isSymbol(end, "}") {
            end = after(end)
        }
        return end
    }

    /// Returns the condition of an `if` whose parenthesis ends at an index, or nil if the token is another one.
    func condition(endingAt close: Int) -> Range<Int>? {
        let open = other(close)
        return isSymbol(close, ")") && open < close && isWord(open - 1, "if") ? open + 1 ..| close : nil
    }

    /// Returns the brace of the innermost block around an index, if the block is in a range.
    func block(around index: Int, in body: Range<Int>) -> Int? {
        bracket(around: index).flatMap { $0 >= body.lowerBound && isSymbol($0, "{") ? $0 : nil }
    }

    /// Returns the last word of a name with periods that begins at an index.
    func pathEnd(_ index: Int) -> Int {
        var last = index
        while isSymbol(last + 1, "."), self[last + 2].isWord { last += 2 }
        return last
    }

    /// Returns the text of a range without spaces, such as that of a declared type.
    func text(_ range: Range<Int>) -> String { range.prefix(12).map { self[$0].text }.joined() }

    /// Returns the start of the arguments of the call at an index, after any type arguments.
    func argumentsOpen(_ index: Int) -> Int? {
        if isSymbol(index + 1, "(") { return index + 1 }
        guard isSymbol(index + 1, "<") else { return nil }
        for next in index + 2 ..| index + 12 where isSymbol(next, ">") && isSymbol(next + 1, "(") { return next + 1 }
        return nil
    }

    /// Returns the range between the bracket at an index and its match.
    func inside(_ index: Int) -> Range<Int> {
        let end = other(index)
        return end > index ? index + 1 ..| end : index + 1 ..| index + 1
    }
}
