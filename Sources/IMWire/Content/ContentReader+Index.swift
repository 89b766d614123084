// SPDX-License-Identifier: Apache-2.0

/// Finding an unknown member by its name, so that a repeated one is seen (CNT-017).
///
/// The first few names are compared one by one. Beyond those they are in a hash table, so that the time grows with the
/// number of members and not with its square. The tables of an object and of those inside it lie one behind the other in
/// one array.
extension ContentReader {
    /// How many unknown members are compared one by one: below that a table costs more than it saves.
    private static let fewUnknown = 64

    /// The index of an unknown member of this object with the name of `member`, which is appended next.
    mutating func earlierUnknown(_ member: ObjectFrame.UnknownName) -> Int? {
        let count = unknown.count &- frame.firstUnknown
        if count >= ContentReader.fewUnknown { return earlierOfMany(member, count) }
        for earlier in frame.firstUnknown..<unknown.count where unknown[earlier].hash == member.hash {
            if !unknown[earlier].isReplaced, scanner.isSameName(unknown[earlier], member) { return earlier }
        }
        return nil
    }

    /// Looks a name up in the table, whose places hold indices into `unknown` or -1, and leaves the new index there.
    @inline(never)
    private mutating func earlierOfMany(_ member: ObjectFrame.UnknownName, _ count: Int) -> Int? {
        if (count &+ 1) &* 2 > frame.placeCount { rebuildTable(count) }
        let place = place(of: member)
        let earlier = places[place]
        places[place] = Int32(truncatingIfNeeded: unknown.count)
        return earlier < 0 ? nil : Int(earlier)
    }

    /// Grows the table to hold twice as many members.
    private mutating func rebuildTable(_ count: Int) {
        places.removeLast(places.count &- frame.firstPlace)
        frame.placeCount = 256
        while frame.placeCount < count &* 4 { frame.placeCount &*= 2 }
        places.append(contentsOf: repeatElement(-1, count: frame.placeCount))
        for earlier in frame.firstUnknown..<unknown.count where !unknown[earlier].isReplaced {
            places[place(of: unknown[earlier])] = Int32(truncatingIfNeeded: earlier)
        }
    }

    /// The place in the table where a name is, or belongs.
    ///
    /// It changes nothing; a call of what does not mutate would copy the reader.
    private mutating func place(of member: ObjectFrame.UnknownName) -> Int {
        let mask = frame.placeCount &- 1
        var place = scanner.seededHash(of: member) & mask
        while places[frame.firstPlace &+ place] >= 0 {
            if scanner.isSameName(unknown[Int(places[frame.firstPlace &+ place])], member) { break }
            place = (place &+ 1) & mask
        }
        return frame.firstPlace &+ place
    }
}

extension JSONScanner {
    /// A number that equal names share, however they are escaped (CNT-018).
    func hash(ofName range: UnknownRange, isEscaped: Bool) -> UInt64 {
        if isEscaped { return JSONScanner.hash(resolvedName(range).span) }
        return JSONScanner.hash(text.slice(range.nameStart &+ 1, range.nameEnd &- 1))
    }

    private static func hash(_ bytes: Span<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325  // FNV-1a: equal names are compared byte for byte all the same
        for offset in 0..<bytes.count { hash = (hash ^ UInt64(bytes.byte(at: offset))) &* 0x100_0000_01b3 }
        return hash
    }

    /// A hash that differs from process to process, so that no peer can choose names that collide.
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
        hasher.combine(MemberTable.head(of: bytes, offset, bytes.count))
        hasher.combine(bytes.count)
        return hasher.finalize()
    }

    /// Whether two members have the same name.
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

    /// Whether a member has this name.
    func isName(_ member: ObjectFrame.UnknownName, _ wanted: StaticString) -> Bool {
        if member.isEscaped { return resolvedName(member.range).elementsEqual(wanted.description.utf8) }
        let name = text.slice(member.range.nameStart &+ 1, member.range.nameEnd &- 1)
        return name.count == wanted.utf8CodeUnitCount && Base64.starts(name, with: wanted, at: 0)
    }

    /// The bytes of a name whose escapes are resolved; a lone surrogate is the three bytes that it would have in UTF-8.
    private func resolvedName(_ range: UnknownRange) -> [UInt8] {
        resolved(StringToken(start: range.nameStart &+ 1, end: range.nameEnd &- 1, isEscaped: true))
    }
}
