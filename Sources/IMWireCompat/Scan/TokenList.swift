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

    private var packed: [Packed] = []
    private var table = TextTable()
    private let maximum: Int
    /// Whether a token was dropped because the list was full.
    private(set) var isOverfull = false

    /// Creates an empty list for at most `maximum` tokens.
    init(maximum: Int) { self.maximum = maximum }

    mutating func append(_ kind: SourceToken.Kind, _ text: String, _ line: Int32, startsLine: Bool) {
        var text = text
        text.withUTF8 { append(kind, $0, line, startsLine) }
    }

    mutating func append(_ kind: SourceToken.Kind, _ bytes: ArraySlice<UInt8>, _ line: Int32, startsLine: Bool) {
        bytes.withUnsafeBufferPointer { append(kind, $0, line, startsLine) }
    }

    private mutating func append(
        _ kind: SourceToken.Kind, _ bytes: UnsafeBufferPointer<UInt8>, _ line: Int32, _ startsLine: Bool
    ) {
        guard packed.count < maximum else {
            isOverfull = true
            return
        }
        let line = UInt32(clamping: min(max(line, 0), 1 << 28 - 1))
        packed.append(
            Packed(text: table.add(bytes), place: line << 4 | (startsLine ? 4 : 0) | UInt32(kind.rawValue)))
    }

    /// Marks the token at an index as a bracket that has a match.
    mutating func markBracket(_ index: Int) { packed[index].place |= 8 }

    /// Returns whether the token at an index is a bracket that has a match.
    func isBracket(_ index: Int) -> Bool { packed[index].place & 8 != 0 }

    /// The distinct texts of the tokens.
    var texts: [String] { table.texts }
    /// Returns the index of a token's text among the distinct ones.
    func textIndex(at index: Int) -> Int { Int(packed[index].text) }
    /// Returns the index of a text among the distinct ones, or nil if no token has it.
    func textIndex(of text: String) -> Int? { table.index(of: text) }

    /// Returns the places of all tokens by their texts.
    func places() -> TokenPlaces {
        TokenPlaces(texts: table.texts.count, packed.lazy.map { (text: Int($0.text), kind: TokenList.kind($0.place)) })
    }

    var count: Int { packed.count }
    var indices: Range<Int> { packed.indices }
    var last: SourceToken? { packed.isEmpty ? nil : self[packed.count - 1] }

    func kind(_ index: Int) -> SourceToken.Kind { TokenList.kind(packed[index].place) }
    func text(_ index: Int) -> String { table.texts[Int(packed[index].text)] }

    /// Returns whether there is a token of a kind with a text at an index, which may be outside the file.
    func holds(_ kind: SourceToken.Kind, _ text: String, at index: Int) -> Bool {
        guard index >= 0, index < packed.count else { return false }
        let token = packed[index]
        return token.place & 3 == UInt32(kind.rawValue) && table.texts[Int(token.text)] == text
    }

    subscript(_ index: Int) -> SourceToken {
        let token = packed[index]
        return SourceToken(
            kind: TokenList.kind(token.place), text: table.texts[Int(token.text)], line: Int32(token.place >> 4),
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
