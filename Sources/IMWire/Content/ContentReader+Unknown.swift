// SPDX-License-Identifier: Apache-2.0

extension ContentReader {
    /// Passes over a member that the schema does not name, and remembers where it lies (CNT-060).
    @inline(never)
    @_lifetime(self: copy self)
    mutating func unknownMember(_ name: StringToken) throws(DecodeError) {
        frame.step = .unknown
        _ = scanner.nextToken()
        let valueStart = scanner.position
        let loneSurrogate = try scanner.skipValue()
        let range = UnknownRange(
            nameStart: name.start - 1, nameEnd: name.end + 1, valueStart: valueStart, valueEnd: scanner.position)
        if name.loneSurrogate >= 0 || loneSurrogate >= 0 {
            try deviate(
                .loneSurrogate, .jsonSurrogate, at: name.loneSurrogate >= 0 ? name.loneSurrogate : loneSurrogate)
        }
        // A name with a lone surrogate is no text: only the same bytes are the same name.
        var name = name
        if name.loneSurrogate >= 0 { name.isEscaped = false }
        let found = ObjectFrame.UnknownName(hash: hash(of: name), isEscaped: name.isEscaped, range: range)
        if let earlier = unknown[frame.firstUnknown...].firstIndex(where: { isSameName($0, found) }) {
            try deviate(.duplicate, .jsonDuplicate, at: range.nameStart)
            frame.unknownSize -= unknown[earlier].range.size
            unknown.remove(at: earlier)
        }
        try countUnknown(range)
        #if PLANTED_BUGS
            let isTwelfth = unknown.count &- frame.firstUnknown == 11
            let isLast = scanner.position &+ 1 == scanner.text.count
            if PlantedBug.isActive(.unknownLast), isTwelfth, isLast { return }
        #endif
        unknown.append(found)
    }

    /// Adds to what unknown members take, up to the limit (CNT-097).
    @_lifetime(self: copy self)
    mutating func countUnknown(_ range: UnknownRange) throws(DecodeError) {
        frame.unknownSize += range.size
        // An object whose members are asked for by name knows only at its end which of them are unknown.
        if frame.unknownSize > scanner.limits.unknownBytes, !frame.table.isOpen {
            frame.step = .unknown
            throw DecodeError(.limitUnknown, offset: range.nameStart)
        }
    }

    /// The members that nobody has asked for, to be kept with the value and written again.
    @_lifetime(self: copy self)
    public mutating func unknownMembers() throws(DecodeError) -> UnknownMembers {
        if frame.table.isOpen {
            try index()
            if let over = unknown[frame.firstUnknown...].last, frame.unknownSize > scanner.limits.unknownBytes {
                frame.step = .unknown
                throw DecodeError(.limitUnknown, offset: over.range.nameStart)
            }
        }
        let isNone = unknown.count == frame.firstUnknown && raw.count == frame.firstRaw
        return isNone ? UnknownMembers() : collectUnknown()
    }

    @inline(never)
    private func collectUnknown() -> UnknownMembers {
        var collected = UnknownMembers()
        for unknown in unknown[frame.firstUnknown...] { collected.append(unknown.range, from: scanner.text) }
        for raw in raw[frame.firstRaw...] {
            let text = scanner.text.slice(raw.start, raw.end)
            if raw.isList {
                collected.keep(ContentWriter.list(asItArrived: text).span, for: raw.name)
            } else {
                collected.keep(text, for: raw.name)
            }
        }
        return collected
    }

    /// A number that equal names share, however they are escaped (CNT-018).
    func hash(of name: StringToken) -> UInt64 {
        if name.isEscaped {
            let text = scanner.text(of: name)
            return ContentReader.hash(text.utf8.span)
        }
        return ContentReader.hash(scanner.text.slice(name.start, name.end))
    }

    private static func hash(_ bytes: Span<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325  // FNV-1a: equal names are compared byte for byte all the same
        for offset in 0..<bytes.count { hash = (hash ^ UInt64(bytes.byte(at: offset))) &* 0x100_0000_01b3 }
        return hash
    }

    private func isSameName(_ one: ObjectFrame.UnknownName, _ other: ObjectFrame.UnknownName) -> Bool {
        guard one.hash == other.hash else { return false }
        let text = scanner.text
        if !one.isEscaped && !other.isEscaped {
            return text.slice(one.range.nameStart, one.range.nameEnd)
                .equals(text.slice(other.range.nameStart, other.range.nameEnd))
        }
        return self.text(of: one).utf8.elementsEqual(self.text(of: other).utf8)
    }

    /// An unknown member's name, unescaped.
    func text(of unknown: ObjectFrame.UnknownName) -> String {
        scanner.text(
            of: StringToken(
                start: unknown.range.nameStart + 1, end: unknown.range.nameEnd - 1, isEscaped: unknown.isEscaped))
    }
}

extension ContentReader {
    /// Reports a deviation, or refuses it in strict mode (CNT-048).
    @inline(never)
    @_lifetime(self: copy self)
    mutating func deviate(_ id: Deviation.ID, _ code: DecodeError.Code, at offset: Int) throws(DecodeError) {
        if scanner.isStrict { throw DecodeError(code, offset: offset) }
        deviations.append(Deviation(id, offset: offset, path: stepPath))
    }

    /// The name of the member that is being read, as a step of a path.
    var stepName: String {
        switch frame.step {
        case .object: ""
        case .unknown: "?"
        case .slot(let slot): itemPath(frame.table.members[slot].name)
        case .named(let name): itemPath(name)
        }
    }

    private func itemPath(_ name: StaticString) -> String {
        frame.item < 0 ? name.description : "\(name)/\(frame.item)"
    }

    private var stepPath: String {
        let name = stepName
        return name.isEmpty ? "" : "/" + name
    }
}
