// SPDX-License-Identifier: Apache-2.0

/// A lookup of a single member of a content without decoding the rest, as needed by a router (CNT-053).
///
/// The lookup checks that the whole text is JSON and builds only the requested member.
public enum MemberLookup {
    /// Returns the value of a member as it appears in the content, or nil if the member is absent.
    ///
    /// If the name occurs more than once, the last occurrence counts.
    ///
    /// - Throws: `json.*`, `content.type` or `limit.*`.
    public static func raw(
        _ name: String, in json: Span<UInt8>, limits: DecodingLimits = DecodingLimits()
    ) throws(DecodeError) -> RawJSON? {
        guard let range = try range(of: name, in: json, limits) else { return nil }
        return RawJSON(scanned: json.string(range.lowerBound, range.upperBound))
    }

    /// Returns the text of a member, or nil if the member is absent or not a string.
    ///
    /// - Throws: `json.*`, `content.type` or `limit.*`.
    public static func string(
        _ name: String, in json: Span<UInt8>, limits: DecodingLimits = DecodingLimits()
    ) throws(DecodeError) -> String? {
        guard let range = try range(of: name, in: json, limits), json.byte(at: range.lowerBound) == .quote else {
            return nil
        }
        var scanner = JSONScanner(json, limits: limits, isStrict: false)
        scanner.position = range.lowerBound
        return scanner.text(of: try scanner.string())
    }

    /// Returns the range of a member's value, or nil if the member is absent.
    static func range(
        of name: String, in json: Span<UInt8>, _ limits: DecodingLimits
    ) throws(DecodeError) -> Range<Int>? {
        var scanner = JSONScanner(json, limits: limits, isStrict: false)
        try scanner.begin()
        var wanted = name
        wanted.makeContiguousUTF8()
        var found: Range<Int>?
        guard scanner.nextToken() == .openBrace else {
            let start = scanner.position
            _ = try scanner.skipValue()
            try scanner.finish()
            throw DecodeError(.contentType, offset: start)
        }
        try scanner.open()
        var count = 0
        var isFirst = true
        while try scanner.movesToPart(before: .closeBrace, isFirst: &isFirst) {
            guard scanner.next == .quote else { throw scanner.unexpected() }
            if count >= limits.members { throw DecodeError(.limitMembers, offset: scanner.position) }
            count += 1
            let token = try scanner.memberName()
            let start = scanner.position
            _ = try scanner.skipValue()
            let isWanted =
                token.isEscaped
                ? token.loneSurrogate < 0 && scanner.text(of: token).equals(wanted)
                : json.slice(token.start, token.end).equals(wanted.utf8.span)
            if isWanted { found = start..<scanner.position }
        }
        scanner.close()
        try scanner.finish()
        return found
    }
}
