// SPDX-License-Identifier: Apache-2.0

/// Where a number lies, and whether it is written without fraction and exponent.
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

    /// Passes over a number that is kept as text, and has the limit of other texts (CNT-094).
    @_lifetime(self: copy self)
    private mutating func skipNumber() throws(DecodeError) {
        let token = try numberText()
        if token.end &- token.start > limits.stringBytes { throw DecodeError(.limitString, offset: token.start) }
    }

    /// Finds a number: RFC 8259 §6, as text; nothing is computed (CNT-019).
    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func numberText() throws(DecodeError) -> NumberToken {
        var token = NumberToken(start: position, end: position)
        if next == 0x2d { position &+= 1 }
        if next == 0x30 {
            position &+= 1
        } else {
            try digits()
        }
        if next == 0x2e {
            token.isInteger = false
            position &+= 1
            try digits()
        }
        if next | 0x20 == 0x65 {
            token.isInteger = false
            position &+= 1
            if next == 0x2b || next == 0x2d { position &+= 1 }
            try digits()
        }
        token.end = position
        return token
    }

    /// Passes over one digit or more.
    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func digits() throws(DecodeError) {
        guard next &- 0x30 < 10 else { throw unexpected() }
        repeat { position &+= 1 } while next &- 0x30 < 10
    }

    /// Passes over one value of any kind; returns the offset of the first lone surrogate in it, or -1.
    ///
    /// Open containers are remembered as bits, so that no nesting costs stack or, up to 64 levels, memory.
    @_lifetime(self: copy self)
    package mutating func skipValue() throws(DecodeError) -> Int {
        var loneSurrogate = -1
        var open = ContainerStack()
        let outerDepth = depth
        while true {
            switch nextToken() {
            case 0x22:
                let token = try string()
                if loneSurrogate < 0 { loneSurrogate = token.loneSurrogate }
            case 0x7b:
                try self.open()
                if nextToken() != 0x7d {
                    open.push(isObject: true)
                    try skipName(&loneSurrogate)
                    continue
                }
                close()
            case 0x5b:
                try self.open()
                if nextToken() != 0x5d {
                    open.push(isObject: false)
                    continue
                }
                close()
            case 0x74: try literal("true")
            case 0x66: try literal("false")
            case 0x6e: try literal("null")
            case 0x2d, 0x30...0x39: try skipNumber()
            default: throw unexpected()
            }
            // A value has ended: close what ends with it, or go on to the next one.
            while true {
                if depth == outerDepth { return loneSurrogate }
                let byte = nextToken()
                if byte == 0x2c {
                    position &+= 1
                    if open.isObject {
                        _ = nextToken()
                        try skipName(&loneSurrogate)
                    }
                    break
                }
                guard byte == (open.isObject ? 0x7d : 0x5d) else { throw unexpected() }
                open.pop()
                close()
            }
        }
    }

    /// Passes over a member's name and its colon.
    @_lifetime(self: copy self)
    private mutating func skipName(_ loneSurrogate: inout Int) throws(DecodeError) {
        guard next == 0x22 else { throw unexpected() }
        let token = try string()
        if loneSurrogate < 0 { loneSurrogate = token.loneSurrogate }
        try colon()
    }

    /// Passes over a colon.
    @inline(__always)
    @_lifetime(self: copy self)
    package mutating func colon() throws(DecodeError) {
        guard nextToken() == 0x3a else { throw unexpected() }
        position &+= 1
    }
}

/// Which of the open containers are objects, a bit each.
private struct ContainerStack {
    private var bits: UInt64 = 0
    private var count = 0
    private var spilled: [UInt64] = []

    /// Whether the innermost one is an object.
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
