// SPDX-License-Identifier: Apache-2.0

/// A piece of source text; comments have none.
struct SourceToken {
    enum Kind: UInt8 {
        case word, number, string, symbol
    }

    var kind: Kind
    /// A string's content with its escapes resolved; everything else as it is written.
    var text: String
    var line: Int32
    /// The first of its line.
    var startsLine: Bool

    func isSymbol(_ text: String) -> Bool { kind == .symbol && self.text == text }
    func isWord(_ text: String) -> Bool { kind == .word && self.text == text }
    var isString: Bool { kind == .string }
    var isWord: Bool { kind == .word }
}

/// A file's tokens, and where each bracket's other end is.
final class SourceTokens {
    let tokens: [SourceToken]
    /// For a bracket its partner; itself where there is none.
    let partner: [Int32]

    init(_ tokens: [SourceToken]) {
        var partner = [Int32](repeating: 0, count: tokens.count)
        var open: [(index: Int, closing: String)] = []
        for (index, token) in tokens.enumerated() {
            partner[index] = Int32(truncatingIfNeeded: index)
            guard token.kind == .symbol else { continue }
            switch token.text {
            case "(": open.append((index, ")"))
            case "[": open.append((index, "]"))
            case "{": open.append((index, "}"))
            case ")", "]", "}":
                // A closing bracket that fits none of the last few is passed over: the source may be broken.
                guard let depth = open.suffix(8).lastIndex(where: { $0.closing == token.text }) else { continue }
                partner[index] = Int32(truncatingIfNeeded: open[depth].index)
                partner[open[depth].index] = Int32(truncatingIfNeeded: index)
                open.removeSubrange(depth...)
            default: continue
            }
        }
        self.tokens = tokens
        self.partner = partner
    }

    var count: Int { tokens.count }

    /// The bracket around each token; -1 outside of all.
    private lazy var brackets: [Int32] = {
        var brackets = [Int32](repeating: -1, count: tokens.count)
        var open: [Int] = []
        for index in tokens.indices {
            while let last = open.last, other(last) <= index { open.removeLast() }
            brackets[index] = Int32(truncatingIfNeeded: open.last ?? -1)
            if other(index) > index { open.append(index) }
        }
        return brackets
    }()

    /// The bracket around the token at an index; nil outside of all.
    func bracket(around index: Int) -> Int? {
        guard tokens.indices.contains(index), brackets[index] >= 0 else { return nil }
        return Int(brackets[index])
    }

    /// Where a value is assigned to each name, in their order; built once, since a search for each use would take
    /// quadratic time.
    private lazy var assignments: [String: [Int]] = {
        var assignments: [String: [Int]] = [:]
        for index in tokens.indices.dropFirst() where isSymbol(index, "=") && tokens[index - 1].isWord {
            assignments[tokens[index - 1].text, default: []].append(index + 1)
        }
        return assignments
    }()

    /// Where the value begins that a name was last given before an index.
    func assignment(to name: String, before index: Int) -> Int? {
        guard let all = assignments[name] else { return nil }
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle] <= index { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? all[low - 1] : nil
    }

    /// The token at an index; an empty symbol outside.
    subscript(_ index: Int) -> SourceToken {
        tokens.indices.contains(index) ? tokens[index] : SourceToken(kind: .symbol, text: "", line: 0, startsLine: true)
    }

    /// Where the bracket at an index ends, or begins.
    func other(_ index: Int) -> Int {
        partner.indices.contains(index) ? Int(partner[index]) : index
    }

    /// The index after the token, or after the bracket that begins there.
    func after(_ index: Int) -> Int {
        max(other(index), index) + 1
    }

    func isSymbol(_ index: Int, _ text: String) -> Bool {
        tokens.indices.contains(index) && tokens[index].kind == .symbol && tokens[index].text == text
    }
    func isWord(_ index: Int, _ text: String) -> Bool {
        tokens.indices.contains(index) && tokens[index].kind == .word && tokens[index].text == text
    }
    func line(_ index: Int) -> Int { Int(self[index].line) }

    /// The parts of a range between commas, brackets taken whole.
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

    /// The first index in a range, outside of brackets, that holds a symbol.
    func first(_ text: String, in range: Range<Int>) -> Int? {
        var index = range.lowerBound
        while index < range.upperBound {
            if isSymbol(index, text) { return index }
            index = after(index)
        }
        return nil
    }

    /// Where the arguments of the call at an index begin; type arguments may stand between.
    func argumentsOpen(_ index: Int) -> Int? {
        if isSymbol(index + 1, "(") { return index + 1 }
        guard isSymbol(index + 1, "<") else { return nil }
        for next in index + 2 ..| index + 12 where isSymbol(next, ">") && isSymbol(next + 1, "(") { return next + 1 }
        return nil
    }

    /// What stands between the brackets whose first is at an index.
    func inside(_ index: Int) -> Range<Int> {
        let end = other(index)
        return end > index ? index + 1 ..| end : index + 1 ..| index + 1
    }
}
