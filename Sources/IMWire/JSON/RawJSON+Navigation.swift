// SPDX-License-Identifier: Apache-2.0

/// Navigation in stored JSON text, which each step scans again instead of keeping a second representation.
extension RawJSON {
    /// The kind of a JSON value.
    public enum Kind: Hashable, Sendable {
        /// The value `null`.
        case null
        /// The value `true` or `false`.
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

    /// The kind of the value.
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

    /// The boolean, or nil if the value is of another kind.
    public var boolean: Bool? {
        kind == .boolean ? text.utf8.contains(0x72) : nil  // only `true` contains an "r"
    }

    /// The number, or nil if the value is of another kind.
    public var number: JSONNumber? {
        kind == .number ? try? JSONNumber(text: text) : nil
    }

    /// The elements of a list, or nil if the value is of another kind.
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

    /// The members of an object in their order, with unescaped names, or nil if the value is of another kind.
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

    /// The value of a member of an object, or nil if it is absent or the value is of another kind.
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

    /// Creates a value from JSON text.
    ///
    /// - Throws: `json.*` or `limit.depth`, with the offset.
    public init(parsing bytes: Span<UInt8>) throws(DecodeError) {
        try self.init(parsing: bytes, limits: .unlimited, isStrict: false)
    }

    /// Creates a value from JSON text within limits; a strict reader refuses lone surrogates.
    package init(parsing bytes: Span<UInt8>, limits: DecodingLimits, isStrict: Bool) throws(DecodeError) {
        var scanner = JSONScanner(bytes, limits: limits, isStrict: isStrict)
        try scanner.begin()
        _ = scanner.nextToken()
        let start = scanner.position
        _ = try scanner.skipValue()
        let end = scanner.position
        try scanner.finish()
        self.init(scanned: bytes.string(start, end))
    }
}
