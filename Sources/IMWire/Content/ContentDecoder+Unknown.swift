// SPDX-License-Identifier: Apache-2.0

extension ContentDecoder {
    /// Skips a member that the schema does not name, and records its location (CNT-060).
    @_lifetime(self: copy self)
    mutating func unknownMember(_ name: StringToken) throws(DecodeError) {
        try unknownMember(name, NameKey(scanner.text, name.start, name.end).hash)
    }

    /// Skips a member that the schema does not name, and records its location.
    ///
    /// - Parameter hash: The hash of the name's bytes, which only counts if they contain no escape.
    @inline(never)
    @_lifetime(self: copy self)
    mutating func unknownMember(_ name: StringToken, _ hash: UInt64) throws(DecodeError) {
        frame.step = .unknown
        _ = scanner.nextToken()
        let start = scanner.position
        let range = UnknownRange(
            nameStart: name.start &- 1, nameEnd: name.end &+ 1, valueStart: start, valueEnd: start)
        var found = ObjectFrame.UnknownName(
            hash: name.isEscaped ? hashOfEscaped(name) : hash, isEscaped: name.isEscaped, range: range)
        if mayBeDuplicate(found.hash) { try replaceEarlier(found) }
        let loneSurrogate = try scanner.skipValue()
        if name.loneSurrogate >= 0 || loneSurrogate >= 0 {
            try deviate(
                .loneSurrogate, .jsonSurrogate, at: name.loneSurrogate >= 0 ? name.loneSurrogate : loneSurrogate)
        }
        found.range.valueEnd = scanner.position
        try countUnknown(found.range)
        if unknown.capacity == 0 { unknown.reserveCapacity(8) }
        unknown.append(found)
    }

    /// Reports a member with the same name as `member`, which takes its place (CNT-017).
    @inline(never)
    @_lifetime(self: copy self)
    private mutating func replaceEarlier(_ member: ObjectFrame.UnknownName) throws(DecodeError) {
        guard let earlier = earlierUnknown(member), !unknown[earlier].isReplaced else { return }
        try deviate(.duplicate, .jsonDuplicate, at: member.range.nameStart)
        frame.unknownSize -= unknown[earlier].range.size
        unknown[earlier].isReplaced = true
    }

    /// Inserts a member at its place among the unknown members after the end of the object has been reached.
    mutating func insertUnknown(_ member: ObjectFrame.UnknownName) {
        let start = member.range.nameStart
        let place = unknown[frame.firstUnknown...].firstIndex { $0.range.nameStart > start } ?? unknown.count
        unknown.insert(member, at: place)
    }

    /// Adds the size of a member to that of the unknown members, and checks the limit (CNT-097).
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func countUnknown(_ range: UnknownRange) throws(DecodeError) {
        frame.unknownSize &+= range.size
        // If members are requested by name, the unknown ones are known only at the end of the object.
        if frame.unknownSize > scanner.limits.unknownBytes, !frame.table.isOpen {
            frame.step = .unknown
            throw DecodeError(.limitUnknown, offset: range.nameStart)
        }
    }

    /// Returns the members that have not been requested, to be kept with the value and written again.
    @_lifetime(self: copy self)
    public mutating func unknownMembers() throws(DecodeError) -> UnknownMembers {
        if frame.table.isOpen {
            try index()
            if let over = unknown[frame.firstUnknown...].last(where: { !$0.isReplaced }),
                frame.unknownSize > scanner.limits.unknownBytes
            {
                frame.step = .unknown
                throw DecodeError(.limitUnknown, offset: over.range.nameStart)
            }
        }
        let isNone = unknown.count == frame.firstUnknown && raw.count == frame.firstRaw
        return isNone ? UnknownMembers() : collectUnknown()
    }

    @inline(never)
    private func collectUnknown() -> UnknownMembers {
        let members = unknown[frame.firstUnknown...]
        var collected = UnknownMembers(members, from: scanner.text)
        for member in members where !member.isReplaced { keepUnparsed(member, in: &collected) }
        keepRaw(in: &collected)
        return collected
    }

    /// Keeps the bytes of the known strings that contain a lone surrogate.
    ///
    /// Each string of an array is written individually (CNT-079).
    func keepRaw(in members: inout UnknownMembers) {
        for raw in raw.all[frame.firstRaw...] {
            let text = scanner.text.slice(raw.start, raw.end)
            if raw.isList {
                members.keep(ContentEncoder.list(asItArrived: text).span, for: raw.name)
            } else {
                members.keep(text, for: raw.name)
            }
        }
    }

    /// Records that an unknown member is a known member that could not be read, if it is one.
    func keepUnparsed(_ member: ObjectFrame.UnknownName, in collected: inout UnknownMembers) {
        switch member.unparsed {
        case .none: break
        case .slot(let slot):
            collected.keepUnparsed(frame.table.members[slot].name.description, as: text(of: member))
        case .named:
            let name = text(of: member)
            collected.keepUnparsed(name, as: name)
        }
    }

    /// Returns the unescaped name of an unknown member.
    func text(of unknown: ObjectFrame.UnknownName) -> String {
        scanner.text(
            of: StringToken(
                start: unknown.range.nameStart + 1, end: unknown.range.nameEnd - 1, isEscaped: unknown.isEscaped))
    }
}

extension ContentDecoder {
    /// Reports a deviation, or throws an error in strict mode (CNT-048).
    @inline(never)
    @_lifetime(self: copy self)
    mutating func deviate(_ id: Deviation.ID, _ code: DecodeError.Code, at offset: Int) throws(DecodeError) {
        if scanner.isStrict { throw DecodeError(code, offset: offset) }
        deviations.append(Deviation(id, offset: offset, path: stepPath))
    }

    /// The name of the member being read, as a step of a path.
    var stepName: String {
        switch frame.step {
        case .object: ""
        case .unknown: "?"
        case .slot(let slot): itemPath(frame.table.members[slot].name.description)
        case .named(let name): itemPath(name.description)
        }
    }

    private func itemPath(_ name: String) -> String {
        frame.item < 0 ? name : "\(name)/\(frame.item)"
    }

    /// The path of the member being read.
    var stepPath: String {
        let name = stepName
        return name.isEmpty ? "" : "/" + name
    }
}
