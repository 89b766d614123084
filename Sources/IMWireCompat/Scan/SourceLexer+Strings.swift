// SPDX-License-Identifier: Apache-2.0

/// The form of a string literal.
private struct StringForm {
    var quote: UInt8
    /// The number of quotes: one or three.
    var width: Int
    var isRaw = false
    /// Whether a quote inside the string is doubled (C#).
    var isVerbatim = false
    var interpolation = SourceSyntax.Interpolation.none
    /// The number of `#` signs around the string (Swift).
    var hashes = 0
}

extension SourceLexer {
    /// Reads a string from its quote, after the letters of its prefix.
    mutating func quoted(_ quote: UInt8, prefix: [UInt8]) {
        let isTriple =
            (quote == UInt8(ascii: "\"") ? syntax.tripleDouble : syntax.tripleSingle) && peek(1) == quote
            && peek(2) == quote
        var form = StringForm(quote: quote, width: isTriple ? 3 : 1)
        switch syntax.interpolation {
        case .dollar: form.interpolation = quote == UInt8(ascii: "\"") || syntax.singleInterpolates ? .dollar : .none
        case .backslash: form.interpolation = .backslash
        case .braces: form.interpolation = prefix.contains { "fF$".utf8.contains($0) } ? .braces : .none
        case .none: break
        }
        if prefix.contains(where: { "rR".utf8.contains($0) }) {
            form.isRaw = true
            if syntax.interpolation == .dollar { form.interpolation = .none }
        }
        if prefix.contains(UInt8(ascii: "@")) { form.isVerbatim = true }
        if isTriple && syntax.prefixes.contains(UInt8(ascii: "@")) { form.isRaw = true }
        if syntax.php && quote == UInt8(ascii: "'") { form.interpolation = .none }
        position += form.width
        string(form)
    }

    /// Reads a string with prefix letters; returns false if no quote follows the letters.
    mutating func prefixedString() -> Bool {
        var length = 0
        while let byte = peek(length), syntax.prefixes.contains(byte), length < 3 { length += 1 }
        guard length > 0, let quote = peek(length),
            quote == UInt8(ascii: "\"") || (quote == UInt8(ascii: "'") && syntax.singleQuotes)
        else { return false }
        let prefix = Array(bytes[position..<position + length])
        position += length
        quoted(quote, prefix: prefix)
        return true
    }

    mutating func backtick() {
        position += 1
        switch syntax.backtick {
        case .template:
            var form = StringForm(quote: UInt8(ascii: "`"), width: 1)
            form.interpolation = .dollar
            string(form, spansLines: true)
        case .raw:
            string(StringForm(quote: UInt8(ascii: "`"), width: 1, isRaw: true), spansLines: true)
        case .name:
            let start = position
            while let byte = peek(), byte != UInt8(ascii: "`"), byte != UInt8(ascii: "\n") { position += 1 }
            add(.word, text(start..<position))
            if isAt("`") { position += 1 }
        }
    }

    /// Reads a character between single quotes, or a single quote alone.
    mutating func character() {
        let start = position
        position += 1
        while let byte = peek(), byte != UInt8(ascii: "\n"), position - start < 12 {
            position += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "'") { return add(.string, text(start + 1..<position - 1)) }
        }
        position = min(start + 1, bytes.count)
    }

    var hashStringBegins: Bool {
        var ahead = 0
        while isAt("#", ahead) { ahead += 1 }
        return isAt("\"", ahead)
    }

    mutating func hashString() {
        var hashes = 0
        while isAt("#") {
            hashes += 1
            position += 1
        }
        let isTriple = isAt("\"", 1) && isAt("\"", 2)
        position += isTriple ? 3 : 1
        string(StringForm(quote: UInt8(ascii: "\""), width: isTriple ? 3 : 1, isRaw: true, hashes: hashes))
    }

    /// Reads a text that ends at a line with its name (PHP); nothing in it is code.
    mutating func heredoc() {
        let begin = line
        let start = position
        position += 3
        while let byte = peek(), byte == UInt8(ascii: " ") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
            position += 1
        }
        let nameStart = position
        while let byte = peek(), SourceLexer.isNamePart(byte) { position += 1 }
        let name = Array(bytes[nameStart..<position])
        guard !name.isEmpty else {
            position = start + 1
            return add(.symbol, "<")
        }
        skipLine()
        let contentStart = min(position + 1, bytes.count)
        while peek() != nil {
            position += 1
            line += 1
            let lineStart = position
            while let byte = peek(), SourceLexer.isBlank(byte) { position += 1 }
            if bytes[position...].starts(with: name),
                !(peek(name.count).map(SourceLexer.isNamePart) ?? false)
            {
                position += name.count
                let content = contentStart < lineStart ? text(contentStart..<lineStart) : ""
                return add(.string, content, line: begin)
            }
            while let byte = peek(), byte != UInt8(ascii: "\n") { position += 1 }
        }
        add(.string, "", line: begin)
    }

    /// Reads the content of a string.
    ///
    /// An expression in it becomes separate tokens: `"a${b}"` reads like `("a" + (b) + "")`.
    private mutating func string(_ form: StringForm, spansLines: Bool = false) {
        let begin = line
        let spans = spansLines || form.width == 3 || form.isVerbatim || syntax.php
        var content: [UInt8] = []
        var isBuilt = false
        while let byte = peek() {
            if byte == form.quote, ends(form) {
                if form.isVerbatim && form.width == 1 && peek(1) == form.quote {
                    content.append(byte)
                    position += 2
                    continue
                }
                position += form.width + form.hashes
                return close(content, isBuilt, begin)
            }
            if byte == UInt8(ascii: "\n") {
                // An unterminated string ends with its line, which limits the damage.
                if !spans { return close(content, isBuilt, begin) }
                line += 1
            }
            if byte == UInt8(ascii: "\\") && form.interpolation == .backslash && !form.isRaw
                && isAt("(", 1) && mayNest
            {
                position += 2
                expression(&content, &isBuilt, begin, closing: UInt8(ascii: ")"))
            } else if byte == UInt8(ascii: "\\") && !form.isRaw && !form.isVerbatim {
                escape(&content)
            } else if byte == UInt8(ascii: "$") && form.interpolation == .dollar && mayNest
                && dollarExpressionBegins(form)
            {
                dollarExpression(&content, &isBuilt, begin)
            } else if byte == UInt8(ascii: "{") && form.interpolation == .dollar && syntax.php
                && isAt("$", 1) && mayNest
            {
                position += 1
                expression(&content, &isBuilt, begin, closing: UInt8(ascii: "}"))
            } else if byte == UInt8(ascii: "{") && form.interpolation == .braces && mayNest {
                if isAt("{", 1) {
                    content.append(byte)
                    position += 2
                } else {
                    position += 1
                    expression(&content, &isBuilt, begin, closing: UInt8(ascii: "}"))
                }
            } else {
                content.append(byte)
                position += 1
            }
        }
        close(content, isBuilt, begin)
    }

    private func ends(_ form: StringForm) -> Bool {
        for index in 0..<form.width where peek(index) != form.quote { return false }
        for index in 0..<form.hashes where !isAt("#", form.width + index) { return false }
        return true
    }

    private mutating func close(_ content: [UInt8], _ isBuilt: Bool, _ begin: Int32) {
        add(.string, String(decoding: content, as: UTF8.self), line: isBuilt ? line : begin)
        if isBuilt { add(.symbol, ")") }
    }

    private mutating func escape(_ content: inout [UInt8]) {
        position += 1
        guard let byte = peek() else { return }
        position += 1
        switch byte {
        case UInt8(ascii: "n"): content.append(UInt8(ascii: "\n"))
        case UInt8(ascii: "t"): content.append(UInt8(ascii: "\t"))
        case UInt8(ascii: "r"): content.append(UInt8(ascii: "\r"))
        case UInt8(ascii: "u"): unicode(&content)
        case UInt8(ascii: "\n"): line += 1
        default: content.append(byte)
        }
    }

    /// Reads the digits of `\u0041` or `\u{41}`.
    private mutating func unicode(_ content: inout [UInt8]) {
        let isBraced = isAt("{")
        let start = position + (isBraced ? 1 : 0)
        var end = start
        while end < bytes.count, end - start < (isBraced ? 8 : 4), Character(UnicodeScalar(bytes[end])).isHexDigit {
            end += 1
        }
        guard let value = UInt32(text(start..<max(start, end)), radix: 16), let scalar = UnicodeScalar(value) else {
            return content.append(UInt8(ascii: "u"))
        }
        content.append(contentsOf: String(Character(scalar)).utf8)
        position = isBraced && end < bytes.count ? end + 1 : end
    }

    // MARK: Expressions in strings

    private func dollarExpressionBegins(_ form: StringForm) -> Bool {
        guard let next = peek(1) else { return false }
        if next == UInt8(ascii: "{") { return true }
        return form.quote != UInt8(ascii: "`") && next != UInt8(ascii: "$") && SourceLexer.isNameStart(next)
    }

    private mutating func dollarExpression(_ content: inout [UInt8], _ isBuilt: inout Bool, _ begin: Int32) {
        if isAt("{", 1) {
            position += 2
            return expression(&content, &isBuilt, begin, closing: UInt8(ascii: "}"))
        }
        open(&content, &isBuilt, begin)
        if !syntax.php { position += 1 }
        let start = position
        position += 1
        while let byte = peek(), SourceLexer.isNamePart(byte), byte != UInt8(ascii: "$") { position += 1 }
        add(.word, text(start..<position))
        add(.symbol, ")")
        add(.symbol, "+")
    }

    private mutating func expression(
        _ content: inout [UInt8], _ isBuilt: inout Bool, _ begin: Int32, closing: UInt8
    ) {
        open(&content, &isBuilt, begin)
        depth += 1
        run(until: closing)
        depth -= 1
        if peek() == closing { position += 1 }
        add(.symbol, ")")
        add(.symbol, "+")
    }

    private mutating func open(_ content: inout [UInt8], _ isBuilt: inout Bool, _ begin: Int32) {
        if !isBuilt { add(.symbol, "(", line: begin) }
        isBuilt = true
        add(.string, String(decoding: content, as: UTF8.self))
        add(.symbol, "+")
        add(.symbol, "(")
        content = []
    }
}
