// SPDX-License-Identifier: Apache-2.0

/// A reader that provides the members of one message content, keeps unknown members and reports deviations.
///
/// A custom type requests members by name, in any order:
/// ```swift
/// init(decoding reader: inout ContentDecoder) throws(DecodeError) {
///     giftId = try reader.string("giftId") ?? ""
///     user = try reader.object("user", as: ContentUserInfo.self)
///     unknownMembers = try reader.unknownMembers()
/// }
/// ```
/// Generated types use another interface, which consists of ``MemberTable``, ``open(_:)``, ``next()`` and the methods
/// without a name: they iterate over the members in the order in which they arrive.
public struct ContentDecoder: ~Escapable {
    var scanner: JSONScanner
    /// The deviations from the canonical form, in the order in which they were encountered (CNT-050).
    public internal(set) var deviations: [Deviation] = []
    /// The frame of the object being read; the callers' variables hold the frames of the enclosing objects.
    var frame = ObjectFrame()
    /// The unknown members of the object being read, after those of the enclosing objects.
    var unknown: [ObjectFrame.UnknownName] = []
    /// The aliases that are read at the end of their object, stored in the same way.
    var aliases = RareList<ObjectFrame.AliasUse>()
    /// The known members that contain a lone surrogate, stored in the same way.
    var raw = RareList<ObjectFrame.RawMember>()
    /// The hash tables of objects with many unknown members, stored in the same way.
    var places = RareList<Int32>()
    /// Whether a member that cannot be read is an error rather than kept unparsed (CNT-180).
    var refusesUnreadable: Bool

    /// Creates a reader of `text`, which is parsed only when members are requested.
    @inline(__always)
    @_lifetime(copy text)
    public init(_ text: Span<UInt8>, mode: DecodingMode = .lenient, limits: DecodingLimits = DecodingLimits()) {
        scanner = JSONScanner(text, limits: limits, isStrict: mode == .strict)
        refusesUnreadable = mode == .strict
    }
}

/// The state of an object while it is read.
///
/// The object's lists are parts of the reader's arrays; each part begins at an index of the frame.
struct ObjectFrame: BitwiseCopyable {
    var table = MemberTable.open
    /// The member being read, for the path of an error or a deviation.
    var step = Step.object
    /// The index of the array item being read, or -1.
    var item = -1
    var memberCount = 0
    /// The offset of the opening quote of the member's name.
    var nameStart = 0
    /// The slots whose name has occurred, and those of them that hold a value, one bit each.
    var seen: UInt64 = 0
    var filled: UInt64 = 0
    /// The slots that must hold a value at the end of the object: those of the table, unless the caller sets others
    /// (CHT-014).
    var required: UInt64 = 0
    /// Whether a member that cannot be read is kept unparsed in both modes, without a report (CHT-004).
    var isTolerant = false
    var isIndexed = false
    /// The slots whose member is among the unknown members because it could not be read, one bit each.
    var unparsed: UInt64 = 0
    /// The index in the table at which the next name is expected.
    var hint = 0
    var unknownSize = 0
    /// A bit for each unknown name, so that most names that differ from all others are recognized without a search.
    var hashes: UInt64 = 0
    var firstUnknown = 0
    var firstAlias = 0
    var firstRaw = 0
    /// The start and the length of the object's part of the reader's `places`; the length is 0 if the object has none.
    var firstPlace = 0
    var placeCount = 0
    /// The offset of the object's closing brace once the aliases are being read; -1 until then.
    var end = -1
    /// The offsets of the opening quotes of the texts that must differ, or -1.
    var twins = (first: -1, second: -1)

    /// Creates the state at the start of an object, in its place rather than in a copy.
    @inline(__always)
    init() {}

    /// Records that the member of a slot occurs with a value, under the name at an index of the table.
    @inline(__always)
    mutating func begin(_ slot: Int, _ bit: UInt64, at index: Int) {
        seen |= bit
        filled |= bit
        hint = index &+ 1
        step = .slot(slot)
    }

    enum Step: BitwiseCopyable {
        /// Between members.
        case object
        /// In an unknown member.
        case unknown
        /// In the member of this slot.
        case slot(Int)
        /// In a member requested by name.
        case named(StaticString)
    }

    struct UnknownName {
        var hash: UInt64
        var isEscaped: Bool
        var range: UnknownRange
        /// Whether the table names it as foreign to the wire.
        var isForeign = false
        /// Whether a later occurrence of the member has replaced it (CNT-017).
        var isReplaced = false
        /// The known member that could not be read, if it is one.
        var unparsed = Unparsed.none
    }

    /// Whether an unknown member is a known member that could not be read (CNT-180).
    enum Unparsed: BitwiseCopyable {
        case none
        /// The member of this slot, under its canonical name or an alias.
        case slot(Int)
        /// A member requested by name.
        case named
    }

    /// A known member that contains a lone surrogate, and the location of its value.
    struct RawMember {
        var name: String
        var start: Int
        var end: Int
        /// Whether the value is an array of strings, each of which is written individually.
        var isList: Bool
    }

    struct AliasUse {
        var slot: Int
        var rank: Int
        var deviation: UInt16
        var isNull: Bool
        /// The offset of the first lone surrogate in the value, or -1.
        var loneSurrogate: Int
        var name: StringToken
        var range: UnknownRange
        /// Whether another spelling of the member takes precedence.
        var isSuperseded = false
    }
}

extension ContentDecoder {
    /// Opens an object whose members `table` lists; ``next()`` returns them one by one.
    ///
    /// Only generated types need this method.
    @inline(__always)
    @_lifetime(self: copy self)
    public mutating func open(_ table: MemberTable) throws(DecodeError) {
        frame.table = table
        frame.required = table.required
        guard scanner.nextToken() == .openBrace else { throw try notAnObject() }
        try scanner.open()
    }

    /// Returns the error for content that is JSON but not an object (CNT-020).
    ///
    /// Text that is not JSON is rejected as such.
    @inline(never)
    @_lifetime(self: copy self)
    private mutating func notAnObject() throws(DecodeError) -> DecodeError {
        let start = scanner.position
        _ = try scanner.skipValue()
        try scanner.finish()
        return DecodeError(.contentType, offset: start)
    }

    /// Returns the slot of the next member whose value is to be read, or nil at the end of the object.
    ///
    /// Only generated types need this method. Unknown and foreign members are handled on the way. Aliases are read at
    /// the end, when it is known which of several spellings takes precedence (CNT-210).
    @inline(never)
    @_lifetime(self: copy self)
    public mutating func next() throws(DecodeError) -> Int? {
        let isFirst = frame.memberCount == 0
        let start = scanner.position
        let quote = isFirst ? start : start &+ 1
        // Most members follow the brace or the comma directly.
        if quote < scanner.text.count, scanner.text.byte(at: quote) == .quote,
            isFirst || scanner.text.byte(at: start) == .comma, frame.end < 0, let slot = expectedMember(at: quote)
        {
            return slot
        }
        guard start < scanner.text.count, scanner.text.byte(at: start) == .closeBrace, frame.end < 0,
            aliases.count == frame.firstAlias
        else { return try otherMember() }
        frame.step = .object
        frame.item = -1
        try finish()
        return nil
    }

    /// Returns the slot of the next member, like ``next()``, whatever it is and wherever it is.
    @inline(never)
    @_lifetime(self: copy self)
    private mutating func otherMember() throws(DecodeError) -> Int? {
        while true {
            frame.step = .object
            frame.item = -1
            if frame.end >= 0 { return try nextAlias() }
            var byte = scanner.nextToken()
            if byte == .closeBrace {
                if aliases.count > frame.firstAlias { return try nextAlias() }
                try finish()
                return nil
            }
            if frame.memberCount > 0 {
                guard byte == .comma else { throw scanner.unexpected() }
                scanner.advance()
                byte = scanner.nextToken()
            }
            guard byte == .quote else { throw scanner.unexpected() }
            let nameStart = scanner.position
            if frame.memberCount >= scanner.limits.members { throw DecodeError(.limitMembers, offset: nameStart) }
            if let slot = expectedMember(at: nameStart) { return slot }
            frame.memberCount &+= 1
            frame.nameStart = nameStart
            frame.step = .unknown
            let name = try scanner.quickString()
            // Inline, because a method would copy the reader for each member.
            let key = name.isEscaped ? NameKey() : NameKey(scanner.text, name.start, name.end)
            let found =
                name.isEscaped
                ? lookUpEscaped(name) : frame.table.find(key, scanner.text, name.start, hint: frame.hint)
            frame.step = .object
            try scanner.colon()
            guard let found else {
                try unknownMember(name, key.hash)
                continue
            }
            if let slot = try knownMember(found, name) { return slot }
        }
    }

    /// Moves past the name at a quote and its colon if it is that of a member which the table lists next, and returns the
    /// member's slot.
    ///
    /// Most writers follow the order of the table, omit a few members, and write neither escapes nor white space.
    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func expectedMember(at nameStart: Int) -> Int? {
        guard let index = frame.table.expected(scanner.text, at: nameStart, hint: frame.hint) else { return nil }
        let slot = frame.table.entries[index].slot
        let length = frame.table.entries[index].length
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: slot)
        guard frame.seen & bit == 0, length <= scanner.limits.stringBytes, frame.memberCount < scanner.limits.members
        else { return nil }
        frame.memberCount &+= 1
        frame.nameStart = nameStart
        frame.item = -1
        frame.begin(slot, bit, at: index)
        scanner.position = nameStart &+ length &+ 3
        return slot
    }

    @inline(never)
    private func lookUpEscaped(_ name: StringToken) -> Int? {
        if name.loneSurrogate >= 0 { return nil }
        let text = scanner.text(of: name)
        let bytes = text.utf8.span
        return frame.table.find(NameKey(bytes, 0, bytes.count), bytes, 0, hint: frame.hint)
    }

    /// Handles a member that the table names and returns its slot if its value is to be read.
    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func knownMember(_ index: Int, _ name: StringToken) throws(DecodeError) -> Int? {
        let entry = frame.table.entries[index]
        let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: entry.slot & 63)
        if entry.deviation == 0, frame.seen & bit == 0 {
            frame.begin(entry.slot, bit, at: index)
            return entry.slot
        }
        return try oddMember(entry, bit, name)
    }

    /// Handles a duplicate member, an alias or a member that is foreign to the wire.
    @inline(never)
    @_lifetime(self: copy self)
    private mutating func oddMember(
        _ entry: MemberTable.Entry, _ bit: UInt64, _ name: StringToken
    ) throws(DecodeError) -> Int? {
        if entry.slot < 0 {
            frame.step = .unknown
            try deviate(Deviation.ID(entry.deviation), .fieldForeign, at: frame.nameStart)
            try unknownMember(name)
            unknown[unknown.count - 1].isForeign = true
            return nil
        }
        if entry.rank > 0, frame.isTolerant, try keepsSpelling(entry, name) { return nil }
        frame.step = .slot(entry.slot)
        if entry.rank > 0 {
            try alias(entry, name)
            return nil
        }
        try deviate(.duplicate, .jsonDuplicate, at: frame.nameStart)
        frame.filled |= bit
        forget(entry.slot, bit)
        return entry.slot
    }

    /// Drops the state that an earlier occurrence of a member has left, because the last occurrence counts (CNT-017).
    private mutating func forget(_ slot: Int, _ bit: UInt64) {
        if frame.unparsed & bit != 0 { dropUnparsed(slot, bit) }
        if let twin = frame.table.twin {
            if slot == twin.first { frame.twins.first = -1 }
            if slot == twin.second { frame.twins.second = -1 }
        }
        if raw.count > frame.firstRaw {
            let name = stepName
            raw.all[frame.firstRaw...].removeAll { $0.name == name }
        }
    }

    /// Records an alias, which is read at the end of the object.
    @_lifetime(self: copy self)
    private mutating func alias(_ entry: MemberTable.Entry, _ name: StringToken) throws(DecodeError) {
        let own = aliases.all[frame.firstAlias...]
        if let earlier = own.firstIndex(where: { $0.slot == entry.slot && $0.rank == entry.rank }) {
            try deviate(.duplicate, .jsonDuplicate, at: frame.nameStart)
            let lost = aliases.all.remove(at: earlier).loneSurrogate
            if lost >= 0 { try deviate(.loneSurrogate, .jsonSurrogate, at: lost) }  // CNT-016
        }
        let isNull = scanner.nextToken() == UInt8(ascii: "n")
        let start = scanner.position
        let loneSurrogate = try scanner.skipValue()
        let range = UnknownRange(
            nameStart: frame.nameStart, nameEnd: name.end + 1, valueStart: start, valueEnd: scanner.position)
        aliases.all.append(
            ObjectFrame.AliasUse(
                slot: entry.slot, rank: entry.rank, deviation: entry.deviation, isNull: isNull,
                loneSurrogate: loneSurrogate, name: name, range: range))
    }

    /// Returns the slot of the next alias to read at the end of the object, or nil if none remains.
    ///
    /// The superseded aliases then become unknown members, each in its place.
    @inline(never)
    @_lifetime(self: copy self)
    private mutating func nextAlias() throws(DecodeError) -> Int? {
        if frame.end < 0 {
            frame.end = scanner.position
            // The best alias of each slot comes first; an alias that is null does not count.
            aliases.all[frame.firstAlias...].sort {
                ($0.isNull ? 1 : 0, $0.slot, $0.rank) < ($1.isNull ? 1 : 0, $1.slot, $1.rank)
            }
        }
        while let index = aliases.all[frame.firstAlias...].firstIndex(where: { !$0.isSuperseded }) {
            let use = aliases.all[index]
            let bit: UInt64 = 1 << UInt64(use.slot)
            guard frame.filled & bit == 0 else {
                aliases.all[index].isSuperseded = true
                continue
            }
            aliases.all.remove(at: index)
            frame.step = .slot(use.slot)
            if !use.isNull {
                try deviate(Deviation.ID(use.deviation), .fieldAlias, at: use.range.nameStart)
                frame.filled |= bit
            }
            frame.nameStart = use.range.nameStart
            scanner.position = use.range.valueStart
            return use.slot
        }
        try keepSuperseded()
        scanner.position = frame.end
        try finish()
        return nil
    }

    /// Adds the superseded aliases to the unknown members, in the order in which they arrived (CNT-097).
    @_lifetime(self: copy self)
    private mutating func keepSuperseded() throws(DecodeError) {
        aliases.all[frame.firstAlias...].sort { $0.range.nameStart < $1.range.nameStart }
        while aliases.count > frame.firstAlias {
            let use = aliases.all.remove(at: frame.firstAlias)
            if use.loneSurrogate >= 0 {
                frame.step = .unknown
                try deviate(.loneSurrogate, .jsonSurrogate, at: use.loneSurrogate)
            }
            insertUnknown(ObjectFrame.UnknownName(hash: 0, isEscaped: use.name.isEscaped, range: use.range))
            try countUnknown(use.range)
        }
    }

    /// Closes the object at its brace and reports missing members, which are known only then.
    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func finish() throws(DecodeError) {
        if frame.required & ~frame.filled != 0 { try missingMembers() }
        scanner.close()
    }

    @inline(never)
    @_lifetime(self: copy self)
    private mutating func missingMembers() throws(DecodeError) {
        let members = frame.table.members
        for slot in members.indices where frame.required & ~frame.filled & (1 << UInt64(slot)) != 0 {
            let member = members[slot]
            frame.step = .slot(slot)
            try deviate(
                member.missing == 0 ? .missing : Deviation.ID(member.missing), .fieldMissing, at: scanner.position)
        }
        frame.step = .object
    }
}
