// SPDX-License-Identifier: Apache-2.0

/// A writer that rewrites canonical bytes according to a profile.
///
/// The canonical writer does not depend on profiles and remains fast.
struct ProfileWriter {
    private typealias Rules = [EncodeProfile.Rule]

    private let profile: EncodeProfile
    private let input: [UInt8]
    private var output: Output

    private init(_ profile: EncodeProfile, _ canonical: [UInt8]) {
        self.profile = profile
        input = canonical
        output = Output(escapes: profile.escapesNonASCII)
    }

    /// Rewrites content whose members `table` lists.
    static func write(
        _ canonical: [UInt8], of objectName: ObjectName, _ table: MemberTable, for profile: EncodeProfile
    ) -> ProfiledContent {
        if profile.isCanonical { return ProfiledContent(bytes: canonical, departures: []) }
        var writer = ProfileWriter(profile, canonical)
        writer.output.bytes.reserveCapacity(canonical.count + canonical.count / 4)
        let rules = profile.rules.filter { $0.objectName == nil || $0.objectName == objectName }
        writer.object(0..<canonical.count, table, rules, depth: 0, path: "")
        let departures = writer.output.departures.sorted { $0.offset < $1.offset }
        return ProfiledContent(bytes: writer.output.bytes, departures: departures)
    }

    /// Writes the object in a range; `rules` are the rules whose paths lead to it.
    private mutating func object(_ range: Range<Int>, _ table: MemberTable, _ rules: Rules, depth: Int, path: String) {
        let places = JSONPlaces(in: input.span, range, most: .max)
        guard !rules.isEmpty, places.isWhole, input[range.lowerBound] == UInt8(ascii: "{") else { return append(range) }
        output.bytes.append(UInt8(ascii: "{"))
        for (index, part) in places.parts.enumerated() {
            if index > 0 { output.bytes.append(UInt8(ascii: ",")) }
            append(part.range.lowerBound..<part.value.lowerBound)
            let own = rules.filter { $0.path.count > depth && $0.path[depth].equals(part.name) }
            // What was kept unparsed is not changed, because no reader could read it afterwards (CNT-180, TST-207).
            guard !own.isEmpty, let kind = kind(of: part, in: table), table.isOpen || isReadable(part.value, kind)
            else {
                append(part.value)
                continue
            }
            let path = "\(path)/\(part.name)"
            let start = output.bytes.count
            value(part.value, kind, own, depth: depth, path: path)
            let written = output.bytes[start...]
            for rule in own where rule.path.count == depth + 1 {
                guard case .alsoNamed(let name) = rule.change,
                    !places.parts.contains(where: { $0.name.equals(name) })
                else { continue }
                output.bytes.append(UInt8(ascii: ","))
                output.departures.append(Deviation(rule.deviation, offset: output.bytes.count, path: path))
                self.name(name)
                output.bytes.append(contentsOf: written)
            }
        }
        output.bytes.append(UInt8(ascii: "}"))
    }

    /// Returns the kind of a member, or nil for an unknown member, which is written as it arrived (CNT-061).
    private func kind(of part: JSONPlaces.Part, in table: MemberTable) -> MemberTable.Kind? {
        if let slot = table.slot(part.name) { return table.members[slot].kind }
        guard table.isOpen else { return nil }
        // A type that requests its members by name has no table, so the kind follows from the value.
        switch input[part.value.lowerBound] {
        case UInt8(ascii: "{"): return .object(.open)
        case UInt8(ascii: "["): return .objects(.open)
        default: return .any
        }
    }

    /// Returns whether a value in canonical form could be read as one of a kind.
    private func isReadable(_ range: Range<Int>, _ kind: MemberTable.Kind) -> Bool {
        func has(_ opening: UInt8, _ isPart: (UInt8) -> Bool) -> Bool {
            guard input[range.lowerBound] == opening else { return false }
            let places = JSONPlaces(in: input.span, range, most: .max)
            return places.isWhole && places.parts.allSatisfy { isPart(input[$0.value.lowerBound]) }
        }
        let first = input[range.lowerBound]
        return switch kind {
        case .any: true
        case .string, .base64: first == .quote
        case .integer, .number: isNumber(first)
        case .boolean: isBoolean(first)
        case .object, .rawObject: first == .openBrace
        case .rawArray: first == .openBracket
        case .objects: has(.openBracket) { $0 == .openBrace }
        case .strings: has(.openBracket) { $0 == .quote }
        case .stringMap: has(.openBrace) { $0 == .quote }
        case .stringListMap: has(.openBrace) { $0 == .openBracket }
        }
    }

    private func isNumber(_ first: UInt8) -> Bool { first == .minus || first.isDigit }

    private func isBoolean(_ first: UInt8) -> Bool { first == UInt8(ascii: "t") || first == UInt8(ascii: "f") }

    private mutating func value(
        _ range: Range<Int>, _ kind: MemberTable.Kind, _ rules: Rules, depth: Int, path: String
    ) {
        let inner = rules.filter { $0.path.count > depth + 1 }
        switch kind {
        case .object(let table) where !inner.isEmpty:
            return object(range, table, inner, depth: depth + 1, path: path)
        case .objects(let table) where !inner.isEmpty:
            let items = JSONPlaces(in: input.span, range, most: .max)
            guard items.isWhole else { return append(range) }
            output.bytes.append(UInt8(ascii: "["))
            for (index, item) in items.parts.enumerated() {
                if index > 0 { output.bytes.append(UInt8(ascii: ",")) }
                object(item.value, table, inner, depth: depth + 1, path: "\(path)/\(index)")
            }
            return output.bytes.append(UInt8(ascii: "]"))
        default: break
        }
        for rule in rules where rule.path.count == depth + 1 {
            let start = output.bytes.count
            guard convert(range, rule.change) else { continue }
            output.departures.append(Deviation(rule.deviation, offset: start, path: path))
            return
        }
        append(range)
    }

    /// Writes a value in another type.
    ///
    /// - Returns: Whether the value was written; if false, it does not have the type that the change applies to.
    private mutating func convert(_ range: Range<Int>, _ change: EncodeProfile.Change) -> Bool {
        let first = input[range.lowerBound]
        switch change {
        case .alsoNamed: return false
        case .asString:
            guard isBoolean(first) || isNumber(first) else { return false }
            output.bytes.append(UInt8(ascii: "\""))
            append(range)
            output.bytes.append(UInt8(ascii: "\""))
        case .asNumber:
            guard isBoolean(first) else { return false }
            output.bytes.append(first == UInt8(ascii: "t") ? UInt8(ascii: "1") : UInt8(ascii: "0"))
        case .asObject:
            let text = RawJSON(scanned: input.span.string(range.lowerBound, range.upperBound)).string
            guard let text, let json = try? RawJSON(text: text), json.kind == .object else { return false }
            output.append(Array(json.text.utf8).span)
        }
        return true
    }

    private mutating func name(_ name: String) {
        var writer = ContentEncoder()
        writer.value(name)
        output.append(writer.bytes.span)
        output.bytes.append(UInt8(ascii: ":"))
    }

    private mutating func append(_ range: Range<Int>) {
        let text = input
        output.append(text.span.extracting(range))
    }
}

extension ProfileWriter {
    /// The bytes written and their departures from the canonical form.
    private struct Output {
        let escapes: Bool
        var bytes: [UInt8] = []
        var departures: [Deviation] = []
        private var isEscapeReported = false

        init(escapes: Bool) {
            self.escapes = escapes
        }

        /// Copies JSON text, escaping it if required; bytes beyond ASCII occur only inside strings.
        mutating func append(_ text: Span<UInt8>) {
            guard escapes else { return bytes.append(text) }
            var start = 0
            var offset = 0
            while offset < text.count {
                guard text[offset] >= .nonASCII, let length = UTF8Sequence.length(text, at: offset, end: text.count)
                else {
                    offset += 1
                    continue
                }
                bytes.append(text.extracting(start..<offset))
                if !isEscapeReported {
                    isEscapeReported = true
                    departures.append(Deviation(.escapedText, offset: bytes.count))
                }
                for unit in text.string(offset, offset + length).utf16 { escape(unit) }
                offset += length
                start = offset
            }
            bytes.append(text.extracting(start..<text.count))
        }

        private mutating func escape(_ unit: UInt16) {
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(UInt8(ascii: "u"))
            for shift in [12, 8, 4, 0] {
                let digit = UInt8(truncatingIfNeeded: unit >> UInt16(shift)) & 0x0f
                bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
    }
}

// MARK: - Contents

extension MessageContent {
    /// Returns the bytes of the content for the readers of one platform (CNT-170).
    public func encoded(for profile: EncodeProfile) -> ProfiledContent {
        ProfileWriter.write(encoded(), of: Self.objectName, Self.memberTable, for: profile)
    }
}

extension SchemaContent {
    /// Returns the bytes of the content for the readers of one platform (CNT-170).
    public func encoded(for profile: EncodeProfile) -> ProfiledContent {
        defer { extendLifetime(object.schema) }
        return ProfileWriter.write(encoded(), of: schema.objectName, object.schema.table, for: profile)
    }
}

extension AnyContent {
    /// Returns the bytes of the content for the readers of one platform.
    ///
    /// The content of opaque and unknown types is returned as it arrived (CNT-177).
    public func encoded(for profile: EncodeProfile) -> ProfiledContent {
        switch self {
        case .known(let content): content.encoded(for: profile)
        case .schema(let content): content.encoded(for: profile)
        case .opaque(let content): ProfiledContent(bytes: content.bytes, departures: [])
        case .unknown(let content): ProfiledContent(bytes: content.bytes, departures: [])
        }
    }
}
