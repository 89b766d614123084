// SPDX-License-Identifier: Apache-2.0

/// A scanner that locates the tokens of RFC 8259 text without keeping or copying anything.
///
/// All code in this module that reads JSON uses this scanner, so that decoding, validating and reading a single member
/// agree on the grammar. Errors have only an offset; a caller that knows the member adds its name.
package struct JSONScanner: ~Escapable {
    package let text: Span<UInt8>
    package let limits: DecodingLimits
    package let isStrict: Bool
    /// The offset of the byte to read next.
    package var position = 0
    /// The number of open objects and arrays.
    package var depth = 0

    @_lifetime(copy text)
    package init(_ text: Span<UInt8>, limits: DecodingLimits, isStrict: Bool) {
        self.text = text
        self.limits = limits
        self.isStrict = isStrict
    }

    /// The byte to read next, or 0 at the end, which begins no JSON token.
    @inline(__always)
    package var next: UInt8 { position < text.count ? text.byte(at: position) : 0 }

    /// Skips white space and returns the byte that follows, or 0 at the end.
    ///
    /// A NUL byte is returned as 1.
    @inline(__always)
    @_lifetime(self: copy self)
    package mutating func nextToken() -> UInt8 {
        while position < text.count {
            let byte = text.byte(at: position)
            if byte > .space { return byte }
            guard Base64.isWhiteSpace(byte) else { return byte == 0 ? 1 : byte }
            position &+= 1
        }
        return 0
    }

    /// Skips one byte that has been examined.
    @inline(__always)
    @_lifetime(self: copy self)
    package mutating func advance() {
        position &+= 1
    }

    /// Returns the error for a byte that cannot continue the text: a syntax error, or ill-formed UTF-8.
    @inline(never)
    package func unexpected() -> DecodeError {
        return unexpected(at: position)
    }

    /// Returns the error for the byte at `place`, where ill-formed UTF-8 takes precedence (CNT-011).
    func unexpected(at place: Int) -> DecodeError {
        let isIllFormed =
            place < text.count && text.byte(at: place) >= 0x80
            && UTF8Sequence.length(text, at: place, end: text.count) == nil
        return DecodeError(isIllFormed ? .jsonUTF8 : .jsonSyntax, offset: Swift.min(place, text.count))
    }

    /// Checks the size of a content, and that it does not begin with a byte order mark (CNT-012).
    @_lifetime(self: copy self)
    package mutating func begin() throws(DecodeError) {
        if text.count > limits.contentBytes { throw DecodeError(.limitSize, offset: 0) }
        if text.hasByteOrderMark { throw DecodeError(.jsonBOM, offset: 0) }
    }

    /// Checks that only white space follows the value (CNT-013).
    @_lifetime(self: copy self)
    package mutating func finish() throws(DecodeError) {
        _ = nextToken()
        guard position == text.count else {
            let error = unexpected()
            throw error.code == .jsonUTF8 ? error : DecodeError(.jsonTrailing, offset: position)
        }
    }

    /// Opens an object or array at its bracket.
    @inline(__always)
    @_lifetime(self: copy self)
    package mutating func open() throws(DecodeError) {
        if depth >= limits.depth { throw DecodeError(.limitDepth, offset: position) }
        depth &+= 1
        position &+= 1
    }

    /// Closes an object or array at its bracket.
    @inline(__always)
    @_lifetime(self: copy self)
    package mutating func close() {
        depth &-= 1
        position &+= 1
    }

    /// Moves to the next member of an object or element of an array, past its comma, or returns false before the
    /// closing bracket.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func movesToPart(before closing: UInt8, isFirst: inout Bool) throws(DecodeError) -> Bool {
        if nextToken() == closing { return false }
        if !isFirst {
            guard next == .comma else { throw unexpected() }
            advance()
            _ = nextToken()
        }
        isFirst = false
        return true
    }

    /// Reads the name of a member and moves past its colon to the value.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func memberName() throws(DecodeError) -> StringToken {
        guard next == .quote else { throw unexpected() }
        let name = try string()
        try colon()
        _ = nextToken()
        return name
    }

    /// Skips `true`, `false` or `null`.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func literal(_ word: StaticString) throws(DecodeError) {
        let end = position &+ word.utf8CodeUnitCount
        let last = unsafe UnsafeRawPointer(word.utf8Start + word.utf8CodeUnitCount - 4).loadUnaligned(as: UInt32.self)
        // Each word has four letters or, with the first one, five.
        guard end <= text.count, text.byte(at: position) == (unsafe word.utf8Start.pointee),
            text.halfWord(at: end &- 4) == last.littleEndian
        else { throw badLiteral(word) }
        position = end
    }

    @inline(never)
    private func badLiteral(_ word: StaticString) -> DecodeError {
        var failure = copyOfPosition()
        word.withUTF8Buffer { wanted in
            for index in 0..<wanted.count {
                guard failure < text.count, text.byte(at: failure) == (unsafe wanted[index]) else { break }
                failure += 1
            }
        }
        return unexpected(at: failure)
    }

    private func copyOfPosition() -> Int { position }
}
