// SPDX-License-Identifier: Apache-2.0

/// Reading a message of unknown kind: what cannot be read stays among the unknown members (CHT-004).
extension ContentReader {
    /// Reads a string; nil where the member is null, or is set aside.
    @_lifetime(self: copy self)
    mutating func stringOrAside() throws(DecodeError) -> String? {
        try setsAside(.string) ? nil : try string()
    }

    /// Reads an integer; nil where the member is null, or is set aside.
    @_lifetime(self: copy self)
    mutating func integerOrAside() throws(DecodeError) -> JSONNumber? {
        try setsAside(.integer) ? nil : try integer()
    }

    /// Reads a list of strings; nil where the member is null, or is set aside.
    @_lifetime(self: copy self)
    mutating func stringsOrAside() throws(DecodeError) -> [String]? {
        try setsAside(.strings) ? nil : try strings()
    }

    /// Reads the time of sending, also a number (CHT-013); nil where the member is null, or is set aside.
    @_lifetime(self: copy self)
    mutating func sendTime() throws(DecodeError) -> String? {
        let byte = scanner.nextToken()
        let start = scanner.position
        let text: String?
        if byte == 0x2d || byte &- 0x30 < 10 {
            dropAside()
            let token = try scanner.number()
            text = scanner.text.string(token.start, token.end)
            try deviate(.sendTimeAsNumber, .fieldType, at: start)
        } else {
            text = try stringOrAside()
        }
        guard let text, !text.isEmpty, ChatMessage.milliseconds(text) == nil else { return text }
        try deviate(.sendTimeNotANumber, .fieldValue, at: start)
        return text
    }

    /// Whether the member of a message of unknown kind is of a type that lenient mode cannot read; it is kept then.
    @_lifetime(self: copy self)
    private mutating func setsAside(_ kind: MemberTable.Kind) throws(DecodeError) -> Bool {
        guard frame.isTolerant, case .slot(let slot) = frame.step else { return false }
        dropAside()
        if isReadable(kind) { return false }
        frame.setAside |= 1 << UInt64(slot)
        scanner.position = frame.nameStart
        let name = try scanner.string()
        try scanner.colon()
        try unknownMember(name)
        return true
    }

    /// Drops an earlier occurrence of the member that was set aside: the last one counts (CNT-017).
    private mutating func dropAside() {
        guard case .slot(let slot) = frame.step else { return }
        let bit: UInt64 = 1 << UInt64(slot)
        guard frame.setAside & bit != 0 else { return }
        frame.setAside &= ~bit
        dropUnknown(frame.table.members[slot].name)
    }

    private mutating func dropUnknown(_ name: StaticString) {
        let name = name.description
        let own = unknown[frame.firstUnknown...]
        guard let index = own.firstIndex(where: { text(of: $0).utf8.elementsEqual(name.utf8) }) else { return }
        frame.unknownSize -= unknown.remove(at: index).range.size
    }

    /// Whether lenient mode reads the value that follows, or refuses it for something else than its type.
    private func isReadable(_ kind: MemberTable.Kind) -> Bool {
        var probe = ContentReader(scanner.text, limits: scanner.limits)
        probe.scanner.position = scanner.position
        probe.scanner.depth = scanner.depth
        do {
            switch kind {
            case .integer: _ = try probe.integer()
            case .strings: _ = try probe.strings()
            default: _ = try probe.string()
            }
            return true
        } catch {
            return error.code != .fieldType
        }
    }
}

extension ContentReader {
    /// What nobody has asked for, divided into what is written again and what is foreign to the wire (CHT-015).
    func dividedUnknown() -> (unknown: UnknownMembers, foreign: UnknownMembers) {
        var others = UnknownMembers()
        var foreign = UnknownMembers()
        for member in unknown[frame.firstUnknown...] {
            if member.isForeign {
                foreign.append(member.range, from: scanner.text)
            } else {
                others.append(member.range, from: scanner.text)
            }
        }
        for raw in raw[frame.firstRaw...] { others.keep(scanner.text.slice(raw.start, raw.end), for: raw.name) }
        return (others, foreign)
    }
}
