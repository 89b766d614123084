// SPDX-License-Identifier: Apache-2.0

/// Looking into JSON text that was kept: each step scans the text again, nothing is held in a second form.
extension RawJSON {
    /// The value's kind.
    public enum Kind: Hashable, Sendable {
        /// `null`
        case null
        /// `true` or `false`
        case boolean
        /// A number.
        case number
        /// A string.
        case string
        /// A list.
        case array
        /// An object.
        case object
    }

    /// The value's kind.
    public var kind: Kind {
        var scanner = JSONScanner(text.utf8.span, limits: .unlimited, isStrict: false)
        return switch scanner.nextToken() {
        case 0x7b: .object
        case 0x5b: .array
        case 0x22: .string
        case 0x74, 0x66: .boolean
        case 0x6e: .null
        default: .number
        }
    }

    /// The boolean; nil where the value is something else.
    public var boolean: Bool? {
        kind == .boolean ? text.utf8.contains(0x72) : nil  // "r" is in true only
    }

    /// The number; nil where the value is something else.
    public var number: JSONNumber? {
        kind == .number ? try? JSONNumber(text: text) : nil
    }

    /// The elements of a list; nil where the value is something else.
    public var elements: [RawJSON]? {
        let span = text.utf8.span
        var scanner = JSONScanner(span, limits: .unlimited, isStrict: false)
        guard scanner.nextToken() == 0x5b else { return nil }
        scanner.advance()
        var elements: [RawJSON] = []
        while scanner.nextToken() != 0x5d {
            if scanner.next == 0x2c { scanner.advance() }
            _ = scanner.nextToken()
            let start = scanner.position
            guard (try? scanner.skipValue()) != nil else { return nil }
            elements.append(RawJSON(scanned: span.string(start, scanner.position)))
        }
        return elements
    }

    /// The members of an object in their order, names unescaped; nil where the value is something else.
    public var members: [(name: String, value: RawJSON)]? {
        let span = text.utf8.span
        var scanner = JSONScanner(span, limits: .unlimited, isStrict: false)
        guard scanner.nextToken() == 0x7b else { return nil }
        scanner.advance()
        var members: [(name: String, value: RawJSON)] = []
        while scanner.nextToken() != 0x7d {
            if scanner.next == 0x2c { scanner.advance() }
            guard scanner.nextToken() == 0x22, let name = try? scanner.string(), (try? scanner.colon()) != nil else {
                return nil
            }
            _ = scanner.nextToken()
            let start = scanner.position
            guard (try? scanner.skipValue()) != nil else { return nil }
            members.append((scanner.text(of: name), RawJSON(scanned: span.string(start, scanner.position))))
        }
        return members
    }

    /// A member of an object; nil where it is absent, or the value is something else.
    public subscript(_ name: String) -> RawJSON? {
        let span = text.utf8.span
        let wanted = name.utf8.span
        var scanner = JSONScanner(span, limits: .unlimited, isStrict: false)
        guard scanner.nextToken() == 0x7b else { return nil }
        scanner.advance()
        var found: Range<Int>?
        while scanner.nextToken() != 0x7d {
            if scanner.next == 0x2c { scanner.advance() }
            guard scanner.nextToken() == 0x22, let given = try? scanner.string(), (try? scanner.colon()) != nil else {
                return nil
            }
            _ = scanner.nextToken()
            let start = scanner.position
            guard (try? scanner.skipValue()) != nil else { return nil }
            if scanner.holds(given, wanted) { found = start..<scanner.position }
        }
        return found.map { RawJSON(scanned: span.string($0.lowerBound, $0.upperBound)) }
    }

    /// Reads JSON text.
    ///
    /// - Throws: `json.*` and `limit.depth`, with the offset.
    public init(parsing bytes: Span<UInt8>) throws(DecodeError) {
        var scanner = JSONScanner(bytes, limits: .unlimited, isStrict: false)
        try scanner.begin()
        _ = scanner.nextToken()
        let start = scanner.position
        _ = try scanner.skipValue()
        let end = scanner.position
        try scanner.finish()
        self.init(scanned: bytes.string(start, end))
    }
}
