// SPDX-License-Identifier: Apache-2.0

/// An expression in place of a name, a key or a flag: literals, names of constants, and the operators between them.
///
/// It is evaluated after all files are known, because the constants may be declared anywhere.
struct SourceExpression: Sendable {
    enum Term: Sendable {
        case text(String)
        case number(Int)
        /// A constant's name with its qualifiers: `Names.gift`.
        case name([String])
        case join
        case or
        /// A part that a scanner cannot evaluate, in words.
        case unknown(String)
    }

    /// The terms, of which most expressions have one, which needs no array.
    struct Terms: RandomAccessCollection, Sendable {
        private enum Storage: Sendable {
            case one(Term)
            case list([Term])
        }

        private var storage = Storage.list([])

        var startIndex: Int { 0 }
        var endIndex: Int {
            switch storage {
            case .one: 1
            case .list(let terms): terms.count
            }
        }

        subscript(_ index: Int) -> Term {
            switch storage {
            case .one(let term): term
            case .list(let terms): terms[index]
            }
        }

        mutating func append(_ term: Term) {
            switch storage {
            case .one(let first): storage = .list([first, term])
            case .list(let terms) where terms.isEmpty: storage = .one(term)
            case .list(var terms):
                storage = .list([])
                terms.append(term)
                storage = .list(terms)
            }
        }
    }

    var terms: Terms
    /// The index of the file and the line, in four bytes each, because a scan keeps very many expressions.
    private var place: (file: Int32, line: Int32)
    var file: Int { Int(place.file) }
    var line: Int {
        get { Int(place.line) }
        set { place.line = Int32(clamping: newValue) }
    }
    /// The enclosing class; empty if there is none.
    var owner: String

    init(_ terms: Terms, file: Int, line: Int, owner: String) {
        self.terms = terms
        place = (Int32(clamping: file), Int32(clamping: line))
        self.owner = owner
    }

    init(text: String, file: Int, line: Int) {
        var terms = Terms()
        terms.append(.text(text))
        self.init(terms, file: file, line: line, owner: "")
    }

    init(_ source: SourceTokens, _ range: Range<Int>, file: Int, owner: String) {
        var terms = Terms()
        var index = range.lowerBound
        let end = min(range.upperBound, range.lowerBound + 64)
        while index < end {
            let token = source[index]
            switch token.kind {
            case .string: terms.append(.text(token.text))
            case .number where source.isSymbol(index - 1, "!") && index > range.lowerBound:
                // A minifier writes true and false as `!0` and `!1`.
                terms.append(.number(token.text == "0" ? 1 : 0))
            case .number: terms.append(SourceExpression.number(token.text))
            case .word:
                guard SourceExpression.read(word: token.text, source, &index, end, &terms) else {
                    index = end
                    continue
                }
                continue
            case .symbol:
                switch token.text {
                case "+": terms.append(.join)
                case "|", ",": terms.append(.or)
                case "(", ")", "]", ".", "!", "@": break
                case "[": if index > range.lowerBound { terms.append(.unknown("an element of a list")) }
                case "?":
                    if index + 1 < end { terms.append(.unknown("a condition")) }
                case ";", "??":
                    index = end
                    continue
                default: terms.append(.unknown("an expression with \(token.text)"))
                }
            }
            index += 1
        }
        if range.upperBound > end { terms.append(.unknown("a long expression")) }
        self.init(terms, file: file, line: source.line(range.lowerBound), owner: owner)
    }

    /// Words that convert a value without changing its meaning.
    private static let casts: Set<String> = [
        "int", "Int", "String", "string", "str", "NSInteger", "NSString", "RCMessagePersistent", "rawValue", "const",
        "new", "byte", "short", "long", "Number", "return", "Int32", "MessageFlag",
    ]

    /// Reads a constant's name; returns false if nothing that follows belongs to the value.
    private static func read(
        word: String, _ source: SourceTokens, _ index: inout Int, _ end: Int, _ terms: inout Terms
    ) -> Bool {
        switch word {
        case "as": return false
        case "or":
            terms.append(.or)
            index += 1
            return true
        case "true", "True", "YES":
            terms.append(.number(1))
            index += 1
            return true
        case "false", "False", "NO":
            terms.append(.number(0))
            index += 1
            return true
        default: break
        }
        var path = [word]
        var next = index + 1
        while source.isSymbol(next, "!"), source.isSymbol(next + 1, ".") { next += 1 }
        while next + 1 < end, source.isSymbol(next, "."), source[next + 1].isWord {
            path.append(source[next + 1].text)
            next += 2
        }
        // An entry of a table: `Types["gift"]`.
        while next + 2 < end, source.isSymbol(next, "["), source[next + 1].isString, source.isSymbol(next + 2, "]") {
            path.append(source[next + 1].text)
            next += 3
        }
        let isTransparent = path.count == 1 && (casts.contains(word) || isConversion(word, source, next))
        if isTransparent && source.isSymbol(next, ":") { next += 1 }
        index = next
        if source.isSymbol(next, "("), next < end {
            if isTransparent { return true }
            terms.append(.unknown("a call of \(path.joined(separator: "."))"))
            index = source.after(next)
            return true
        }
        if isTransparent { return true }
        while path.count > 1, ["self", "this", "Self", "static", "$this", "cls", "rawValue"].contains(path[0]) {
            path.removeFirst()
        }
        while path.count > 1, ["rawValue", "value", "getValue", "toString"].contains(path[path.count - 1]) {
            path.removeLast()
        }
        terms.append(.name(path))
        return true
    }

    /// Returns whether a call only converts a text to a type: `ObjectName("App:Gift")`.
    private static func isConversion(_ word: String, _ source: SourceTokens, _ open: Int) -> Bool {
        guard word.first?.isUppercase == true,
            word.hasSuffix("Name") || word.hasSuffix("Type") || word.hasSuffix("Flag"),
            source.isSymbol(open, "(")
        else { return false }
        return source.first(",", in: source.inside(open)) == nil
    }

    private static func number(_ text: String) -> Term {
        var digits = text.lowercased().filter { $0 != "_" }
        while let last = digits.last, "lu".contains(last) { digits.removeLast() }
        let value =
            digits.hasPrefix("0x")
            ? Int(digits.dropFirst(2), radix: 16)
            : digits.hasPrefix("0b") ? Int(digits.dropFirst(2), radix: 2) : Int(digits)
        return value.map(Term.number) ?? .unknown("the number \(text)")
    }

    /// Whether the expression contains a literal text.
    var holdsText: Bool {
        terms.contains { if case .text = $0 { true } else { false } }
    }

    /// Whether the expression is a literal that is no text: a number or null.
    var isOtherLiteral: Bool {
        guard terms.count == 1 else { return false }
        switch terms.first {
        case .number?: return true
        case .name(let path)?: return ["null", "nil", "None"].contains(path.joined())
        default: return false
        }
    }

    /// Whether a literal text of the expression contains a colon, as objectNames do.
    var holdsColon: Bool {
        terms.contains { if case .text(let text) = $0 { text.holds(":") } else { false } }
    }

    /// Returns whether the expression is a literal with a text.
    func isText(_ text: String) -> Bool {
        guard terms.count == 1, case .text(let own)? = terms.first else { return false }
        return own == text
    }

    /// The parts between `|`, `,` or `or`; nil if there is only one part, or 16 or more.
    var alternatives: [SourceExpression]? {
        let parts = terms.split { if case .or = $0 { true } else { false } }
        guard parts.count > 1, parts.count < 16 else { return nil }
        return parts.map { part in
            var terms = Terms()
            for term in part { terms.append(term) }
            return SourceExpression(terms, file: file, line: line, owner: owner)
        }
    }

    /// The first part that a scanner cannot evaluate; nil if there are only literals and names.
    var obstacle: String? {
        for case .unknown(let what) in terms { return what }
        return nil
    }

    /// The words of the expression, for people.
    var words: [String] {
        var words: [String] = []
        for case .name(let path) in terms { if let last = path.last { words.append(last) } }
        return words
    }
}
