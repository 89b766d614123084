// SPDX-License-Identifier: Apache-2.0

extension ContentDecoder {
    /// Reads the time of sending, which may be a number (CHT-013), or returns nil if the value is null or unreadable.
    @_lifetime(self: copy self)
    mutating func sendTime() throws(DecodeError) -> String? {
        let byte = scanner.nextToken()
        let start = scanner.position
        let text: String?
        if byte == .minus || byte.isDigit {
            let token = try scanner.number()
            text = scanner.text.string(token.start, token.end)
            try deviate(.sendTimeAsNumber, .fieldType, at: start)
        } else {
            text = try string()
        }
        guard let text, !text.isEmpty, ChatMessage.milliseconds(text) == nil else { return text }
        try deviate(.sendTimeNotANumber, .fieldValue, at: start)
        return text
    }

    /// Reads the array of mentioned users, or returns nil if the value is null or unreadable.
    ///
    /// In a message of unknown kind, an array that lenient mode cannot read is not an error in strict mode either,
    /// whatever else is wrong with it (CHT-004).
    @_lifetime(self: copy self)
    mutating func mentionedUsers() throws(DecodeError) -> [String]? {
        if frame.isTolerant, scanner.isStrict, hasUnreadableItem {
            try unreadable(isList: true)
            return nil
        }
        return try strings()
    }

    /// Whether the array that follows is valid and contains an item that is not a string, number or Boolean.
    ///
    /// Of an array that ends in an error the items before the error are read one by one (CNT-184).
    private var hasUnreadableItem: Bool {
        var items = JSONScanner(scanner.text, limits: scanner.limits, isStrict: false)
        items.position = scanner.position
        items.depth = scanner.depth
        guard items.nextToken() == .openBracket else { return false }
        let start = items.position
        guard (try? items.skipValue()) != nil else { return false }
        items.position = start
        repeat {
            items.advance()
            switch items.nextToken() {
            case .openBrace, .openBracket, UInt8(ascii: "n"): return true
            case .closeBracket: return false
            default: guard (try? items.skipValue()) != nil else { return false }
            }
        } while items.nextToken() == .comma
        return false
    }

    /// Returns the members that have not been requested, split into those that are written again and those that are
    /// foreign to the wire (CHT-015).
    func dividedUnknown() -> (unknown: UnknownMembers, foreign: UnknownMembers) {
        var others = UnknownMembers()
        var foreign = UnknownMembers()
        for member in unknown[frame.firstUnknown...] where !member.isReplaced {
            if member.isForeign {
                foreign.append(member.range, from: scanner.text)
            } else {
                others.append(member.range, from: scanner.text)
                keepUnparsed(member, in: &others)
            }
        }
        keepRaw(in: &others)
        return (others, foreign)
    }
}
