// SPDX-License-Identifier: Apache-2.0

/// The location of a string's content, and the properties that are needed to read it.
package struct StringToken: BitwiseCopyable {
    /// The offset of the first byte after the opening quote.
    package var start: Int
    /// The offset of the closing quote.
    package var end: Int
    /// Whether the string contains an escape.
    package var isEscaped = false
    /// The offset of the first surrogate escape without a partner, or -1.
    package var loneSurrogate = -1
}

extension JSONScanner {
    /// Reads a string at its opening quote by RFC 8259 §7, with strict UTF-8 (CNT-011, CNT-015).
    @_lifetime(self: copy self)
    package mutating func string() throws(DecodeError) -> StringToken { try quickString() }

    /// Reads a string like ``string()``, without a call if it is plain and short, as most names are.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func quickString() throws(DecodeError) -> StringToken {
        let start = position &+ 1
        guard start &+ 16 <= text.count else { return try farString(start, start) }
        let length = BlockScan.plainText(inBlockOf: text, at: start)
        let end = start &+ length
        if length < 16, text.byte(at: end) == .quote, length <= limits.stringBytes {
            position = end &+ 1
            return StringToken(start: start, end: end)
        }
        return length < 16 ? try rest(StringToken(start: start, end: end)) : try farString(start, end)
    }

    /// Reads the rest of a string from `place`, before which all bytes are plain.
    @inline(never)
    @_lifetime(self: copy self)
    private mutating func farString(_ start: Int, _ place: Int) throws(DecodeError) -> StringToken {
        let near = Swift.min(text.count, start &+ JSONScanner.nearBytes)
        let end = BlockScan.plainText(text, from: place, to: near)
        if end < near, text.byte(at: end) == .quote, end &- start <= limits.stringBytes {
            position = end &+ 1
            return StringToken(start: start, end: end)
        }
        return try rest(StringToken(start: start, end: end))
    }

    /// The number of bytes of a string, a multiple of 16, within which its end is searched without a call.
    private static var nearBytes: Int { 64 }

    /// Reads a string that is expected to be one long run of Base64 digits, although any string is accepted (CNT-039).
    ///
    /// - Parameter isPlain: Whether the text is one line of standard Base64, possibly with escaped slashes. It may be
    ///   false if only resolving the escapes can show it.
    @_lifetime(self: copy self)
    mutating func base64String(_ isPlain: inout Bool) throws(DecodeError) -> StringToken {
        var token = StringToken(start: position &+ 1, end: position &+ 1)
        var escapes = 0
        while true {
            token.end = BlockScan.base64(text, from: token.end, to: text.count)
            // `\/` is by far the most frequent escape.
            guard token.end &+ 1 < text.count, text.byte(at: token.end) == .backslash,
                text.byte(at: token.end &+ 1) == .slash
            else { break }
            token.isEscaped = true
            token.end &+= 2
            escapes &+= 1
        }
        let digitsEnd = token.end
        token = try rest(token)
        isPlain = Base64.isPlain(text, token, digitsEnd: digitsEnd, escapes: escapes)
        return token
    }

    /// Reads the rest of a string from `token.end`, before which all bytes are plain.
    @inline(never)
    @_lifetime(self: copy self)
    private mutating func rest(_ token: StringToken) throws(DecodeError) -> StringToken {
        var token = token
        position = token.end
        while position < text.count {
            let byte = text.byte(at: position)
            if byte == .quote {
                token.end = position
                if token.end &- token.start > limits.stringBytes {
                    throw DecodeError(.limitString, offset: token.start &- 1)
                }
                position &+= 1
                return token
            } else if byte == .backslash {
                token.isEscaped = true
                if position &+ 1 < text.count, text.byte(at: position &+ 1) == .slash {
                    position &+= 2  // `\/` is by far the most frequent escape, in Base64 and addresses
                } else {
                    let backslash = position
                    do throws(DecodeError) { try escape(&token) } catch { throw limited(error, at: backslash, token) }
                }
            } else if byte < .space {
                break
            } else {
                do throws(DecodeError) {
                    position = try JSONScanner.textEnd(text, from: position)
                } catch {
                    throw limited(error, at: error.offset, token)
                }
            }
        }
        throw limited(unexpected(), at: position, token)
    }

    /// Returns the error of a string that has a fault at an offset: that of the limit if the characters before the fault
    /// exceed it (CNT-094).
    private func limited(_ fault: DecodeError, at place: Int, _ token: StringToken) -> DecodeError {
        place &- token.start > limits.stringBytes ? DecodeError(.limitString, offset: token.start &- 1) : fault
    }

    /// Returns the offset of the first `"`, `\` or control character at or after `start`, or the end of the text.
    ///
    /// The text up to there is checked to be UTF-8.
    package static func textEnd(
        _ text: Span<UInt8>, from start: Int, level: Int32 = Kernels.level
    ) throws(DecodeError) -> Int {
        var place = start
        if start < text.count, text.byte(at: start) < 0x80 {
            // The next stop is often near, such as the next escape.
            let near = Swift.min(text.count, start &+ 16)
            place = BlockScan.plainText(text, from: start, to: near)
            if place < near, text.byte(at: place) < 0x80 { return place }
        }
        if level > 0 {
            place = Kernels.textEnd(text, from: place, to: text.count, level)
            if place == text.count || isStop(text.byte(at: place)) { return place }
        }
        // Without a kernel, or to find the exact place of a fault that a kernel has found.
        while place < text.count {
            if text.byte(at: place) < 0x80 {
                place = BlockScan.plainText(text, from: place, to: text.count)
                if place == text.count || text.byte(at: place) < 0x80 { break }
            }
            place = UTF8Sequence.endOfPairs(text, at: place, end: text.count)
            guard place < text.count, text.byte(at: place) >= 0x80 else { continue }
            guard let length = UTF8Sequence.length(text, at: place, end: text.count) else {
                throw DecodeError(.jsonUTF8, offset: place)
            }
            place &+= length
        }
        return place
    }

    /// Returns whether a byte ends a run of text in a JSON string.
    @inline(__always)
    private static func isStop(_ byte: UInt8) -> Bool { byte == .quote || byte == .backslash || byte < .space }

    /// Skips one escape at its backslash, or a whole surrogate pair.
    @_lifetime(self: copy self)
    private mutating func escape(_ token: inout StringToken) throws(DecodeError) {
        let backslash = position
        position &+= 1
        switch next {
        case .quote, .backslash, .slash, UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"),
            UInt8(ascii: "t"):
            position &+= 1
        case UInt8(ascii: "u"):
            position &+= 1
            let unit = try hexUnit()
            guard unit & 0xf800 == 0xd800 else { return }
            if unit < 0xdc00, position &+ 1 < text.count, text.byte(at: position) == .backslash,
                text.byte(at: position &+ 1) == UInt8(ascii: "u")
            {
                let second = position
                position &+= 2
                if try hexUnit() & 0xfc00 == 0xdc00 { return }
                position = second  // the second escape may begin a pair itself, or be lone as well
            }
            if isStrict { throw DecodeError(.jsonSurrogate, offset: backslash) }
            if token.loneSurrogate < 0 { token.loneSurrogate = backslash }
        default:
            throw unexpected()
        }
    }

    /// Reads the four hexadecimal digits after `\u`.
    @_lifetime(self: copy self)
    private mutating func hexUnit() throws(DecodeError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = JSONScanner.hexDigit(next) else { throw unexpected() }
            unit = unit << 4 | digit
            position &+= 1
        }
        return unit
    }

    @inline(__always)
    static func hexDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte &- UInt8(ascii: "0"))
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte &- UInt8(ascii: "A") &+ 10)
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte &- UInt8(ascii: "a") &+ 10)
        default: nil
        }
    }
}

extension JSONScanner {
    /// Returns the text of a string, in which a lone surrogate is U+FFFD.
    ///
    /// The caller also keeps the raw text (CNT-016).
    @inline(__always)
    package func text(of token: StringToken) -> String {
        token.isEscaped ? unescaped(token) : text.string(token.start, token.end)
    }

    /// Returns whether the text of a string has exactly these bytes.
    func holds(_ token: StringToken, _ bytes: Span<UInt8>) -> Bool {
        if token.isEscaped {
            let text = unescaped(token)
            return text.utf8.span.equals(bytes)
        }
        return text.slice(token.start, token.end).equals(bytes)
    }

    @inline(never)
    private func unescaped(_ token: StringToken) -> String {
        // The initializer of `String` that passes memory to write into would check the text again.
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: token.end - token.start) { buffer in
            let count = unsafe unescape(token, into: buffer)
            let bytes = unsafe UnsafeBufferPointer(start: buffer.baseAddress, count: count)
            return unsafe String(copying: UTF8Span(unchecked: Span(_unsafeElements: bytes)))
        }
    }

    /// Returns the bytes of a string with resolved escapes, in which a lone surrogate has the three bytes of UTF-8.
    package func resolved(_ token: StringToken) -> [UInt8] {
        unsafe Array(unsafeUninitializedCapacity: token.end - token.start) { buffer, count in
            count = unsafe unescape(token, into: buffer, keepsSurrogates: true)
        }
    }

    /// Writes the text of a string, which is never longer than its content between the quotes, and returns its length.
    private func unescape(
        _ token: StringToken, into buffer: UnsafeMutableBufferPointer<UInt8>, keepsSurrogates: Bool = false
    ) -> Int {
        var source = token.start
        var target = 0
        while source < token.end {
            let run = unsafe BlockScan.copyToBackslash(text, from: source, to: token.end, into: buffer, at: target)
            target &+= run &- source
            source = run
            if source == token.end { break }
            let kind = text.byte(at: source &+ 1)
            if kind != UInt8(ascii: "u") {
                unsafe buffer[target] = JSONScanner.shortEscape(kind)
                target &+= 1
                source &+= 2
                continue
            }
            var scalar = unit(at: source &+ 2)
            source &+= 6
            if scalar & 0xf800 == 0xd800 {
                let isPair =
                    scalar < 0xdc00 && source &+ 6 <= token.end && text.byte(at: source) == .backslash
                    && text.byte(at: source &+ 1) == UInt8(ascii: "u") && unit(at: source &+ 2) & 0xfc00 == 0xdc00
                if isPair {
                    scalar = 0x10000 &+ (scalar & 0x3ff) << 10 &+ (unit(at: source &+ 2) & 0x3ff)
                    source &+= 6
                } else if keepsSurrogates {
                    for code in [0xe0 | scalar >> 12, 0x80 | scalar >> 6 & 0x3f, 0x80 | scalar & 0x3f] {
                        unsafe buffer[target] = UInt8(truncatingIfNeeded: code)
                        target &+= 1
                    }
                    continue
                } else {
                    scalar = 0xfffd
                }
            }
            for code in UTF8.encode(Unicode.Scalar(scalar) ?? "\u{fffd}") ?? UTF8.encodedReplacementCharacter {
                unsafe buffer[target] = code
                target &+= 1
            }
        }
        return target
    }

    /// Returns the UTF-16 code unit whose four digits, already validated, start at `offset`.
    private func unit(at offset: Int) -> UInt32 {
        var unit: UInt32 = 0
        for index in 0..<4 { unit = unit << 4 | (JSONScanner.hexDigit(text.byte(at: offset &+ index)) ?? 0) }
        return unit
    }

    private static func shortEscape(_ kind: UInt8) -> UInt8 {
        switch kind {
        case UInt8(ascii: "b"): .backspace
        case UInt8(ascii: "f"): .formFeed
        case UInt8(ascii: "n"): .lineFeed
        case UInt8(ascii: "r"): .carriageReturn
        case UInt8(ascii: "t"): .tab
        default: kind  // quote, backslash, slash
        }
    }
}

extension Base64 {
    /// Returns whether the content of a JSON string, whose digits and `escapes` escaped slashes end at `digitsEnd`, is
    /// one line of standard Base64.
    @inline(__always)
    fileprivate static func isPlain(
        _ text: Span<UInt8>, _ token: StringToken, digitsEnd: Int, escapes: Int
    ) -> Bool {
        let padding = token.end &- digitsEnd
        guard (token.end &- token.start &- escapes) & 3 == 0, padding <= 2 else { return false }
        if padding == 0 { return true }
        // The last group must not contain a part of an escape.
        let group = token.end &- 4
        guard group >= token.start, group == token.start || text.byte(at: group &- 1) != .backslash else {
            return false
        }
        return form(of: text.slice(group, token.end)) == .plain
    }
}
