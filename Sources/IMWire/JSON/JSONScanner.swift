// SPDX-License-Identifier: Apache-2.0

/// Walks over RFC 8259 text and says where each token lies; it keeps and copies nothing.
///
/// Everything that reads JSON in this module goes through this one scanner, so that decoding, validating and reading a
/// single member agree on what JSON is. Errors carry the offset alone; who knows the member adds its name.
package struct JSONScanner: ~Escapable {
    package let text: Span<UInt8>
    package let limits: DecodingLimits
    package let isStrict: Bool
    /// The byte that is read next.
    package var position = 0
    /// How many objects and arrays are open.
    package var depth = 0

    @_lifetime(copy text)
    package init(_ text: Span<UInt8>, limits: DecodingLimits, isStrict: Bool) {
        self.text = text
        self.limits = limits
        self.isStrict = isStrict
    }

    /// The byte that is read next, or 0 at the end: no JSON token begins with NUL.
    @inline(__always)
    package var next: UInt8 { position < text.count ? text.byte(at: position) : 0 }

    /// Passes over white space and returns the byte that follows, or 0 at the end.
    @inline(__always)
    @_lifetime(self: copy self)
    package mutating func nextToken() -> UInt8 {
        while position < text.count {
            let byte = text.byte(at: position)
            if byte > 0x20 { return byte }
            guard Base64.isWhiteSpace(byte) else { return byte == 0 ? 1 : byte }
            position &+= 1
        }
        return 0
    }

    /// Passes over one byte that has been looked at.
    @inline(__always)
    @_lifetime(self: copy self)
    package mutating func advance() {
        position &+= 1
    }

    /// The error for a byte that cannot continue the text: not JSON, or not even UTF-8.
    @inline(never)
    package func unexpected() -> DecodeError {
        return unexpected(at: position)
    }

    /// The same for a byte further on; what is not UTF-8 is that first (CNT-011).
    private func unexpected(at place: Int) -> DecodeError {
        let isIllFormed =
            place < text.count && text.byte(at: place) >= 0x80
            && UTF8Sequence.length(text, at: place, end: text.count) == nil
        return DecodeError(isIllFormed ? .jsonUTF8 : .jsonSyntax, offset: Swift.min(place, text.count))
    }

    /// Refuses what must not stand before (CNT-012) or around a content.
    @_lifetime(self: copy self)
    package mutating func begin() throws(DecodeError) {
        if text.count > limits.contentBytes { throw DecodeError(.limitSize, offset: 0) }
        if text.count >= 3, text.byte(at: 0) == 0xef, text.byte(at: 1) == 0xbb, text.byte(at: 2) == 0xbf {
            throw DecodeError(.jsonBOM, offset: 0)
        }
    }

    /// Refuses whatever follows the value but white space (CNT-013).
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

    /// Passes over `true`, `false` or `null`.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func literal(_ word: StaticString) throws(DecodeError) {
        if !Base64.starts(text, with: word, at: position) { throw badLiteral(word) }
        position &+= word.utf8CodeUnitCount
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
