// SPDX-License-Identifier: Apache-2.0

/// A way to decode a nested object: by a type or by a schema.
protocol NestedObject {
    associatedtype Object

    /// The deviation reported for an object without members, or 0 if such an object has no special meaning (CNT-043).
    var emptyDeviation: UInt16 { get }

    /// Decodes the object whose frame is the current frame of `reader`.
    @_lifetime(reader: copy reader)
    func members(_ reader: inout ContentDecoder) throws(DecodeError) -> Object
}

/// A nested object that is decoded by its own type.
private struct TypedObject<Object: ContentObject>: NestedObject {
    let emptyDeviation: UInt16

    @_lifetime(reader: copy reader)
    func members(_ reader: inout ContentDecoder) throws(DecodeError) -> Object {
        try Object(decoding: &reader)
    }
}

// MARK: - Nested objects and lists

extension ContentDecoder {
    /// Decodes a nested object by its own type (CNT-042).
    ///
    /// - Returns: The object, or nil if the value is null, an empty array, unreadable, or an empty object of a type for
    ///   which that means absence (CNT-043).
    @_lifetime(self: copy self)
    public mutating func object<Object: ContentObject>(_ type: Object.Type) throws(DecodeError) -> Object? {
        try object(by: TypedObject<Object>(emptyDeviation: Object.memberTable.emptyDeviation))
    }

    /// Decodes a nested object.
    ///
    /// - Returns: The object, or nil if the value is null, an empty array, unreadable, or an empty object that means
    ///   absence.
    @_lifetime(self: copy self)
    mutating func object<Nested: NestedObject>(by nested: Nested) throws(DecodeError) -> Nested.Object? {
        guard try beginObject(emptyDeviation: nested.emptyDeviation) else { return nil }
        let brace = scanner.position
        var isEmpty = false
        let object = try inside(nested, &isEmpty)
        if isEmpty {
            try empty(nested.emptyDeviation, at: brace)
            return nil
        }
        return object
    }

    /// Decodes the object at the reader's position in a new frame and determines whether it counts as absent.
    @_lifetime(self: copy self)
    private mutating func inside<Nested: NestedObject>(
        _ nested: Nested, _ isEmpty: inout Bool
    ) throws(DecodeError) -> Nested.Object {
        let outer = enter()
        let known = deviations.count
        do {
            let object = try nested.members(&self)
            isEmpty = meansNothing
            leave(outer, known)
            return object
        } catch {
            let located = error.within(stepName)
            leave(outer, known)
            throw located
        }
    }

    /// Whether the object just read counts as absent, because its type says so and it has no members other than nulls.
    ///
    /// Such an object would be written as `{}`, which is not read as an object either (CNT-031, CNT-043).
    var meansNothing: Bool {
        frame.table.emptyDeviation != 0 && frame.filled == 0
            && !unknown[frame.firstUnknown...].contains { !$0.isReplaced }
    }

    /// Reports an object or array in which nothing is set and marks its member as absent (CNT-043).
    @_lifetime(self: copy self)
    mutating func empty(_ deviation: UInt16, at start: Int) throws(DecodeError) {
        markEmpty()
        try deviate(Deviation.ID(deviation), .fieldType, at: start)
    }

    /// Returns whether an object follows.
    ///
    /// Skips null, `[]` and, if an empty object means absence, `{}` (CNT-031, CNT-043). Any other value is unreadable.
    @_lifetime(self: copy self)
    mutating func beginObject(emptyDeviation: UInt16) throws(DecodeError) -> Bool {
        switch scanner.nextToken() {
        case .openBrace:
            if emptyDeviation == 0 { return true }
            return try !skipsEmpty(before: .closeBrace, emptyDeviation)
        case UInt8(ascii: "n"):
            try null()
        case .openBracket:
            let deviation = emptyDeviation == 0 ? Deviation.ID.listForObject.number : emptyDeviation
            if try !skipsEmpty(before: .closeBracket, deviation) { try unreadable() }
        default:
            try unreadable()
        }
        return false
    }

    /// Returns whether the object or array at the reader's position is empty; if so, skips it and reads it as absent.
    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func skipsEmpty(before closing: UInt8, _ deviation: UInt16) throws(DecodeError) -> Bool {
        let start = scanner.position
        try scanner.open()
        guard scanner.nextToken() == closing else {
            scanner.position = start
            scanner.depth &-= 1
            return false
        }
        scanner.close()
        try empty(deviation, at: start)
        return true
    }

    /// Starts the frame of a nested object and returns the frame of the enclosing object.
    mutating func enter() -> ObjectFrame {
        let outer = frame
        frame = ObjectFrame()
        frame.firstUnknown = unknown.count
        frame.firstAlias = aliases.count
        frame.firstRaw = raw.count
        frame.firstPlace = places.count
        return outer
    }

    /// Restores the frame of the enclosing object and prepends the member's name to the paths of the nested deviations.
    mutating func leave(_ outer: ObjectFrame, _ known: Int) {
        if unknown.count > frame.firstUnknown { unknown.removeLast(unknown.count - frame.firstUnknown) }
        if aliases.count > frame.firstAlias { aliases.all.removeLast(aliases.count - frame.firstAlias) }
        if raw.count > frame.firstRaw { raw.all.removeLast(raw.count - frame.firstRaw) }
        if places.count > frame.firstPlace { places.all.removeLast(places.count - frame.firstPlace) }
        frame = outer
        guard known < deviations.count else { return }
        let step = "/" + stepName
        for index in known..<deviations.count { deviations[index].path = step + deviations[index].path }
    }

    /// Decodes an array of objects (CNT-044).
    ///
    /// - Returns: The objects, or nil if the value is null or unreadable, or if an item is not an object.
    @_lifetime(self: copy self)
    public mutating func objects<Object: ContentObject>(_ type: Object.Type) throws(DecodeError) -> [Object]? {
        try objects(by: TypedObject<Object>(emptyDeviation: 0))
    }

    /// Decodes an array of objects.
    ///
    /// - Returns: The objects, or nil if the value is null or unreadable, or if an item is not an object.
    @_lifetime(self: copy self)
    mutating func objects<Nested: NestedObject>(by nested: Nested) throws(DecodeError) -> [Nested.Object]? {
        guard try beginList() else { return nil }
        var objects: [Nested.Object] = []
        while try nextItem(objects.count) {
            guard scanner.next == .openBrace else {
                try unreadable()
                return nil
            }
            var isEmpty = false
            objects.append(try inside(nested, &isEmpty))
        }
        return objects
    }

    /// Returns whether an array follows, and opens it if so; skips null.
    @_lifetime(self: copy self)
    mutating func beginList() throws(DecodeError) -> Bool {
        switch scanner.nextToken() {
        case .openBracket:
            try scanner.open()
            return true
        case UInt8(ascii: "n"):
            try null()
            return false
        default:
            try unreadable()
            return false
        }
    }

    /// Returns whether another item follows, and moves to its first byte if so.
    @_lifetime(self: copy self)
    mutating func nextItem(_ index: Int) throws(DecodeError) -> Bool {
        frame.item = -1
        var byte = scanner.nextToken()
        if byte == .closeBracket {
            scanner.close()
            return false
        }
        if index > 0 {
            guard byte == .comma else { throw scanner.unexpected() }
            scanner.advance()
            byte = scanner.nextToken()
        }
        frame.item = index
        if index >= scanner.limits.items { throw DecodeError(.limitItems, offset: scanner.position) }
        return true
    }

    /// Decodes an array of strings; a single string is read as an array of one string (CNT-044).
    ///
    /// - Returns: The strings, or nil if the value is null or unreadable, or if an item cannot be read.
    @_lifetime(self: copy self)
    public mutating func strings() throws(DecodeError) -> [String]? {
        var strings: [String]? = []
        try eachString { token, text in
            switch token {
            case .string(let token): strings?.append(text.text(of: token))
            case .literal(let start, let end): strings?.append(text.text.string(start, end))
            case .meant, .absent: strings = nil
            }
        }
        return strings
    }

    /// Calls `body` for each string of an array; null and an unreadable array end with an absent item.
    @_lifetime(self: copy self)
    mutating func eachString(_ body: (TextToken, borrowing JSONScanner) -> Void) throws(DecodeError) {
        let first = scanner.nextToken()
        let listStart = scanner.position
        if first == .quote {
            let token = try scanner.string()
            let own = member.coerced
            try deviate(own == 0 ? .stringForList : Deviation.ID(own), .fieldType, at: token.start - 1)
            if token.loneSurrogate >= 0 { try keepRaw(from: token.start - 1, token.loneSurrogate, isList: true) }
            return body(.string(token), scanner)
        }
        guard try beginList() else { return body(.absent, scanner) }
        var loneSurrogate = -1
        var index = 0
        while try nextItem(index) {
            let itemStart = scanner.position
            switch scanner.next {
            case .quote:
                let token = try scanner.string()
                if loneSurrogate < 0 { loneSurrogate = token.loneSurrogate }
                body(.string(token), scanner)
            case UInt8(ascii: "t"), UInt8(ascii: "f"), .minus, UInt8(ascii: "0")...UInt8(ascii: "9"):
                try literalForString()
                try deviate(.otherString, .fieldType, at: itemStart)
                body(.literal(start: itemStart, end: scanner.position), scanner)
            default:
                try unreadable()
                return body(.absent, scanner)
            }
            index += 1
        }
        if loneSurrogate >= 0 { try keepRaw(from: listStart, loneSurrogate, isList: true) }
    }
}

// MARK: - Members that are kept as JSON text

extension ContentDecoder {
    /// Skips a value of any type and returns its range, or nil if the value is null.
    ///
    /// A value that is not a string is reported if the member has a deviation for it (CNT-038).
    @_lifetime(self: copy self)
    mutating func anyRange() throws(DecodeError) -> Range<Int>? {
        let byte = scanner.nextToken()
        let start = scanner.position
        if byte == .quote {
            let token = try scanner.quickString()
            if token.loneSurrogate >= 0 { try deviate(.loneSurrogate, .jsonSurrogate, at: token.loneSurrogate) }
            return start..<scanner.position
        }
        if byte == UInt8(ascii: "n") {
            try null()
            return nil
        }
        let own = member.coerced
        let loneSurrogate = try scanner.skipValue()
        if own != 0 { try deviate(Deviation.ID(own), .fieldType, at: start) }
        if loneSurrogate >= 0 { try deviate(.loneSurrogate, .jsonSurrogate, at: loneSurrogate) }
        return start..<scanner.position
    }

    /// Decodes a value of any type as the JSON text that arrived.
    @_lifetime(self: copy self)
    public mutating func any() throws(DecodeError) -> RawJSON? {
        guard let range = try anyRange() else { return nil }
        return RawJSON(scanned: scanner.text.string(range.lowerBound, range.upperBound))
    }

    /// Skips an object or array that is kept as JSON text; an object may also arrive as text in a string (CNT-045).
    @_lifetime(self: copy self)
    mutating func rawToken(_ bracket: UInt8, orText: Bool = true) throws(DecodeError) -> RawToken {
        let byte = scanner.nextToken()
        let start = scanner.position
        if byte == bracket {
            let loneSurrogate = try scanner.skipValue()
            if loneSurrogate >= 0 { try deviate(.loneSurrogate, .jsonSurrogate, at: loneSurrogate) }
            return .range(start..<scanner.position)
        }
        if byte == UInt8(ascii: "n") {
            try null()
            return .absent
        }
        guard byte == .quote, bracket == .openBrace, orText else {
            if byte == .openBracket {
                _ = try beginObject(emptyDeviation: 0)
            } else {
                try unreadable()
            }
            return .absent
        }
        let token = try scanner.string()
        let text = scanner.text(of: token)
        guard token.loneSurrogate < 0, let hasLoneSurrogate = hasLoneSurrogate(inObject: text) else {
            scanner.position = start
            try unreadable()
            return .absent
        }
        let own = member.coerced
        try deviate(own == 0 ? .objectInString : Deviation.ID(own), .fieldType, at: start)
        if hasLoneSurrogate { try deviate(.loneSurrogate, .jsonSurrogate, at: start) }
        // Drop the surrounding white space, which a second decoding would not see (CNT-077).
        let object = text.utf8.span.trimmed
        return .text(object.string(0, object.count))
    }

    /// Returns whether the object in a string contains an escaped lone surrogate, or nil if the text is not a valid
    /// object.
    func hasLoneSurrogate(inObject text: String) -> Bool? {
        var inner = JSONScanner(text.utf8.span, limits: scanner.limits, isStrict: false)
        inner.depth = scanner.depth
        guard inner.nextToken() == .openBrace, let lone = try? inner.skipValue(), (try? inner.finish()) != nil else {
            return nil
        }
        return lone >= 0
    }

    /// The range of a raw value in the input, or its text if it was found inside a string.
    enum RawToken {
        case absent
        case range(Range<Int>)
        case text(String)
    }

    /// Decodes an object that is kept as JSON text.
    @_lifetime(self: copy self)
    public mutating func rawObject() throws(DecodeError) -> RawJSON? {
        let token = try rawToken(.openBrace)
        return raw(token)
    }

    /// Decodes an array that is kept as JSON text.
    @_lifetime(self: copy self)
    public mutating func rawArray() throws(DecodeError) -> RawJSON? {
        let token = try rawToken(.openBracket)
        return raw(token)
    }

    /// Returns the JSON text of a token that has already been read.
    ///
    /// Reading the token in the argument of this call would copy the reader, including all its deviations.
    private func raw(_ token: RawToken) -> RawJSON? {
        switch token {
        case .absent: nil
        case .range(let range): RawJSON(scanned: scanner.text.string(range.lowerBound, range.upperBound))
        case .text(let text): RawJSON(scanned: text)
        }
    }

    /// Decodes an object whose values should be strings or arrays of strings, and keeps it as JSON text.
    @_lifetime(self: copy self)
    public mutating func map(ofLists: Bool) throws(DecodeError) -> RawJSON? {
        let token = try mapToken(ofLists: ofLists)
        return raw(token)
    }

    /// Skips a map and reports the first value of another type.
    @_lifetime(self: copy self)
    mutating func mapToken(ofLists: Bool) throws(DecodeError) -> RawToken {
        let token = try rawToken(.openBrace, orText: false)
        guard case .range(let range) = token else { return token }
        var inner = JSONScanner(scanner.text.slice(0, range.upperBound), limits: scanner.limits, isStrict: false)
        inner.position = range.lowerBound + 1
        guard let fault = ContentDecoder.firstOther(&inner, ofLists: ofLists) else { return token }
        let own = member.coerced
        try deviate(own == 0 ? .otherString : Deviation.ID(own), .fieldType, at: fault)
        return token
    }

    /// Returns the offset of the first value that is not of the map's type, or nil if there is none.
    ///
    /// The map is known to be valid JSON.
    private static func firstOther(_ scanner: inout JSONScanner, ofLists: Bool) -> Int? {
        while scanner.nextToken() == .quote {
            guard (try? scanner.string()) != nil, (try? scanner.colon()) != nil else { return nil }
            let first = scanner.nextToken()
            let start = scanner.position
            if first != (ofLists ? .openBracket : .quote) { return start }
            if ofLists {
                scanner.advance()
                while scanner.nextToken() != .closeBracket {
                    if scanner.next != .quote { return start }
                    guard (try? scanner.string()) != nil else { return nil }
                    if scanner.nextToken() == .comma { scanner.advance() }
                }
                scanner.advance()
            } else if (try? scanner.string()) == nil {
                return nil
            }
            if scanner.nextToken() == .comma { scanner.advance() }
        }
        return nil
    }
}
