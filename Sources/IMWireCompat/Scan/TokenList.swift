// SPDX-License-Identifier: Apache-2.0

/// The tokens of a file in the order of the text, in 8 bytes each.
///
/// Source code repeats most of its words and symbols, so each distinct text is stored once.
struct TokenList {
    /// The kind, the line and the text of a token.
    private struct Packed {
        var text: UInt32
        /// The line in the upper 28 bits, then whether the token is a bracket with a match, then whether it starts its
        /// line, then the kind.
        var place: UInt32
    }

    /// The number of distinct texts that are looked up; later ones are stored again at each token.
    private static let maximumKnown = 1 << 16
    private var packed: [Packed] = []
    private var texts: [String] = []
    private var known: [String: UInt32] = [:]
    private let maximum: Int
    /// Whether a token was dropped because the list was full.
    private(set) var isOverfull = false

    /// Creates an empty list for at most `maximum` tokens.
    init(maximum: Int) { self.maximum = maximum }

    mutating func append(_ token: SourceToken) {
        guard packed.count < maximum else {
            isOverfull = true
            return
        }
        let line = UInt32(clamping: min(max(token.line, 0), 1 << 28 - 1))
        packed.append(
            Packed(
                text: index(of: token.text), place: line << 4 | (token.startsLine ? 4 : 0) | UInt32(token.kind.rawValue)
            ))
    }

    private mutating func index(of text: String) -> UInt32 {
        if let known = known[text] { return known }
        let index = UInt32(clamping: texts.count)
        texts.append(text)
        if known.count < TokenList.maximumKnown { known[text] = index }
        return index
    }

    /// Marks the token at an index as a bracket that has a match.
    mutating func markBracket(_ index: Int) { packed[index].place |= 8 }

    /// Returns whether the token at an index is a bracket that has a match.
    func isBracket(_ index: Int) -> Bool { packed[index].place & 8 != 0 }

    /// Drops what only ``append(_:)`` needs.
    mutating func finish() { known = [:] }

    var count: Int { packed.count }
    var indices: Range<Int> { packed.indices }
    var last: SourceToken? { packed.isEmpty ? nil : self[packed.count - 1] }

    func kind(_ index: Int) -> SourceToken.Kind { TokenList.kind(packed[index].place) }
    func text(_ index: Int) -> String { texts[Int(packed[index].text)] }

    /// Returns whether there is a token of a kind with a text at an index, which may be outside the file.
    func holds(_ kind: SourceToken.Kind, _ text: String, at index: Int) -> Bool {
        guard index >= 0, index < packed.count else { return false }
        let token = packed[index]
        return token.place & 3 == UInt32(kind.rawValue) && texts[Int(token.text)] == text
    }

    subscript(_ index: Int) -> SourceToken {
        let token = packed[index]
        return SourceToken(
            kind: TokenList.kind(token.place), text: texts[Int(token.text)], line: Int32(token.place >> 4),
            startsLine: token.place & 4 != 0)
    }

    private static func kind(_ place: UInt32) -> SourceToken.Kind {
        switch place & 3 {
        case 0: .word
        case 1: .number
        case 2: .string
        default: .symbol
        }
    }
}
