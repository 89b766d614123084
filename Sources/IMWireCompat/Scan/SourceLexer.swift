// SPDX-License-Identifier: Apache-2.0

/// A lexer that splits source text into tokens.
///
/// Any sequence of bytes yields tokens, even if it is not valid in any language.
struct SourceLexer {
    let bytes: [UInt8]
    let syntax: SourceSyntax
    var position = 0
    var line: Int32 = 1
    var tokens: TokenList
    var startsLine = true
    /// The number of strings with interpolated expressions that enclose the position.
    var depth = 0
    /// The end of the line on which a slash was found to begin no regular expression.
    var unendedExpressionLimit = 0
    private var indents: [Int] = [0]
    private var brackets = 0
    private static let maximumDepth = 24

    private init(_ bytes: [UInt8], _ syntax: SourceSyntax, _ maximum: Int) {
        self.bytes = bytes
        self.syntax = syntax
        tokens = TokenList(maximum: maximum)
    }

    /// Returns the tokens of a file, up to `maximum`.
    static func tokens(of bytes: [UInt8], _ language: SourceLanguage, maximum: Int) -> SourceTokens {
        var lexer = SourceLexer(bytes, language.syntax, maximum)
        if lexer.syntax.php { lexer.skipMarkup() }
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { lexer.position = 3 }
        lexer.run(until: nil)
        if lexer.syntax.indentation { lexer.closeBlocks(to: 0) }
        // The lexer gives up its list, which would otherwise be copied when its brackets are marked.
        var list = TokenList(maximum: 0)
        swap(&list, &lexer.tokens)
        list.finish()
        return SourceTokens(consume list)
    }

    /// Reads tokens up to the end of the text, or to the bracket that closes an expression in a string.
    mutating func run(until closing: UInt8?) {
        var open = 0
        let opening: UInt8 = closing == 0x29 ? 0x28 : 0x7b
        while let byte = peek() {
            if let closing {
                if byte == opening { open += 1 }
                if byte == closing {
                    if open == 0 { return }
                    open -= 1
                }
            }
            token(byte)
        }
    }

    func peek(_ ahead: Int = 0) -> UInt8? {
        let index = position + ahead
        return index < bytes.count ? bytes[index] : nil
    }

    func starts(with text: StaticString, at offset: Int = 0) -> Bool {
        text.withUTF8Buffer { wanted in
            let start = position + offset
            guard start + wanted.count <= bytes.count else { return false }
            for index in 0..<wanted.count where bytes[start + index] != wanted[index] { return false }
            return true
        }
    }

    mutating func add(_ kind: SourceToken.Kind, _ text: String, line: Int32? = nil) {
        tokens.append(SourceToken(kind: kind, text: text, line: line ?? self.line, startsLine: startsLine))
        startsLine = false
        // The rest of a file with too many tokens is not read.
        if tokens.isOverfull { position = bytes.count }
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    mutating func token(_ byte: UInt8) {
        switch byte {
        case 0x0a: newline()
        case 0x20, 0x09, 0x0d, 0x0c: position += 1
        case 0x2f where syntax.slashComments && peek(1) == 0x2f: skipLine()
        case 0x2f where syntax.slashComments && peek(1) == 0x2a: skipBlockComment()
        case 0x2f where syntax.regularExpressions && regularExpressionMayBegin: skipRegularExpression()
        case 0x23 where syntax.hashComments && !(syntax.php && peek(1) == 0x5b): skipLine()
        case 0x23 where syntax.php:
            position += 1
        case 0x23 where syntax.hashStrings && hashStringBegins: hashString()
        case 0x23 where syntax.directives && startsLine && depth == 0: directive()
        case 0x22: quoted(0x22, prefix: [])
        case 0x27 where syntax.singleQuotes: quoted(0x27, prefix: [])
        case 0x27: character()
        case 0x60: backtick()
        case 0x3c where syntax.php && starts(with: "<<<"): heredoc()
        case 0x3f where syntax.php && peek(1) == 0x3e:
            add(.symbol, ";")
            skipMarkup()
        case 0x40 where syntax.atWords:
            position += 1
            if peek() == 0x22 { return quoted(0x22, prefix: []) }
            if let next = peek(), SourceLexer.isNameStart(next) { return word(sigil: "@") }
            add(.symbol, "@")
        case 0x5c where syntax.indentation && peek(1) == 0x0a:
            position += 2
            line += 1
        case 0x30...0x39: number()
        default:
            if SourceLexer.isNameStart(byte) {
                if !syntax.prefixes.isEmpty, prefixedString() { return }
                word(sigil: "")
            } else if syntax.prefixes.contains(byte), prefixedString() {
                return
            } else {
                symbol(byte)
            }
        }
    }

    private mutating func newline() {
        position += 1
        line += 1
        startsLine = true
        if syntax.indentation && brackets == 0 && depth == 0 { indent() }
    }

    // MARK: Words, numbers, symbols

    static func isNameStart(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x41...0x5a, 0x61...0x7a, 0x5f, 0x24, 0x80...: true
        default: false
        }
    }

    static func isNamePart(_ byte: UInt8) -> Bool {
        isNameStart(byte) || (0x30...0x39).contains(byte)
    }

    mutating func word(sigil: String) {
        let start = position
        while let byte = peek(), SourceLexer.isNamePart(byte) { position += 1 }
        add(.word, sigil + text(start..<position))
    }

    private mutating func number() {
        let start = position
        while let byte = peek(), SourceLexer.isNamePart(byte) || (byte == 0x2e && digitFollows) { position += 1 }
        add(.number, text(start..<position))
    }

    private var digitFollows: Bool {
        guard let next = peek(1) else { return false }
        return (0x30...0x39).contains(next)
    }

    /// The symbols of several characters that are significant, longest first.
    private static let compound: [StaticString] = [
        "?->", "===", "!==", "...", "=>", "->", "==", "!=", "<=", ">=", "+=", "|=", ".=", "&&", "||", "::", "?.", "??",
        ":=",
    ]

    private mutating func symbol(_ byte: UInt8) {
        for compound in SourceLexer.compound where starts(with: compound) {
            position += compound.utf8CodeUnitCount
            let text = "\(compound)"
            switch text {
            case "::", "?.": return add(.symbol, ".")
            case "->" where syntax.php, "?->": return add(.symbol, ".")
            default: return add(.symbol, text)
            }
        }
        position += 1
        switch byte {
        case 0x28, 0x5b, 0x7b: brackets += 1
        case 0x29, 0x5d, 0x7d: brackets = max(0, brackets - 1)
        default: break
        }
        if byte == 0x2e && syntax.php { return add(.symbol, "+") }
        add(.symbol, String(UnicodeScalar(byte)))
    }

    // MARK: Blocks delimited by indentation

    private mutating func indent() {
        var column = 0
        while let byte = peek() {
            if byte == 0x20 {
                column += 1
            } else if byte == 0x09 {
                column += 8 - column % 8
            } else {
                break
            }
            position += 1
        }
        guard let byte = peek(), byte != 0x0a, byte != 0x0d, byte != 0x23 else { return }
        let current = indents.last ?? 0
        if column > current {
            indents.append(column)
            tokens.append(SourceToken(kind: .symbol, text: "{", line: line, startsLine: false))
        } else {
            tokens.append(SourceToken(kind: .symbol, text: ";", line: line, startsLine: false))
            closeBlocks(to: column)
        }
    }

    private mutating func closeBlocks(to column: Int) {
        if column == 0 && peek() == nil {
            tokens.append(SourceToken(kind: .symbol, text: ";", line: line, startsLine: false))
        }
        while let last = indents.last, last > column, indents.count > 1 {
            indents.removeLast()
            tokens.append(SourceToken(kind: .symbol, text: "}", line: line, startsLine: false))
        }
    }

    // MARK: Depth

    /// Whether another string with interpolated expressions may begin here.
    var mayNest: Bool { depth < SourceLexer.maximumDepth }
}
