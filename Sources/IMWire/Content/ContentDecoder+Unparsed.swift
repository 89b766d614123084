// SPDX-License-Identifier: Apache-2.0

/// Handles known members whose value cannot be read as the member's type (CNT-035).
extension ContentDecoder {
    /// Handles a value, or an item of an array, that cannot be read as the type of its member.
    ///
    /// Strict mode rejects the value, and so does the decoding of a standalone object; otherwise the whole member is
    /// kept unparsed among the unknown members (CNT-180). A tolerant frame keeps it in both modes, without a report
    /// (CHT-004). Text that is not JSON is rejected as such. Afterwards, the reader is positioned after the member's
    /// value.
    ///
    /// - Parameter isList: Whether the value is a list, which lenient mode can skip.
    @inline(never)
    @_lifetime(self: copy self)
    mutating func unreadable(isList: Bool = false) throws(DecodeError) {
        let place = scanner.position
        do {
            _ = try scanner.skipValue()
        } catch {
            // An error within a list has the path of its item (CNT-016).
            if isList { frame.item = item(at: error.offset, of: place) }
            throw error
        }
        if refusesUnreadable, !frame.isTolerant { throw DecodeError(.fieldType, offset: place) }
        let report = Deviation(.unparsed, offset: place, path: stepPath)
        if frame.item >= 0 { try skipItems() }
        // Scan again from the name, now that the whole member is known to be JSON and within the limits.
        var again = JSONScanner(scanner.text, limits: .unbounded, isStrict: false)
        again.position = frame.nameStart
        let name = try again.string()
        try again.colon()
        _ = again.nextToken()
        let range = UnknownRange(
            nameStart: frame.nameStart, nameEnd: name.end + 1, valueStart: again.position, valueEnd: scanner.position)
        let loneSurrogate = try again.skipValue()
        // Deviations within the value do not count, because the value is not read.
        while let last = deviations.last, (range.valueStart..<range.valueEnd).contains(last.offset) {
            deviations.removeLast()
        }
        if !frame.isTolerant { deviations.append(report) }
        if loneSurrogate >= 0 { try deviate(.loneSurrogate, .jsonSurrogate, at: loneSurrogate) }
        try keepUnparsed(ObjectFrame.UnknownName(hash: 0, isEscaped: name.isEscaped, range: range))
    }

    /// Skips the remaining items of an array after one that could not be read.
    @_lifetime(self: copy self)
    private mutating func skipItems() throws(DecodeError) {
        var index = frame.item &+ 1
        while try nextItem(index) {
            _ = try scanner.skipValue()
            index &+= 1
        }
    }

    /// Returns the index of the item at an offset of a valid list, or -1 if the value is not a list.
    private func item(at offset: Int, of start: Int) -> Int {
        var items = JSONScanner(scanner.text, limits: .unbounded, isStrict: false)
        items.position = start
        guard items.nextToken() == .openBracket else { return -1 }
        var index = -1
        while items.position < offset {
            items.advance()
            index += 1
            guard (try? items.skipValue()) != nil, items.nextToken() == .comma else { break }
        }
        return index
    }

    /// Adds the member being read to the unknown members.
    @_lifetime(self: copy self)
    private mutating func keepUnparsed(_ member: ObjectFrame.UnknownName) throws(DecodeError) {
        var member = member
        if case .slot(let slot) = frame.step {
            member.unparsed = .slot(slot)
            frame.unparsed |= 1 << UInt64(slot)
        } else {
            member.unparsed = .named
        }
        let step = frame.step
        try countUnknown(member.range)
        frame.step = step
        // A member that is read at the end of the object precedes some of the members already stored.
        if frame.end >= 0 || frame.isIndexed { insertUnknown(member) } else { unknown.append(member) }
    }

    /// Drops an earlier occurrence of a member that was kept unparsed, because the last occurrence counts (CNT-017).
    mutating func dropUnparsed(_ slot: Int, _ bit: UInt64) {
        frame.unparsed &= ~bit
        for index in unknown.indices[frame.firstUnknown...] where !unknown[index].isReplaced {
            guard case .slot(slot) = unknown[index].unparsed else { continue }
            unknown[index].isReplaced = true
            frame.unknownSize -= unknown[index].range.size
        }
    }
}
