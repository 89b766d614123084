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
    private mutating func skipNumber() throws(DecodeError) {
        let token = try numberText()
        if token.end &- token.start > limits.stringBytes { throw DecodeError(.limitString, offset: token.start) }
    }

    /// Finds the text of a number by RFC 8259 §6, without computing its value (CNT-019).
    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func numberText() throws(DecodeError) -> NumberToken {
        var token = NumberToken(start: position, end: position)
        if next == .minus { position &+= 1 }
        if next == UInt8(ascii: "0") {
            position &+= 1
        } else {
            try digits()
        }
        if next == .point {
            token.isInteger = false
            position &+= 1
            try digits()
        }
        if next | 0x20 == UInt8(ascii: "e") {
            token.isInteger = false
            position &+= 1
            if next == .plus || next == .minus { position &+= 1 }
            try digits()
        }
        token.end = position
        return token
    }

    /// Skips one or more digits.
    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func digits() throws(DecodeError) {
        guard next.isDigit else { throw unexpected() }
        repeat { position &+= 1 } while next.isDigit
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
                let token = try string()
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
        let token = try string()
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
    private var spilled: [UInt64] = []

    /// Whether the innermost container is an object.
    @inline(__always)
    var isObject: Bool { bits & 1 == 1 }

    @inline(__always)
    mutating func push(isObject: Bool) {
        if count == 64 {
            spilled.append(bits)
            count = 0
        }
        bits = bits << 1 | (isObject ? 1 : 0)
        count &+= 1
    }

    @inline(__always)
    mutating func pop() {
        bits >>= 1
        count &-= 1
        if count == 0, let word = spilled.popLast() {
            bits = word
            count = 64
        }
    }
}
