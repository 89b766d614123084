// SPDX-License-Identifier: Apache-2.0

/// Finds unknown members by name, so that duplicates are detected (CNT-017).
///
/// The first few names are compared one by one. Beyond those, names are stored in a hash table, so that the time is
/// linear in the number of members and not quadratic. The tables of an object and of the objects nested in it are
/// stored one after the other in one array.
extension ContentDecoder {
    /// The number of unknown members from which a hash table is used; below it, a table costs more than it saves.
    private static let fewUnknown = 64

    /// Records the hash of an unknown member's name, and returns whether an earlier one of this object may have the same
    /// name.
    @inline(__always)
    mutating func mayBeDuplicate(_ hash: UInt64) -> Bool {
        let bit: UInt64 = 1 &<< (hash &>> 58)
        let isNew = frame.hashes & bit == 0
        frame.hashes |= bit
        return !isNew || unknown.count &- frame.firstUnknown >= ContentDecoder.fewUnknown
    }

    /// Returns the index of an unknown member of this object with the same name as `member`, which the caller appends
    /// next.
    mutating func earlierUnknown(_ member: ObjectFrame.UnknownName) -> Int? {
        let count = unknown.count &- frame.firstUnknown
        if count >= ContentDecoder.fewUnknown { return earlierOfMany(member, count) }
        for earlier in frame.firstUnknown..<unknown.count where unknown[earlier].hash == member.hash {
            if !unknown[earlier].isReplaced, scanner.isSameName(unknown[earlier], member) { return earlier }
        }
        return nil
    }

    /// Looks up a name in the hash table and stores the index of the new member there.
    ///
    /// The places of the table contain indices into `unknown`, or -1.
    @inline(never)
    private mutating func earlierOfMany(_ member: ObjectFrame.UnknownName, _ count: Int) -> Int? {
        if (count &+ 1) &* 2 > frame.placeCount { rebuildTable(count) }
        let place = place(of: member, in: places.all)
        let earlier = places.all[place]
        places.all[place] = Int32(truncatingIfNeeded: unknown.count)
        return earlier < 0 ? nil : Int(earlier)
    }

    /// Grows the hash table so that it holds twice as many members.
    private mutating func rebuildTable(_ count: Int) {
        var table: [Int32] = []
        swap(&table, &places.all)
        table.removeLast(table.count &- frame.firstPlace)
        frame.placeCount = 256
        while frame.placeCount < count &* 4 { frame.placeCount &*= 2 }
        table.append(contentsOf: repeatElement(-1, count: frame.placeCount))
        for earlier in frame.firstUnknown..<unknown.count where !unknown[earlier].isReplaced {
            table[place(of: unknown[earlier], in: table)] = Int32(truncatingIfNeeded: earlier)
        }
        swap(&table, &places.all)
    }

    /// Returns the place in the hash table at which a name is stored or belongs.
    ///
    /// The method changes nothing; it is `mutating` because a call of a nonmutating method would copy the reader.
    private mutating func place(of member: ObjectFrame.UnknownName, in places: [Int32]) -> Int {
        let mask = frame.placeCount &- 1
        var place = scanner.seededHash(of: member) & mask
        while places[frame.firstPlace &+ place] >= 0 {
            if scanner.isSameName(unknown[Int(places[frame.firstPlace &+ place])], member) { break }
            place = (place &+ 1) & mask
        }
        return frame.firstPlace &+ place
    }
}

extension ContentDecoder {
    /// Returns the hash that the name would have without escapes (CNT-018).
    @inline(never)
    func hashOfEscaped(_ name: StringToken) -> UInt64 {
        let bytes = scanner.resolved(name)
        return NameKey(bytes.span, 0, bytes.count).hash
    }
}

extension JSONScanner {
    /// Returns a hash that differs between processes, so that a peer cannot choose names that collide.
    fileprivate func seededHash(of member: ObjectFrame.UnknownName) -> Int {
        if member.isEscaped { return JSONScanner.seededHash(resolvedName(member.range).span) }
        return JSONScanner.seededHash(text.slice(member.range.nameStart &+ 1, member.range.nameEnd &- 1))
    }

    private static func seededHash(_ bytes: Span<UInt8>) -> Int {
        var hasher = Hasher()
        var offset = 0
        while offset &+ 8 <= bytes.count {
            hasher.combine(bytes.word(at: offset))
            offset &+= 8
        }
        hasher.combine(NameKey.head(of: bytes, offset, bytes.count))
        hasher.combine(bytes.count)
        return hasher.finalize()
    }

    /// Returns whether two members have the same name.
    func isSameName(_ one: ObjectFrame.UnknownName, _ other: ObjectFrame.UnknownName) -> Bool {
        guard one.hash == other.hash else { return false }
        let first = text.slice(one.range.nameStart &+ 1, one.range.nameEnd &- 1)
        let second = text.slice(other.range.nameStart &+ 1, other.range.nameEnd &- 1)
        return switch (one.isEscaped, other.isEscaped) {
        case (false, false): first.equals(second)
        case (true, false): resolvedName(one.range).span.equals(second)
        case (false, true): first.equals(resolvedName(other.range).span)
        case (true, true): resolvedName(one.range) == resolvedName(other.range)
        }
    }

    /// Returns whether a member has the name `wanted`.
    func isName(_ member: ObjectFrame.UnknownName, _ wanted: StaticString) -> Bool {
        if member.isEscaped { return resolvedName(member.range).elementsEqual(wanted.description.utf8) }
        let name = text.slice(member.range.nameStart &+ 1, member.range.nameEnd &- 1)
        return name.equals(wanted)
    }

    /// Returns the bytes of a name with its escapes resolved; a lone surrogate becomes the three bytes it would have in
    /// UTF-8.
    private func resolvedName(_ range: UnknownRange) -> [UInt8] {
        resolved(StringToken(start: range.nameStart &+ 1, end: range.nameEnd &- 1, isEscaped: true))
    }
}
