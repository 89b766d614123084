// SPDX-License-Identifier: Apache-2.0

/// Text that yields no tokens: comments, directives, text outside of the code, and regular expressions.
extension SourceLexer {
    // MARK: Comments

    mutating func skipLine() {
        while let byte = peek(), byte != 0x0a {
            if syntax.php && byte == 0x3f && peek(1) == 0x3e { return }
            position += 1
        }
    }

    mutating func skipBlockComment() {
        var open = 1
        position += 2
        while let byte = peek() {
            if byte == 0x0a { line += 1 }
            if byte == 0x2a && peek(1) == 0x2f {
                position += 2
                open -= 1
                if open == 0 { return }
            } else if byte == 0x2f && peek(1) == 0x2a && syntax.nestedComments {
                position += 2
                open += 1
            } else {
                position += 1
            }
        }
    }

    /// Skips to the start of PHP code.
    mutating func skipMarkup() {
        while let byte = peek() {
            if starts(with: "<?php") || starts(with: "<?=") {
                position += byte == 0x3c && peek(2) == 0x3d ? 3 : 5
                startsLine = true
                return
            }
            if byte == 0x0a { line += 1 }
            position += 1
        }
    }

    // MARK: Directives

    mutating func directive() {
        let start = position
        position += 1
        while let byte = peek(), byte == 0x20 || byte == 0x09 { position += 1 }
        if starts(with: "define") {
            position += 6
            add(.word, "#define")
            // The rest of the line is code, which ends with the line.
            while let byte = peek(), byte != 0x0a {
                if byte == 0x5c && peek(1) == 0x0a {
                    position += 2
                    line += 1
                } else {
                    token(byte)
                }
            }
            return add(.symbol, ";")
        }
        let isOff = starts(with: "if 0") || starts(with: "if false")
        position = start
        skipLine()
        if isOff { skipDisabled() }
    }

    /// Skips text that a preprocessor would remove.
    mutating func skipDisabled() {
        var open = 1
        while peek() != nil {
            while let byte = peek(), byte == 0x0a || byte == 0x20 || byte == 0x09 || byte == 0x0d {
                if byte == 0x0a { line += 1 }
                position += 1
            }
            if peek() == 0x23 {
                position += 1
                while let byte = peek(), byte == 0x20 || byte == 0x09 { position += 1 }
                if starts(with: "if") { open += 1 }
                if starts(with: "endif") { open -= 1 }
                let isElse = open == 1 && (starts(with: "else") || starts(with: "elif"))
                if open == 0 || isElse { return skipLine() }
            }
            skipLine()
        }
    }

    // MARK: Regular expressions

    /// Whether a slash here begins a regular expression rather than a division, which depends on the preceding token.
    var regularExpressionMayBegin: Bool {
        guard let last = tokens.last else { return true }
        switch last.kind {
        case .number, .string: return false
        case .word: return ["return", "typeof", "case", "in", "of", "void", "throw", "new"].contains(last.text)
        case .symbol: return ![")", "]", "}"].contains(last.text)
        }
    }

    /// Skips a regular expression, or adds the slash as a division if no expression ends on this line.
    ///
    /// Only the first slash of a line that begins no expression is followed to the end of the line. The reading of that
    /// slash and the reading of a later one are in the same state from the next bracket on, so the later one begins an
    /// expression only if a slash precedes that bracket. A line of such slashes thus takes linear time.
    mutating func skipRegularExpression() {
        let start = position
        let knowsFailure = start < unendedExpressionLimit
        var inClass = false
        position += 1
        scan: while let byte = peek(), byte != 0x0a {
            position += 1
            switch byte {
            case 0x5c: position += 1
            case 0x5b, 0x5d:
                if knowsFailure { break scan }
                inClass = byte == 0x5b
            case 0x2f where !inClass: return add(.number, "/")
            default: break
            }
        }
        if !knowsFailure { unendedExpressionLimit = position }
        position = start + 1
        add(.symbol, "/")
    }
}
