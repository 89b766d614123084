// SPDX-License-Identifier: Apache-2.0

/// The locations of the parts of an object or a list in a text, for tools that show them rather than for decoders.
///
/// If the text is truncated or becomes invalid, the parts that precede that place are available.
package struct JSONPlaces: Sendable {
    /// A member of an object, or an element of a list, which has no name.
    package struct Part: Sendable {
        /// The member's name with its escapes resolved, or an empty string for an element.
        package let name: String
        /// The range from the name's opening quote, or from the element's first byte, to the end of the value.
        package let range: Range<Int>
        /// The range of the value alone.
        package let value: Range<Int>
    }

    /// The parts in their order in the text.
    package private(set) var parts: [Part] = []
    /// Whether all parts and the closing bracket were found.
    package private(set) var isWhole = false

    /// Finds up to `most` members of the object, or elements of the list, in `range` of a text.
    package init(in text: Span<UInt8>, _ range: Range<Int>, most: Int) {
        let range = range.clamped(to: 0..<text.count)
        var scanner = JSONScanner(text.slice(range.lowerBound, range.upperBound), limits: .unlimited, isStrict: false)
        let opening = scanner.nextToken()
        guard opening == .openBrace || opening == .openBracket else { return }
        scanner.advance()
        // Text that cannot be scanned ends the search. The decoders report what is wrong with it.
        try? scan(&scanner, isObject: opening == .openBrace, from: range.lowerBound, most)
    }

    private mutating func scan(
        _ scanner: inout JSONScanner, isObject: Bool, from base: Int, _ most: Int
    ) throws(DecodeError) {
        let closing: UInt8 = isObject ? .closeBrace : .closeBracket
        var isFirst = true
        while try scanner.movesToPart(before: closing, isFirst: &isFirst) {
            guard parts.count < most else { return }
            let start = scanner.position
            var name = ""
            if isObject {
                let token = try scanner.memberName()
                name = scanner.text(of: token)
            }
            let value = scanner.position
            _ = try scanner.skipValue()
            let end = base + scanner.position
            parts.append(Part(name: name, range: base + start..<end, value: base + value..<end))
        }
        isWhole = true
    }
}
