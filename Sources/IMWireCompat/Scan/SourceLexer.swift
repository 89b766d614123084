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

    private init(_ bytes: consuming [UInt8], _ syntax: SourceSyntax, _ maximum: Int) {
        self.bytes = bytes
        self.syntax = syntax
        tokens = TokenList(maximum: maximum)
    }

    /// Returns the tokens of a file, up to `maximum`.
    static func tokens(of bytes: consuming [UInt8], _ language: SourceLanguage, maximum: Int) -> SourceTokens {
        var lexer = SourceLexer(consume bytes, language.syntax, maximum)
        if lexer.syntax.php { lexer.skipMarkup() }
        if lexer.bytes.starts(with: [0xef, 0xbb, 0xbf]) { lexer.position = 3 }
        lexer.run(until: nil)
        if lexer.syntax.indentation { lexer.closeBlocks(to: 0) }
        // The lexer gives up its list, which would otherwise be copied when its brackets are marked.
        var list = TokenList(maximum: 0)
        swap(&list, &lexer.tokens)
        return SourceTokens(consume list)
    }

    /// Reads tokens up to the end of the text, or to the bracket that closes an expression in a string.
    mutating func run(until closing: UInt8?) {
        var open = 0
        let opening: UInt8 = closing == UInt8(ascii: ")") ? UInt8(ascii: "(") : UInt8(ascii: "{")
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

    /// Returns whether a character is at the position or a number of bytes after it.
    func isAt(_ character: Unicode.Scalar, _ ahead: Int = 0) -> Bool { peek(ahead) == UInt8(ascii: character) }

    func starts(with text: StaticString, at offset: Int = 0) -> Bool {
        text.withUTF8Buffer { wanted in
            let start = position + offset
            guard start + wanted.count <= bytes.count else { return false }
            for index in 0..<wanted.count where bytes[start + index] != wanted[index] { return false }
            return true
        }
    }

    mutating func add(_ kind: SourceToken.Kind, _ text: String, line: Int32? = nil) {
        tokens.append(kind, text, line ?? self.line, startsLine: startsLine)
        finishToken()
    }

    /// Adds a token with the text of a range.
    private mutating func add(_ kind: SourceToken.Kind, _ range: Range<Int>) {
        tokens.append(kind, bytes[range], line, startsLine: startsLine)
        finishToken()
    }

    private mutating func finishToken() {
        startsLine = false
        // The rest of a file with too many tokens is not read.
        if tokens.isOverfull { position = bytes.count }
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    mutating func token(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\n"): newline()
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), 0x0c: position += 1
        case UInt8(ascii: "/") where syntax.slashComments && isAt("/", 1): skipLine()
        case UInt8(ascii: "/") where syntax.slashComments && isAt("*", 1): skipBlockComment()
        case UInt8(ascii: "/") where syntax.regularExpressions && regularExpressionMayBegin: skipRegularExpression()
        case UInt8(ascii: "#") where syntax.hashComments && !(syntax.php && isAt("[", 1)): skipLine()
        case UInt8(ascii: "#") where syntax.php:
            position += 1
        case UInt8(ascii: "#") where syntax.hashStrings && hashStringBegins: hashString()
        case UInt8(ascii: "#") where syntax.directives && startsLine && depth == 0: directive()
        case UInt8(ascii: "\""): quoted(UInt8(ascii: "\""), prefix: [])
        case UInt8(ascii: "'") where syntax.singleQuotes: quoted(UInt8(ascii: "'"), prefix: [])
        case UInt8(ascii: "'"): character()
        case UInt8(ascii: "`"): backtick()
        case UInt8(ascii: "<") where syntax.php && starts(with: "<<<"): heredoc()
        case UInt8(ascii: "?") where syntax.php && isAt(">", 1):
            add(.symbol, ";")
            skipMarkup()
        case UInt8(ascii: "@") where syntax.atWords:
            position += 1
            if isAt("\"") { return quoted(UInt8(ascii: "\""), prefix: []) }
            if let next = peek(), SourceLexer.isNameStart(next) { return word(sigil: "@") }
            add(.symbol, "@")
        case UInt8(ascii: "\\") where syntax.indentation && isAt("\n", 1):
            position += 2
            line += 1
        case UInt8(ascii: "0")...UInt8(ascii: "9"): number()
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
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"),
            UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    static func isNamePart(_ byte: UInt8) -> Bool {
        isNameStart(byte) || isDigit(byte)
    }

    mutating func word(sigil: String) {
        let start = position
        while let byte = peek(), SourceLexer.isNamePart(byte) { position += 1 }
        if sigil.isEmpty { add(.word, start..<position) } else { add(.word, sigil + text(start..<position)) }
    }

    private mutating func number() {
        let start = position
        while let byte = peek(), SourceLexer.isNamePart(byte) || (byte == UInt8(ascii: ".") && digitFollows) {
            position += 1
        }
        add(.number, start..<position)
    }

    private var digitFollows: Bool {
        peek(1).map(SourceLexer.isDigit) ?? false
    }

    /// The symbols of several characters that are significant, longest first.
    private static let compound: [StaticString] = [
        "?->", "===", "!==", "...", "=>", "->", "==", "!=", "<=", ">=", "+=", "|=", ".=", "&&", "||", "::", "?.", "??",
        ":=",
    ]

    /// Whether the second character here may be that of a symbol of several.
    private var isCompound: Bool {
        switch peek(1) {
        case UInt8(ascii: "-"), UInt8(ascii: "="), UInt8(ascii: "."), UInt8(ascii: ">"), UInt8(ascii: "&"),
            UInt8(ascii: "|"), UInt8(ascii: ":"), UInt8(ascii: "?"):
            true
        default: false
        }
    }

    private mutating func symbol(_ byte: UInt8) {
        if isCompound, let compound = SourceLexer.compound.first(where: { starts(with: $0) }) {
            position += compound.utf8CodeUnitCount
            let text = compound.description
            switch text {
            case "::", "?.": return add(.symbol, ".")
            case "->" where syntax.php, "?->": return add(.symbol, ".")
            default: return add(.symbol, text)
            }
        }
        position += 1
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): brackets += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): brackets = max(0, brackets - 1)
        default: break
        }
        if byte == UInt8(ascii: ".") && syntax.php { return add(.symbol, "+") }
        add(.symbol, position - 1..<position)
    }

    // MARK: Blocks delimited by indentation

    private mutating func indent() {
        var column = 0
        while let byte = peek() {
            if byte == UInt8(ascii: " ") {
                column += 1
            } else if byte == UInt8(ascii: "\t") {
                column += 8 - column % 8
            } else {
                break
            }
            position += 1
        }
        guard let byte = peek(), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r"), byte != UInt8(ascii: "#")
        else { return }
        let current = indents.last ?? 0
        if column > current {
            indents.append(column)
            tokens.append(.symbol, "{", line, startsLine: false)
        } else {
            tokens.append(.symbol, ";", line, startsLine: false)
            closeBlocks(to: column)
        }
    }

    private mutating func closeBlocks(to column: Int) {
        if column == 0 && peek() == nil {
            tokens.append(.symbol, ";", line, startsLine: false)
        }
        while let last = indents.last, last > column, indents.count > 1 {
            indents.removeLast()
            tokens.append(.symbol, "}", line, startsLine: false)
        }
    }

    // MARK: Depth

    /// Whether another string with interpolated expressions may begin here.
    var mayNest: Bool { depth < SourceLexer.maximumDepth }
}
