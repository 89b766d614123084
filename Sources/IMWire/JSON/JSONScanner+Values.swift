// SPDX-License-Identifier: Apache-2.0

/// The location of a number, and whether it is written without a fraction and an exponent.
package struct NumberToken {
    package var start: Int
    package var end: Int
    package var isInteger = true
}

extension JSONScanner {
    /// Reads a number of at most `numberBytes` characters (CNT-096).
    @_lifetime(self: copy self)
    package mutating func number() throws(DecodeError) -> NumberToken {
        let token = try numberText()
        if token.end &- token.start > limits.numberBytes { throw DecodeError(.limitNumber, offset: token.start) }
        return token
    }

    /// Skips a number that is kept as text and subject to the limit of strings (CNT-094).
    @_lifetime(self: copy self)
    @inline(__always)
    private mutating func skipNumber() throws(DecodeError) {
        // Most numbers are short and end before a comma or a bracket.
        let first = position
        var place = first
        while byte(at: place).isDigit { place &+= 1 }
        let end = byte(at: place)
        if end == .comma || end == .closeBrace || end == .closeBracket, place > first,
            text.byte(at: first) != UInt8(ascii: "0") || place == first &+ 1, place &- first <= limits.stringBytes
        {
            position = place
            return
        }
        try skipOtherNumber()
    }

    @inline(never)
    @_lifetime(self: copy self)
    private mutating func skipOtherNumber() throws(DecodeError) {
        let token = try numberText()
        if token.end &- token.start > limits.stringBytes { throw DecodeError(.limitString, offset: token.start) }
    }

    /// Finds the text of a number by RFC 8259 §6, without computing its value (CNT-019).
    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func numberText() throws(DecodeError) -> NumberToken {
        // A local variable is faster: updating `position` for each digit takes most of the time.
        var token = NumberToken(start: position, end: position)
        var place = position
        if byte(at: place) == .minus { place &+= 1 }
        if byte(at: place) == UInt8(ascii: "0") {
            place &+= 1
        } else {
            try digits(&place)
        }
        if byte(at: place) == .point {
            token.isInteger = false
            place &+= 1
            try digits(&place)
        }
        if byte(at: place) | 0x20 == UInt8(ascii: "e") {
            token.isInteger = false
            place &+= 1
            if byte(at: place) == .plus || byte(at: place) == .minus { place &+= 1 }
            try digits(&place)
        }
        token.end = place
        position = place
        return token
    }

    /// Returns the byte at an offset, or 0 at the end.
    @inline(__always)
    private func byte(at place: Int) -> UInt8 { place < text.count ? text.byte(at: place) : 0 }

    /// Skips one or more digits.
    @inline(__always)
    private func digits(_ place: inout Int) throws(DecodeError) {
        guard byte(at: place).isDigit else { throw unexpected(at: place) }
        repeat { place &+= 1 } while byte(at: place).isDigit
    }

    /// Skips one value of any kind, and returns the offset of the first lone surrogate in it or -1.
    ///
    /// Open containers are recorded as bits, so that nesting needs no stack and, up to 64 levels, no heap memory.
    @_lifetime(self: copy self)
    package mutating func skipValue() throws(DecodeError) -> Int {
        var loneSurrogate = -1
        var open = ContainerStack()
        let outerDepth = depth
        while true {
            switch nextToken() {
            case .quote:
                let token = try quickString()
                if loneSurrogate < 0 { loneSurrogate = token.loneSurrogate }
            case .openBrace:
                try self.open()
                if nextToken() != .closeBrace {
                    open.push(isObject: true)
                    try skipName(&loneSurrogate)
                    continue
                }
                close()
            case .openBracket:
                try self.open()
                if nextToken() != .closeBracket {
                    open.push(isObject: false)
                    continue
                }
                close()
            case UInt8(ascii: "t"): try literal("true")
            case UInt8(ascii: "f"): try literal("false")
            case UInt8(ascii: "n"): try literal("null")
            case .minus, UInt8(ascii: "0")...UInt8(ascii: "9"): try skipNumber()
            default: throw unexpected()
            }
            // A value has ended: close the containers that end with it, or continue with the next value.
            while true {
                if depth == outerDepth { return loneSurrogate }
                let byte = nextToken()
                if byte == .comma {
                    position &+= 1
                    if open.isObject {
                        _ = nextToken()
                        try skipName(&loneSurrogate)
                    }
                    break
                }
                guard byte == (open.isObject ? .closeBrace : .closeBracket) else { throw unexpected() }
                open.pop()
                close()
            }
        }
    }

    /// Skips a member's name and its colon.
    @_lifetime(self: copy self)
    private mutating func skipName(_ loneSurrogate: inout Int) throws(DecodeError) {
        guard next == .quote else { throw unexpected() }
        let token = try quickString()
        if loneSurrogate < 0 { loneSurrogate = token.loneSurrogate }
        try colon()
    }

    /// Skips a colon.
    @inline(__always)
    @_lifetime(self: copy self)
    package mutating func colon() throws(DecodeError) {
        guard nextToken() == .colon else { throw unexpected() }
        position &+= 1
    }
}

/// A stack with one bit for each open container, which is set if the container is an object.
private struct ContainerStack {
    private var bits: UInt64 = 0
    private var count = 0
    private var spilled = RareList<UInt64>()

    /// Whether the innermost container is an object.
    @inline(__always)
    var isObject: Bool { bits & 1 == 1 }

    @inline(__always)
    mutating func push(isObject: Bool) {
        if count == 64 {
            spilled.all.append(bits)
            count = 0
        }
        bits = bits << 1 | (isObject ? 1 : 0)
        count &+= 1
    }

    @inline(__always)
    mutating func pop() {
        bits >>= 1
        count &-= 1
        if count == 0, spilled.count > 0, let word = spilled.all.popLast() {
            bits = word
            count = 64
        }
    }
}
