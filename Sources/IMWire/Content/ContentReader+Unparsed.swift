// SPDX-License-Identifier: Apache-2.0

/// Known members whose value cannot be read as what they are (CNT-035).
extension ContentReader {
    /// Meets a value, or an item of a list, that cannot be read as what its member is: strict mode refuses it, lenient
    /// mode keeps the whole member unparsed among the unknown ones (CNT-180).
    ///
    /// What is not even JSON is refused as such. The reader stands behind the member's value afterwards.
    @inline(never)
    @_lifetime(self: copy self)
    mutating func unreadable() throws(DecodeError) {
        let place = scanner.position
        _ = try scanner.skipValue()
        if refusesUnreadable, !frame.isTolerant { throw DecodeError(.fieldType, offset: place) }
        let report = Deviation(.unparsed, offset: place, path: stepPath)
        if frame.item >= 0 { try skipItems() }
        // Again from the name on, now that all of it is known to be JSON and within the limits.
        var again = JSONScanner(scanner.text, limits: .unbounded, isStrict: false)
        again.position = frame.nameStart
        let name = try again.string()
        try again.colon()
        _ = again.nextToken()
        let range = UnknownRange(
            nameStart: frame.nameStart, nameEnd: name.end + 1, valueStart: again.position, valueEnd: scanner.position)
        let loneSurrogate = try again.skipValue()
        // What deviated in the parts that were read does not count: nobody reads them.
        while let last = deviations.last, (range.valueStart..<range.valueEnd).contains(last.offset) {
            deviations.removeLast()
        }
        if !frame.isTolerant { deviations.append(report) }
        if loneSurrogate >= 0 { try deviate(.loneSurrogate, .jsonSurrogate, at: loneSurrogate) }
        try keepUnparsed(ObjectFrame.UnknownName(hash: 0, isEscaped: name.isEscaped, range: range))
    }

    /// Passes over the other items of a list after one that could not be read.
    @_lifetime(self: copy self)
    private mutating func skipItems() throws(DecodeError) {
        var index = frame.item &+ 1
        while try nextItem(index) {
            _ = try scanner.skipValue()
            index &+= 1
        }
    }

    /// Adds the member that is being read to the unknown ones.
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
        // A member that is read at the object's end stands before others that are there already.
        if frame.end >= 0 || frame.isIndexed { insertUnknown(member) } else { unknown.append(member) }
    }

    /// Drops an earlier occurrence of a member that was kept unparsed: the last one counts (CNT-017).
    mutating func dropUnparsed(_ slot: Int, _ bit: UInt64) {
        frame.unparsed &= ~bit
        for index in unknown.indices[frame.firstUnknown...] where !unknown[index].isReplaced {
            guard case .slot(slot) = unknown[index].unparsed else { continue }
            unknown[index].isReplaced = true
            frame.unknownSize -= unknown[index].range.size
        }
    }
}
