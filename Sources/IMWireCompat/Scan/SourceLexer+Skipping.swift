// SPDX-License-Identifier: Apache-2.0

/// Text that yields no tokens: comments, directives, text outside of the code, and regular expressions.
extension SourceLexer {
    // MARK: Comments

    mutating func skipLine() {
        while let byte = peek(), byte != UInt8(ascii: "\n") {
            if syntax.php && byte == UInt8(ascii: "?") && isAt(">", 1) { return }
            position += 1
        }
    }

    mutating func skipBlockComment() {
        var open = 1
        position += 2
        while let byte = peek() {
            if byte == UInt8(ascii: "\n") { line += 1 }
            if byte == UInt8(ascii: "*") && isAt("/", 1) {
                position += 2
                open -= 1
                if open == 0 { return }
            } else if byte == UInt8(ascii: "/") && isAt("*", 1) && syntax.nestedComments {
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
                position += byte == UInt8(ascii: "<") && isAt("=", 2) ? 3 : 5
                startsLine = true
                return
            }
            if byte == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
    }

    // MARK: Directives

    mutating func directive() {
        let start = position
        position += 1
        while let byte = peek(), SourceLexer.isBlank(byte) { position += 1 }
        if starts(with: "define") {
            position += 6
            add(.word, "#define")
            // The rest of the line is code, which ends with the line.
            while let byte = peek(), byte != UInt8(ascii: "\n") {
                if byte == UInt8(ascii: "\\") && isAt("\n", 1) {
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
            while let byte = peek(),
                byte == UInt8(ascii: "\n") || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
                    || byte == UInt8(ascii: "\r")
            {
                if byte == UInt8(ascii: "\n") { line += 1 }
                position += 1
            }
            if isAt("#") {
                position += 1
                while let byte = peek(), SourceLexer.isBlank(byte) { position += 1 }
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
        scan: while let byte = peek(), byte != UInt8(ascii: "\n") {
            position += 1
            switch byte {
            case UInt8(ascii: "\\"): position += 1
            case UInt8(ascii: "["), UInt8(ascii: "]"):
                if knowsFailure { break scan }
                inClass = byte == UInt8(ascii: "[")
            case UInt8(ascii: "/") where !inClass: return add(.number, "/")
            default: break
            }
        }
        if !knowsFailure { unendedExpressionLimit = position }
        position = start + 1
        add(.symbol, "/")
    }
}
