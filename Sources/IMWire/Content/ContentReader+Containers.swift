// SPDX-License-Identifier: Apache-2.0

/// How an object inside another one is read: by a type, or by a schema.
protocol NestedObject {
    associatedtype Object

    /// What an object without members is reported as; 0 where it is nothing special (CNT-043).
    var emptyDeviation: UInt16 { get }

    /// Reads the object in whose frame `reader` stands.
    @_lifetime(reader: copy reader)
    func members(_ reader: inout ContentReader) throws(DecodeError) -> Object
}

/// Reads an object by its own type.
private struct TypedObject<Object: ContentObject>: NestedObject {
    let emptyDeviation: UInt16

    @_lifetime(reader: copy reader)
    func members(_ reader: inout ContentReader) throws(DecodeError) -> Object {
        try Object(decoding: &reader)
    }
}

// MARK: - Nested objects and lists

extension ContentReader {
    /// Reads a nested object by its own type (CNT-042); nil where it is null, or empty and therefore means nothing.
    @_lifetime(self: copy self)
    public mutating func object<Object: ContentObject>(_ type: Object.Type) throws(DecodeError) -> Object? {
        try object(by: TypedObject<Object>(emptyDeviation: 0))
    }

    /// Reads a nested object by its own type (CNT-042); nil where it is null, or empty and therefore means nothing.
    @_lifetime(self: copy self)
    public mutating func object<Object: TabledObject>(_ type: Object.Type) throws(DecodeError) -> Object? {
        try object(by: TypedObject<Object>(emptyDeviation: Object.memberTable.emptyDeviation))
    }

    /// Reads a nested object; nil where it is null, or empty and therefore means nothing.
    @_lifetime(self: copy self)
    mutating func object<Nested: NestedObject>(by nested: Nested) throws(DecodeError) -> Nested.Object? {
        guard try beginObject(emptyDeviation: nested.emptyDeviation) else { return nil }
        let brace = scanner.position
        let (object, isEmpty) = try inside(nested)
        if isEmpty { try empty(nested.emptyDeviation, at: brace) }
        return isEmpty ? nil : object
    }

    /// Reads the object in front of the reader in a frame of its own, and tells whether it means nothing.
    @_lifetime(self: copy self)
    private mutating func inside<Nested: NestedObject>(
        _ nested: Nested
    ) throws(DecodeError) -> (object: Nested.Object, isEmpty: Bool) {
        let outer = enter()
        let known = deviations.count
        do {
            let object = try nested.members(&self)
            let isEmpty = meansNothing
            leave(outer, known)
            return (object, isEmpty)
        } catch {
            let located = error.within(stepName)
            leave(outer, known)
            throw located
        }
    }

    /// Whether the object that was read is one that means nothing without a member, and had none but nulls: written
    /// again it would be `{}`, which is not read as an object either (CNT-031, CNT-043).
    var meansNothing: Bool {
        frame.table.emptyDeviation != 0 && frame.filled == 0
            && !unknown[frame.firstUnknown...].contains { !$0.isReplaced }
    }

    /// Reports an object in which nothing is set: the member counts as absent (CNT-043).
    @_lifetime(self: copy self)
    mutating func empty(_ deviation: UInt16, at brace: Int) throws(DecodeError) {
        markEmpty()
        try deviate(Deviation.ID(deviation), .fieldType, at: brace)
    }

    /// Whether an object follows; passes over null, `[]` and, where it means nothing, `{}` (CNT-031, CNT-043).
    @_lifetime(self: copy self)
    mutating func beginObject(emptyDeviation: UInt16) throws(DecodeError) -> Bool {
        switch scanner.nextToken() {
        case 0x7b:
            if emptyDeviation == 0 { return true }
            let brace = scanner.position
            scanner.advance()
            guard scanner.nextToken() == 0x7d else {
                scanner.position = brace
                return true
            }
            scanner.advance()
            markEmpty()
            try deviate(Deviation.ID(emptyDeviation), .fieldType, at: brace)
            return false
        case 0x6e:
            try null()
            return false
        case 0x5b:
            let bracket = scanner.position
            scanner.advance()
            guard scanner.nextToken() == 0x5d else {
                scanner.position = bracket
                try unreadable()
                return false
            }
            scanner.advance()
            markEmpty()
            try deviate(
                emptyDeviation == 0 ? .listForObject : Deviation.ID(emptyDeviation), .fieldType, at: bracket)
            return false
        default:
            try unreadable()
            return false
        }
    }

    /// Sets the object that is being read aside, for one inside it.
    mutating func enter() -> ObjectFrame {
        let outer = frame
        frame = ObjectFrame()
        frame.firstUnknown = unknown.count
        frame.firstAlias = aliases.count
        frame.firstRaw = raw.count
        frame.firstPlace = places.count
        return outer
    }

    /// Goes back to the outer object; what deviated inside gets its member's name in front.
    mutating func leave(_ outer: ObjectFrame, _ known: Int) {
        if unknown.count > frame.firstUnknown { unknown.removeLast(unknown.count - frame.firstUnknown) }
        if aliases.count > frame.firstAlias { aliases.removeLast(aliases.count - frame.firstAlias) }
        if raw.count > frame.firstRaw { raw.removeLast(raw.count - frame.firstRaw) }
        if places.count > frame.firstPlace { places.removeLast(places.count - frame.firstPlace) }
        frame = outer
        guard known < deviations.count else { return }
        let step = "/" + stepName
        for index in known..<deviations.count { deviations[index].path = step + deviations[index].path }
    }

    /// Reads a list of objects (CNT-044); nil where it is null, or an item is no object.
    @_lifetime(self: copy self)
    public mutating func objects<Object: ContentObject>(_ type: Object.Type) throws(DecodeError) -> [Object]? {
        try objects(by: TypedObject<Object>(emptyDeviation: 0))
    }

    /// Reads a list of objects; nil where it is null, or an item is no object.
    @_lifetime(self: copy self)
    mutating func objects<Nested: NestedObject>(by nested: Nested) throws(DecodeError) -> [Nested.Object]? {
        guard try beginList() else { return nil }
        var objects: [Nested.Object] = []
        while try nextItem(objects.count) {
            guard scanner.next == 0x7b else {
                try unreadable()
                return nil
            }
            objects.append(try inside(nested).object)
        }
        return objects
    }

    /// Whether a list follows, and opens it; passes over null.
    @_lifetime(self: copy self)
    mutating func beginList() throws(DecodeError) -> Bool {
        switch scanner.nextToken() {
        case 0x5b:
            try scanner.open()
            return true
        case 0x6e:
            try null()
            return false
        default:
            try unreadable()
            return false
        }
    }

    /// Whether another item follows; stands on its first byte then.
    @_lifetime(self: copy self)
    mutating func nextItem(_ index: Int) throws(DecodeError) -> Bool {
        frame.item = -1
        var byte = scanner.nextToken()
        if byte == 0x5d {
            scanner.close()
            return false
        }
        if index > 0 {
            guard byte == 0x2c else { throw scanner.unexpected() }
            scanner.advance()
            byte = scanner.nextToken()
        }
        frame.item = index
        if index >= scanner.limits.items { throw DecodeError(.limitItems, offset: scanner.position) }
        return true
    }

    /// Reads a list of strings; a single string counts as a list with that one (CNT-044).
    ///
    /// Nil where it is null, or an item cannot be read.
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

    /// Walks over a list of strings; null, and a list that cannot be read, end with an absent item.
    @_lifetime(self: copy self)
    mutating func eachString(_ body: (TextToken, borrowing JSONScanner) -> Void) throws(DecodeError) {
        let first = scanner.nextToken()
        let listStart = scanner.position
        if first == 0x22 {
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
            case 0x22:
                let token = try scanner.string()
                if loneSurrogate < 0 { loneSurrogate = token.loneSurrogate }
                body(.string(token), scanner)
            case 0x74, 0x66, 0x2d, 0x30...0x39:
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

extension ContentReader {
    /// Passes over any value; one that is no string deviates (CNT-038).
    ///
    /// Nil where the member is null.
    @_lifetime(self: copy self)
    mutating func anyRange() throws(DecodeError) -> Range<Int>? {
        let byte = scanner.nextToken()
        let start = scanner.position
        if byte == 0x22 {
            let token = try scanner.string()
            if token.loneSurrogate >= 0 { try deviate(.loneSurrogate, .jsonSurrogate, at: token.loneSurrogate) }
            return start..<scanner.position
        }
        if byte == 0x6e {
            try null()
            return nil
        }
        let own = member.coerced
        let loneSurrogate = try scanner.skipValue()
        if own != 0 { try deviate(Deviation.ID(own), .fieldType, at: start) }
        if loneSurrogate >= 0 { try deviate(.loneSurrogate, .jsonSurrogate, at: loneSurrogate) }
        return start..<scanner.position
    }

    /// Reads any value as the text that arrived.
    @_lifetime(self: copy self)
    public mutating func any() throws(DecodeError) -> RawJSON? {
        guard let range = try anyRange() else { return nil }
        return RawJSON(scanned: scanner.text.string(range.lowerBound, range.upperBound))
    }

    /// Passes over an object or a list that is kept as text; an object may also come as text in a string (CNT-045).
    @_lifetime(self: copy self)
    mutating func rawToken(_ bracket: UInt8, orText: Bool = true) throws(DecodeError) -> RawToken {
        let byte = scanner.nextToken()
        let start = scanner.position
        if byte == bracket {
            let loneSurrogate = try scanner.skipValue()
            if loneSurrogate >= 0 { try deviate(.loneSurrogate, .jsonSurrogate, at: loneSurrogate) }
            return .range(start..<scanner.position)
        }
        if byte == 0x6e {
            try null()
            return .absent
        }
        guard byte == 0x22, bracket == 0x7b, orText else {
            if byte == 0x5b {
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
        // White space around it is not the object's: a second reading would not see it (CNT-077).
        let object = text.utf8.span.trimmed
        return .text(object.string(0, object.count))
    }

    /// Whether the object that a string holds has an escaped surrogate without its partner; nil where the text is no
    /// object.
    func hasLoneSurrogate(inObject text: String) -> Bool? {
        var inner = JSONScanner(text.utf8.span, limits: scanner.limits, isStrict: false)
        inner.depth = scanner.depth
        guard inner.nextToken() == 0x7b, let lone = try? inner.skipValue(), (try? inner.finish()) != nil else {
            return nil
        }
        return lone >= 0
    }

    /// Where a raw value lies, or the text that was found inside a string.
    enum RawToken {
        case absent
        case range(Range<Int>)
        case text(String)
    }

    /// Reads an object that is kept as text.
    @_lifetime(self: copy self)
    public mutating func rawObject() throws(DecodeError) -> RawJSON? {
        let token = try rawToken(0x7b)
        return raw(token)
    }

    /// Reads a list that is kept as text.
    @_lifetime(self: copy self)
    public mutating func rawArray() throws(DecodeError) -> RawJSON? {
        let token = try rawToken(0x5b)
        return raw(token)
    }

    /// Takes a token that was read before: a call with the reading as its argument would copy the reader, with all of its
    /// deviations, for itself.
    private func raw(_ token: RawToken) -> RawJSON? {
        switch token {
        case .absent: nil
        case .range(let range): RawJSON(scanned: scanner.text.string(range.lowerBound, range.upperBound))
        case .text(let text): RawJSON(scanned: text)
        }
    }

    /// Reads an object whose values should be strings, or lists of strings; it is kept as text.
    @_lifetime(self: copy self)
    public mutating func map(ofLists: Bool) throws(DecodeError) -> RawJSON? {
        let token = try mapToken(ofLists: ofLists)
        return raw(token)
    }

    /// Passes over a map and reports values of another type.
    @_lifetime(self: copy self)
    mutating func mapToken(ofLists: Bool) throws(DecodeError) -> RawToken {
        let token = try rawToken(0x7b, orText: false)
        guard case .range(let range) = token else { return token }
        var inner = JSONScanner(scanner.text.slice(0, range.upperBound), limits: scanner.limits, isStrict: false)
        inner.position = range.lowerBound + 1
        guard let fault = ContentReader.firstOther(&inner, ofLists: ofLists) else { return token }
        let own = member.coerced
        try deviate(own == 0 ? .otherString : Deviation.ID(own), .fieldType, at: fault)
        return token
    }

    /// The first value of a map, known to be JSON, that is not of the type that the map should hold.
    private static func firstOther(_ scanner: inout JSONScanner, ofLists: Bool) -> Int? {
        while scanner.nextToken() == 0x22 {
            guard (try? scanner.string()) != nil, (try? scanner.colon()) != nil else { return nil }
            let first = scanner.nextToken()
            let start = scanner.position
            if first != (ofLists ? 0x5b : 0x22) { return start }
            if ofLists {
                scanner.advance()
                while scanner.nextToken() != 0x5d {
                    if scanner.next != 0x22 { return start }
                    guard (try? scanner.string()) != nil else { return nil }
                    if scanner.nextToken() == 0x2c { scanner.advance() }
                }
                scanner.advance()
            } else if (try? scanner.string()) == nil {
                return nil
            }
            if scanner.nextToken() == 0x2c { scanner.advance() }
        }
        return nil
    }
}
