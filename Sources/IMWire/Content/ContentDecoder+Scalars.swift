// SPDX-License-Identifier: Apache-2.0

/// The token found where a string is expected.
enum TextToken {
    /// Null, which is read as absent (CNT-031), or a value that cannot be read.
    case absent
    case string(StringToken)
    /// A number or Boolean, which is read as its text (CNT-034).
    case literal(start: Int, end: Int)
    /// The text that a known wrong value stands for (CNT-047).
    case meant(FixedText)
}

/// The token found where a number is expected.
enum NumericToken {
    case absent
    case number(NumberToken)
    /// A number found inside a string, or the number that a known wrong value stands for.
    case meant(JSONNumber)
}

extension ContentDecoder {
    /// The table row of the member being read, or the general row if no table names it.
    var member: MemberTable.Member {
        if case .slot(let slot) = frame.step { frame.table.members[slot] } else { .general }
    }

    /// Returns the member's own deviation for a coerced value, or `general` if the member has none.
    private func coercion(_ general: Deviation.ID) -> Deviation.ID {
        let own = member.coerced
        return own == 0 ? general : Deviation.ID(own)
    }

    /// Marks the member being read as having no value.
    mutating func markEmpty() {
        if case .slot(let slot) = frame.step { frame.filled &= ~(1 << UInt64(slot)) }
    }

    /// Skips null and reports it as a deviation; the member counts as absent (CNT-031).
    @inline(never)
    @_lifetime(self: copy self)
    mutating func null() throws(DecodeError) {
        let start = scanner.position
        try scanner.literal("null")
        markEmpty()
        let own = member.null
        try deviate(own == 0 ? .null : Deviation.ID(own), .fieldType, at: start)
    }
}

// MARK: - Strings

extension ContentDecoder {
    /// Scans a string, or a value that may be read as one.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func stringToken() throws(DecodeError) -> TextToken {
        guard scanner.nextToken() == .quote else { return try otherForString() }
        let token = try scanner.quickString()
        if frame.table.hasOddities { return try oddString(token) }
        if token.loneSurrogate >= 0 { try keepRaw(from: token.start - 1, token.loneSurrogate) }
        return .string(token)
    }

    @inline(never)
    @_lifetime(self: copy self)
    private mutating func otherForString() throws(DecodeError) -> TextToken {
        let start = scanner.position
        switch scanner.nextToken() {
        case UInt8(ascii: "n"):
            try null()
            return .absent
        case UInt8(ascii: "t"), UInt8(ascii: "f"), .minus, UInt8(ascii: "0")...UInt8(ascii: "9"): try literalForString()
        default:
            try unreadable()
            return .absent
        }
        // The text of a number or Boolean is never empty, so a foreign member always has a value here (CNT-046).
        if member.foreign != 0 { try reportForeign(member) }
        try deviate(coercion(.otherString), .fieldType, at: start)
        return .literal(start: start, end: scanner.position)
    }

    /// Skips a number or Boolean that is read as its text (CNT-034).
    @_lifetime(self: copy self)
    mutating func literalForString() throws(DecodeError) {
        switch scanner.next {
        case UInt8(ascii: "t"): try scanner.literal("true")
        case UInt8(ascii: "f"): try scanner.literal("false")
        default: _ = try scanner.number()
        }
    }

    /// Checks a string for known wrong values and for members that must differ (CNT-047).
    @inline(never)
    @_lifetime(self: copy self)
    private mutating func oddString(_ token: StringToken) throws(DecodeError) -> TextToken {
        let member = self.member
        if member.foreign != 0, token.end > token.start { try reportForeign(member) }
        if token.loneSurrogate >= 0 { try keepRaw(from: token.start - 1, token.loneSurrogate) }
        for index in member.values.indices where text(token, is: member.values[index].written) {
            let value = member.values[index]
            try deviate(Deviation.ID(value.deviation), .fieldValue, at: token.start - 1)
            if case .text(let meant) = value.meant.value { return .meant(meant) }
        }
        if let twin = frame.table.twin, case .slot(let slot) = frame.step, slot == twin.first || slot == twin.second {
            let other = slot == twin.first ? frame.twins.second : frame.twins.first
            if other >= 0, token.end > token.start, isSameText(at: other, token) {
                try deviate(Deviation.ID(twin.deviation), .fieldValue, at: token.start - 1)
            }
            if slot == twin.first { frame.twins.first = token.start - 1 } else { frame.twins.second = token.start - 1 }
        }
        return .string(token)
    }

    /// Returns whether a string equals `wanted` byte for byte; canonically equivalent strings are different values.
    private func text(_ token: StringToken, is wanted: FixedText) -> Bool {
        scanner.text(of: token).equals(wanted.description)
    }

    /// Returns whether the string at a quote, which has been read before, has the same text.
    private func isSameText(at quote: Int, _ other: StringToken) -> Bool {
        var again = JSONScanner(scanner.text, limits: .unbounded, isStrict: false)
        again.position = quote
        guard let one = try? again.string() else { return false }
        return scanner.text(of: one).equals(scanner.text(of: other))
    }

    /// Reports that the sender's local state is present (CNT-046).
    ///
    /// The deviation is located at the name and is therefore reported before any deviation of the value.
    @_lifetime(self: copy self)
    private mutating func reportForeign(_ member: MemberTable.Member) throws(DecodeError) {
        try deviate(Deviation.ID(member.foreign), .fieldForeign, at: frame.nameStart)
    }

    /// Reports a lone surrogate and keeps the bytes of the value, because a string cannot hold it (CNT-016).
    @inline(never)
    @_lifetime(self: copy self)
    mutating func keepRaw(from start: Int, _ loneSurrogate: Int, isList: Bool = false) throws(DecodeError) {
        try deviate(.loneSurrogate, .jsonSurrogate, at: loneSurrogate)
        raw.all.append(ObjectFrame.RawMember(name: stepName, start: start, end: scanner.position, isList: isList))
    }

    /// Reads a string, or returns nil if the value is null or unreadable.
    @_lifetime(self: copy self)
    public mutating func string() throws(DecodeError) -> String? {
        switch try stringToken() {
        case .string(let token): scanner.text(of: token)
        case .absent: nil
        case .literal(let start, let end): scanner.text.string(start, end)
        case .meant(let text): text.description
        }
    }

    /// Scans a Base64 text and checks its form without decoding it (CNT-039 to CNT-041).
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func base64Token() throws(DecodeError) -> TextToken {
        guard scanner.nextToken() == .quote else { return try otherForBase64() }
        var isPlain = false
        let token = try scanner.base64String(&isPlain)
        if token.loneSurrogate >= 0 { try keepRaw(from: token.start - 1, token.loneSurrogate) }
        if !isPlain { try checkBase64(token) }
        return .string(token)
    }

    @inline(never)
    @_lifetime(self: copy self)
    private mutating func otherForBase64() throws(DecodeError) -> TextToken {
        let token = try otherForString()
        if case .literal(let start, let end) = token, Base64.form(of: scanner.text.slice(start, end)) != .plain {
            try deviate(.notBase64, .fieldBase64, at: start)
        }
        return token
    }

    @inline(never)
    @_lifetime(self: copy self)
    private mutating func checkBase64(_ token: StringToken) throws(DecodeError) {
        let text = scanner.text(of: token)
        let form = Base64.form(of: text.utf8.span)
        if form == .plain { return }
        let own = member.url
        var id = form == .wrapped ? Deviation.ID.wrappedBase64 : .notBase64
        if form == .other, own != 0 {
            let isURL = ["http:", "https:", "file:", "content:"].contains { text.utf8.starts(with: $0.utf8) }
            if isURL { id = Deviation.ID(own) }
        }
        // The lone surrogate is in the `data:` prefix, which is dropped (CNT-040, CNT-079).
        if form == .wrapped, token.loneSurrogate >= 0 { raw.all.removeLast() }
        try deviate(id, .fieldBase64, at: token.start - 1)
    }

    /// Reads a Base64 text, or returns nil if the value is null or unreadable.
    @_lifetime(self: copy self)
    public mutating func base64() throws(DecodeError) -> Base64Text? {
        switch try base64Token() {
        case .string(let token): Base64Text(text: scanner.text(of: token))
        case .absent: nil
        case .literal(let start, let end): Base64Text(text: scanner.text.string(start, end))
        case .meant(let text): Base64Text(text: text.description)
        }
    }
}

// MARK: - Numbers and booleans

extension ContentDecoder {
    /// Scans a number, or a value that may be read as one.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func numericToken(isInteger: Bool) throws(DecodeError) -> NumericToken {
        let byte = scanner.nextToken()
        guard byte == .minus || byte.isDigit else { return try otherForNumber(isInteger: isInteger) }
        let token = try scanner.number()
        if isInteger, !token.isInteger || token.end &- token.start > 18 { try checkInteger(token) }
        return .number(token)
    }

    /// Reports an integer that has a fraction or an exponent, or that does not fit in 64 bits (CNT-051).
    @inline(never)
    @_lifetime(self: copy self)
    private mutating func checkInteger(_ token: NumberToken) throws(DecodeError) {
        if token.isInteger, JSONNumber(token, in: scanner.text).int64 != nil { return }
        try deviate(coercion(.notAnInteger), .fieldType, at: token.start)
    }

    @inline(never)
    @_lifetime(self: copy self)
    private mutating func otherForNumber(isInteger: Bool) throws(DecodeError) -> NumericToken {
        let byte = scanner.nextToken()
        if byte == UInt8(ascii: "n") {
            try null()
            return .absent
        }
        guard byte == .quote else {
            try unreadable()
            return .absent
        }
        let start = scanner.position
        let token = try scanner.string()
        for index in member.values.indices where text(token, is: member.values[index].written) {
            let value = member.values[index]
            try deviate(Deviation.ID(value.deviation), .fieldValue, at: start)
            if case .integer(let meant) = value.meant.value { return .meant(JSONNumber(meant)) }
        }
        guard let number = number(inside: token) else {
            scanner.position = start
            try unreadable()
            return .absent
        }
        try deviate(coercion(.numberAsString), .fieldType, at: start)
        if isInteger, member.coerced == 0, number.int64 == nil, number.text != "-0" {
            try deviate(.notAnInteger, .fieldType, at: start)
        }
        return .meant(number)
    }

    /// Returns the number that makes up the whole of a string, or nil if the string holds anything else (CNT-032).
    private func number(inside token: StringToken) -> JSONNumber? {
        let text = scanner.text(of: token)
        return text.utf8.count <= scanner.limits.numberBytes ? JSONNumber(parsing: text.utf8.span) : nil
    }

    /// Reads a number as written, or returns nil if the value is null or unreadable.
    @_lifetime(self: copy self)
    public mutating func number() throws(DecodeError) -> JSONNumber? {
        let token = try numericToken(isInteger: false)
        return number(token)
    }

    /// Reads an integer, or returns nil if the value is null or unreadable.
    ///
    /// A number that does not fit or has a fraction keeps its text (CNT-051).
    @_lifetime(self: copy self)
    public mutating func integer() throws(DecodeError) -> JSONNumber? {
        let token = try numericToken(isInteger: true)
        return number(token)
    }

    /// Returns the number of a token that has already been read.
    ///
    /// Reading the token in the argument of this call would copy the reader, including all its deviations.
    @inline(__always)
    private func number(_ token: NumericToken) -> JSONNumber? {
        switch token {
        case .number(let token): JSONNumber(token, in: scanner.text)
        case .absent: nil
        case .meant(let value): value
        }
    }

    /// Reads a Boolean, including one written as 0, 1 or a string (CNT-033), or returns nil if the value is null or
    /// unreadable.
    @_lifetime(self: copy self)
    public mutating func boolean() throws(DecodeError) -> Bool? {
        let value: Bool
        switch scanner.nextToken() {
        case UInt8(ascii: "t"):
            try scanner.literal("true")
            value = true
        case UInt8(ascii: "f"):
            try scanner.literal("false")
            value = false
        default: return try otherForBoolean()
        }
        if value { try reportIfForeign() }
        return value
    }

    @inline(never)
    @_lifetime(self: copy self)
    private mutating func otherForBoolean() throws(DecodeError) -> Bool? {
        let byte = scanner.nextToken()
        let start = scanner.position
        let text: String
        switch byte {
        case UInt8(ascii: "n"):
            try null()
            return nil
        case .quote: text = scanner.text(of: try scanner.string())
        case .minus, UInt8(ascii: "0")...UInt8(ascii: "9"):
            let token = try scanner.number()
            text = scanner.text.string(token.start, token.end)
        default: text = ""
        }
        let value: Bool
        switch text {
        case "1": value = true
        case "0": value = false
        case "true" where byte == .quote: value = true
        case "false" where byte == .quote: value = false
        default:
            scanner.position = start
            try unreadable()
            return nil
        }
        if value { try reportIfForeign() }
        try deviate(coercion(.otherBoolean), .fieldType, at: start)
        return value
    }

    @_lifetime(self: copy self)
    private mutating func reportIfForeign() throws(DecodeError) {
        guard frame.table.hasOddities else { return }
        let member = self.member
        if member.foreign != 0 { try reportForeign(member) }
    }
}
