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
        case .openBrace: .object
        case .openBracket: .array
        case .quote: .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
        case UInt8(ascii: "n"): .null
        default: .number
        }
    }

    /// The boolean, or nil if the value is of another kind.
    public var boolean: Bool? {
        kind == .boolean ? text.utf8.contains(UInt8(ascii: "r")) : nil  // only `true` contains an "r"
    }

    /// The number, or nil if the value is of another kind.
    public var number: JSONNumber? {
        kind == .number ? try? JSONNumber(text: text) : nil
    }

    /// The elements of a list, or nil if the value is of another kind.
    public var elements: [RawJSON]? {
        var elements: [RawJSON] = []
        let isList = eachPart(of: .openBracket) { scanner, _, value in
            elements.append(RawJSON(scanned: scanner.text.string(value.lowerBound, value.upperBound)))
        }
        return isList ? elements : nil
    }

    /// The members of an object in their order, with unescaped names, or nil if the value is of another kind.
    public var members: [(name: String, value: RawJSON)]? {
        var members: [(name: String, value: RawJSON)] = []
        let isObject = eachPart(of: .openBrace) { scanner, name, value in
            guard let name else { return }
            let text = scanner.text.string(value.lowerBound, value.upperBound)
            members.append((scanner.text(of: name), RawJSON(scanned: text)))
        }
        return isObject ? members : nil
    }

    /// The value of a member of an object, or nil if it is absent or the value is of another kind.
    public subscript(_ name: String) -> RawJSON? {
        var found: Range<Int>?
        let isObject = eachPart(of: .openBrace) { scanner, given, value in
            if let given, scanner.holds(given, name.utf8.span) { found = value }
        }
        guard isObject, let found else { return nil }
        return RawJSON(scanned: text.utf8.span.string(found.lowerBound, found.upperBound))
    }

    /// Calls `body` with the name and the value of each member of an object, or with each element of a list, and
    /// returns false if the value is of another kind.
    private func eachPart(
        of opening: UInt8, _ body: (borrowing JSONScanner, StringToken?, Range<Int>) -> Void
    ) -> Bool {
        var scanner = JSONScanner(text.utf8.span, limits: .unbounded, isStrict: false)
        guard scanner.nextToken() == opening else { return false }
        scanner.advance()
        let isObject = opening == .openBrace
        var isFirst = true
        do throws(DecodeError) {
            while try scanner.movesToPart(before: isObject ? .closeBrace : .closeBracket, isFirst: &isFirst) {
                let name = try isObject ? scanner.memberName() : nil
                let start = scanner.position
                _ = try scanner.skipValue()
                body(scanner, name, start..<scanner.position)
            }
            return true
        } catch {
            return false
        }
    }

    /// Creates a value from JSON text.
    ///
    /// - Throws: `json.*` or `limit.depth`, with the offset.
    public init(parsing bytes: Span<UInt8>) throws(DecodeError) {
        try self.init(parsing: bytes, limits: .unlimited, isStrict: false)
    }

    /// Checks that `bytes` are JSON text, as ``init(parsing:)`` does, without keeping it.
    ///
    /// - Throws: `json.*` or `limit.depth`, with the offset.
    package static func check(_ bytes: Span<UInt8>) throws(DecodeError) {
        var scanner = JSONScanner(bytes, limits: .unlimited, isStrict: false)
        try scanner.begin()
        _ = scanner.nextToken()
        _ = try scanner.skipValue()
        try scanner.finish()
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
