// SPDX-License-Identifier: Apache-2.0

/// The members of an object as listed by its schema, used by the decoder to look up names and by the validator to check
/// members.
///
/// Only generated types contain tables; types written by hand request members by name. The tables of the built-in types
/// are generated from `Spec/content-types`; those of an application's types are built from its schemas at run time. A
/// table is immutable.
///
/// ```swift
/// static let memberTable = MemberTable([
///     .init("giftId", .string, required: true),
///     .init("count", .integer),
/// ])
/// ```
public struct MemberTable: Sendable, BitwiseCopyable {
    private let storage: FixedList<Storage>

    /// The contents of a table; the table itself stores only their location.
    private struct Storage: Sendable, BitwiseCopyable {
        var members: FixedList<Member>
        var entries: FixedList<Entry>
        var required: UInt64
        var emptyDeviation: UInt16
        var twin: Twin?
        var hasOddities: Bool
        var isOpen: Bool
        /// A bit for each name, so that most names that the table lacks are recognized without a search.
        var names: UInt64
    }

    /// A table without members, for objects whose members are requested by name.
    static let open = MemberTable([], isOpen: true, in: nil)

    /// Creates a table that is never freed, for use by a generated type.
    ///
    /// - Parameters:
    ///   - members: The members in the order in which they are written, at most 64.
    ///   - aliases: Other spellings; a spelling listed first takes precedence over later ones.
    ///   - foreign: Members that do not belong on the wire.
    ///   - twin: Two members that must not hold the same text.
    ///   - emptyDeviation: The deviation of an empty object that means absence, or 0 if an empty object has no such
    ///     meaning.
    public init(
        _ members: [Member],
        aliases: [Alias] = [],
        foreign: [Foreign] = [],
        twin: Twin? = nil,
        emptyDeviation: UInt16 = 0
    ) {
        self.init(
            members, aliases: aliases, foreign: foreign, twin: twin, emptyDeviation: emptyDeviation, isOpen: false,
            in: nil)
    }

    init(
        _ members: [Member],
        aliases: [Alias] = [],
        foreign: [Foreign] = [],
        twin: Twin? = nil,
        emptyDeviation: UInt16 = 0,
        isOpen: Bool = false,
        in memory: FixedMemory?
    ) {
        var required: UInt64 = 0
        var entries: [Entry] = []
        for (slot, member) in members.enumerated() {
            if member.isRequired { required |= 1 << UInt64(slot) }
            entries.append(Entry(member.name, slot: slot, rank: 0, deviation: 0))
        }
        for (index, alias) in aliases.enumerated() {
            entries.append(Entry(alias.name, slot: alias.slot, rank: index + 1, deviation: alias.deviation))
        }
        for member in foreign {
            entries.append(Entry(member.name, slot: -1, rank: 0, deviation: member.deviation))
        }
        let hasOddities = twin != nil || members.contains { $0.foreign != 0 || $0.values.count > 0 }
        let table = Storage(
            members: FixedList(members, in: memory), entries: FixedList(entries, in: memory), required: required,
            emptyDeviation: emptyDeviation, twin: twin, hasOddities: hasOddities, isOpen: isOpen,
            names: entries.reduce(0) { $0 | MemberTable.bit(of: $1.head, $1.length) })
        storage = FixedList([table], in: memory)
    }

    /// The members in the order in which they are written; a member's index is its slot.
    var members: FixedList<Member> { storage[0].members }
    /// The slots that must hold a value, one bit each.
    var required: UInt64 { storage[0].required }
    /// The deviation reported for an empty object that means absence (DEV-52), or 0 if it has no such meaning.
    var emptyDeviation: UInt16 { storage[0].emptyDeviation }
    /// A pair of members that must not hold the same text (DEV-05).
    var twin: Twin? { storage[0].twin }
    /// Whether any member has known wrong values, holds the sender's local state or must differ from another member.
    var hasOddities: Bool { storage[0].hasOddities }
    /// Whether members are requested by name.
    var isOpen: Bool { storage[0].isOpen }

    /// The names: those of the members in the order of their slots, the aliases, and the foreign members.
    var entries: FixedList<Entry> { storage[0].entries }

    /// A member of the schema.
    public struct Member: Sendable, BitwiseCopyable {
        var name: FixedText
        var kind: Kind
        var isRequired = false
        /// The deviations reported instead of the general ones, or 0 to report the general one.
        var coerced: UInt16 = 0
        var missing: UInt16 = 0
        var null: UInt16 = 0
        /// The deviation reported if the member has a value at all, because it is the sender's local state.
        var foreign: UInt16 = 0
        /// The deviation reported for a URL in place of Base64.
        var url: UInt16 = 0
        /// The known wrong values and their meanings.
        var values: FixedList<ValueAlias>

        /// Creates a member; a deviation of 0 stands for the general one.
        public init(
            _ name: StaticString, _ kind: Kind, required: Bool = false, coerced: UInt16 = 0, missing: UInt16 = 0,
            null: UInt16 = 0, foreign: UInt16 = 0, url: UInt16 = 0, values: [ValueAlias] = []
        ) {
            self.name = FixedText(name)
            self.kind = kind
            self.isRequired = required
            self.coerced = coerced
            self.missing = missing
            self.null = null
            self.foreign = foreign
            self.url = url
            self.values = FixedList(values)
        }

        init(_ name: FixedText, _ kind: Kind, values: FixedList<ValueAlias>) {
            self.name = name
            self.kind = kind
            self.values = values
        }

        /// The row used for a member that no schema describes.
        static let general = Member("", .any)
    }

    /// The type of a member's value.
    @nonexhaustive
    public enum Kind: Sendable, BitwiseCopyable {
        /// A string.
        case string
        /// Base64 text.
        case base64
        /// An integer.
        case integer
        /// Any number.
        case number
        /// A Boolean.
        case boolean
        /// Any value, kept as JSON text.
        case any
        /// An object with these members.
        case object(MemberTable)
        /// An array of objects with these members.
        case objects(MemberTable)
        /// An array of strings.
        case strings
        /// An object, kept as JSON text.
        case rawObject
        /// An array, kept as JSON text.
        case rawArray
        /// An object whose values are strings, kept as JSON text.
        case stringMap
        /// An object whose values are arrays of strings, kept as JSON text.
        case stringListMap
    }

    /// Another spelling of a member's name; a spelling listed first takes precedence over later ones (CNT-210).
    public struct Alias: Sendable {
        var name: FixedText
        var slot: Int
        var deviation: UInt16

        /// Creates another spelling of the member in a slot.
        public init(_ name: StaticString, slot: Int, deviation: UInt16) {
            self.init(name: FixedText(name), slot: slot, deviation: deviation)
        }

        init(name: FixedText, slot: Int, deviation: UInt16) {
            self.name = name
            self.slot = slot
            self.deviation = deviation
        }
    }

    /// A member that does not belong on the wire; it is kept as an unknown member and reported (CNT-046).
    public struct Foreign: Sendable {
        var name: FixedText
        var deviation: UInt16

        /// Creates a member that does not belong on the wire.
        public init(_ name: StaticString, deviation: UInt16) {
            self.init(name: FixedText(name), deviation: deviation)
        }

        init(name: FixedText, deviation: UInt16) {
            self.name = name
            self.deviation = deviation
        }
    }

    /// A value that some platform writes, and its meaning (CNT-047).
    public struct ValueAlias: Sendable, BitwiseCopyable {
        var written: FixedText
        var meant: Meaning
        var deviation: UInt16

        /// Creates a pair of a written value and its meaning.
        public init(_ written: StaticString, _ meant: Meaning, deviation: UInt16) {
            self.init(written: FixedText(written), meant, deviation: deviation)
        }

        init(written: FixedText, _ meant: Meaning, deviation: UInt16) {
            self.written = written
            self.meant = meant
            self.deviation = deviation
        }
    }

    /// The meaning of a value that some platform writes.
    public struct Meaning: Sendable, BitwiseCopyable {
        let value: Value

        enum Value: Sendable, BitwiseCopyable {
            case text(FixedText)
            case integer(Int64)
        }

        /// Returns a meaning that is a string.
        public static func string(_ text: StaticString) -> Meaning { Meaning(value: .text(FixedText(text))) }
        /// Returns a meaning that is an integer.
        public static func integer(_ integer: Int64) -> Meaning { Meaning(value: .integer(integer)) }
    }

    /// A pair of members that must not hold the same text (DEV-05).
    public struct Twin: Sendable, BitwiseCopyable {
        var first: Int
        var second: Int
        var deviation: UInt16

        /// Creates a pair of the members in two slots.
        public init(_ first: Int, _ second: Int, deviation: UInt16) {
            self.first = first
            self.second = second
            self.deviation = deviation
        }
    }
}

extension MemberTable {
    /// A name in the table, stored so that most comparisons with the input need only two words.
    struct Entry: Sendable, BitwiseCopyable {
        let head: UInt64
        let tail: UInt64
        let length: Int
        let name: FixedText
        /// The slot of the member, or -1 for a foreign member.
        let slot: Int
        /// The rank of the spelling: 0 for the canonical name, 1 for the preferred alias, and so on.
        let rank: Int
        let deviation: UInt16
        /// The bits of `head` that the name fills.
        let mask: UInt64
        /// Whether the entry is the canonical name of a member, and is written in JSON without escapes.
        let isPlain: Bool

        init(_ name: FixedText, slot: Int, rank: Int, deviation: UInt16) {
            self.name = name
            self.slot = slot
            self.rank = rank
            self.deviation = deviation
            let bytes = Array(name.description.utf8)
            length = bytes.count
            let key = NameKey(bytes.span, 0, bytes.count)
            head = key.head
            tail = key.tail
            mask = bytes.count >= 8 ? .max : (1 << UInt64(bytes.count * 8)) - 1
            let isText = BlockScan.writable(bytes.span, from: 0, to: bytes.count) == bytes.count
            isPlain = slot >= 0 && rank == 0 && deviation == 0 && isText
        }
    }

    /// Returns the index of the entry whose name, which has the given key, begins at an offset.
    ///
    /// The search starts at `hint`, the expected index of the next name.
    @inline(__always)
    func find(_ key: NameKey, _ text: Span<UInt8>, _ start: Int, hint: Int) -> Int? {
        if storage[0].names & MemberTable.bit(of: key.head, key.length) == 0 { return nil }
        return search(key, text, start, hint: hint)
    }

    @inline(never)
    private func search(_ key: NameKey, _ text: Span<UInt8>, _ start: Int, hint: Int) -> Int? {
        let entries = self.entries
        let count = entries.count
        let end = start &+ key.length
        if hint < count, entries[hint].head == key.head, entries[hint].length == key.length,
            isTail(of: entries[hint], text, start, end)
        {
            return hint
        }
        for index in 0..<count where entries[index].head == key.head && entries[index].length == key.length {
            if isTail(of: entries[index], text, start, end) { return index }
        }
        return nil
    }

    /// Returns the index of the canonical name that stands with its quotes and a colon at `quote`, if it is one of the
    /// three from `hint` on.
    @inline(__always)
    func expected(_ text: Span<UInt8>, at quote: Int, hint: Int) -> Int? {
        let start = quote &+ 1
        guard start &+ 8 <= text.count else { return nil }
        let word = text.word(at: start)
        let entries = self.entries
        let last = Swift.min(hint &+ 3, entries.count)
        var index = hint
        while index < last {
            if (word ^ entries[index].head) & entries[index].mask == 0 {
                let end = start &+ entries[index].length
                if end &+ 2 <= text.count, text.byte(at: end) == .quote, text.byte(at: end &+ 1) == .colon,
                    entries[index].isPlain, isTail(of: entries[index], text, start, end)
                {
                    return index
                }
            }
            index &+= 1
        }
        return nil
    }

    /// Returns the bit for a name, which few other names have.
    @inline(__always)
    private static func bit(of head: UInt64, _ length: Int) -> UInt64 {
        1 &<< (head ^ head >> 11 &+ UInt64(truncatingIfNeeded: length))
    }

    /// Returns the slot of the member with exactly this canonical name, or nil if there is none.
    func slot(_ name: String) -> Int? {
        var name = name
        name.makeContiguousUTF8()
        let bytes = name.utf8.span
        guard let index = find(NameKey(bytes, 0, bytes.count), bytes, 0, hint: 0), entries[index].rank == 0 else {
            return nil
        }
        return entries[index].slot < 0 ? nil : entries[index].slot
    }

    @inline(__always)
    private func isTail(of entry: Entry, _ text: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        let length = end &- start
        if length <= 8 { return true }
        if NameKey.tail(of: text, start, end) != entry.tail { return false }
        if length <= 16 { return true }
        for offset in 0..<length where text.byte(at: start &+ offset) != entry.name.byte(at: offset) { return false }
        return true
    }
}
