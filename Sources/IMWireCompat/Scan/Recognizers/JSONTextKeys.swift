// SPDX-License-Identifier: Apache-2.0

import ValueSupport

/// A reader of the members of an object in the source as JSON text: `"{\"coins\":3}"`, which may be concatenated from
/// parts.
struct JSONTextKeys: SourceRecognizer {
    let file: SourceFile

    private static let maximumDepth = 6
    private static let maximumKeys = 256
    /// A byte in place of a part that is not a string, which represents a value or a piece of one.
    private static let hole: UInt8 = 1

    /// Returns the keys, or none if the range is not such a text.
    func keys(in range: Range<Int>) -> [KeyClaim] {
        guard source[range.lowerBound].isString,
            source[range.lowerBound].text.utf8.first(where: { $0 > UInt8(ascii: " ") }) == UInt8(ascii: "{")
        else { return [] }
        var text = Text()
        for index in range.prefix(64) {
            if source[index].isString {
                text.starts.append((text.bytes.count, source.line(index)))
                text.bytes += source[index].text.utf8
            } else if source[index].isWord || source[index].kind == .number {
                text.bytes.append(JSONTextKeys.hole)
            }
        }
        return object(in: &text, 0)
    }

    /// Returns the keys in a text that may lack the braces of its object: `"\"id\":1,\"name\":\"A\""`.
    func fragment(from index: Int) -> [KeyClaim] {
        var text = Text()
        var next = index
        while source[next].isString, next - index < 16 {
            text.starts.append((text.bytes.count, source.line(next)))
            text.bytes += source[next].text.utf8
            next += 1
        }
        if text.bytes.first != UInt8(ascii: "{") {
            text.bytes.insert(UInt8(ascii: "{"), at: 0)
        }
        return object(in: &text, 0)
    }

    /// The concatenated text, and the place in it that is read next.
    private struct Text {
        var bytes: [UInt8] = []
        /// The place and the line of each string.
        var starts: [(place: Int, line: Int)] = []
        var place = 0

        var next: UInt8? { place < bytes.count ? bytes[place] : nil }
        var line: Int { starts.last { $0.place <= place }?.line ?? 0 }

        mutating func skip(while condition: (UInt8) -> Bool) {
            while let byte = next, condition(byte) { place += 1 }
        }

        mutating func skipSpace() { skip { $0 <= UInt8(ascii: " ") && $0 != JSONTextKeys.hole } }

        /// Reads past the string at the place, and returns its bytes.
        mutating func string() -> [UInt8] {
            place += 1
            let start = place
            while let byte = next, byte != UInt8(ascii: "\"") { place += byte == UInt8(ascii: "\\") ? 2 : 1 }
            let end = min(place, bytes.count)
            place += 1
            return Array(bytes[start..<end])
        }
    }

    /// Reads the object whose brace is at the place.
    private func object(in text: inout Text, _ depth: Int) -> [KeyClaim] {
        var keys: [KeyClaim] = []
        text.skipSpace()
        text.place += 1
        while let byte = text.next, byte != UInt8(ascii: "}") {
            guard byte == UInt8(ascii: "\"") else {
                text.place += 1
                continue
            }
            let line = text.line
            let name = text.string()
            text.skipSpace()
            guard text.next == UInt8(ascii: ":") else { continue }
            text.place += 1
            var claim = KeyClaim(
                name: SourceExpression(text: String(decoding: name, as: UTF8.self), file: file.index, line: line),
                isWritten: true, certainty: .likely)
            value(in: &text, &claim, depth)
            if !name.isEmpty, keys.count < JSONTextKeys.maximumKeys { keys.append(claim) }
        }
        text.place += 1
        return keys
    }

    /// Reads the value at the place, and records its type and its members.
    private func value(in text: inout Text, _ claim: inout KeyClaim, _ depth: Int) {
        text.skipSpace()
        guard let byte = text.next else { return }
        switch byte {
        case UInt8(ascii: "\""):
            _ = text.string()
            claim.kinds = [.string]
        case UInt8(ascii: "{"):
            // A template engine replaces `{{ name }}` by a value.
            let isTemplate = text.place + 1 < text.bytes.count && text.bytes[text.place + 1] == UInt8(ascii: "{")
            if isTemplate || depth >= JSONTextKeys.maximumDepth { return skip(&text) }
            let start = text.place + 1
            claim.members = object(in: &text, depth + 1)
            // C# writes a value as `{name}`.
            let isObject = text.bytes[start...].prefix(while: { $0 != UInt8(ascii: "}") }).allSatisfy { $0 <= 32 }
            if isObject || !claim.members.isEmpty { claim.kinds = [.object] }
        case UInt8(ascii: "$"):
            // A template literal writes a value as `${name}`.
            text.place += 1
            if text.next == UInt8(ascii: "{") { skip(&text) }
        case UInt8(ascii: "["):
            skip(&text)
            claim.kinds = [.array]
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            let start = text.place
            text.skip { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "}") && $0 > UInt8(ascii: " ") }
            let word = text.bytes[start..<text.place]
            claim.kinds = [word.contains(UInt8(ascii: ".")) ? .number : .integer]
        case UInt8(ascii: "t"), UInt8(ascii: "f"): claim.kinds = [.boolean]
        default: break
        }
    }

    /// Reads past a value in brackets.
    private func skip(_ text: inout Text) {
        var open = 0
        repeat {
            guard let byte = text.next else { return }
            switch byte {
            case UInt8(ascii: "\""):
                _ = text.string()
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): open += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): open -= 1
            default: break
            }
            text.place += 1
        } while open > 0 && text.place < text.bytes.count
    }
}
