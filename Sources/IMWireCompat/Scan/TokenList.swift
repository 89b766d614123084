// SPDX-License-Identifier: Apache-2.0

/// The tokens of a file in the order of the text, in 4 bytes each.
///
/// Source code repeats most of its words and symbols, so each distinct text is stored once. A line has many tokens, so
/// it is stored once too.
struct TokenList {
    /// For each token, the index of its text in the upper 28 bits, then whether it is a bracket with a match, then whether
    /// it starts its line, then the kind.
    private var packed: [UInt32] = []
    private var table = TextTable()
    /// The first of each row of tokens that have one line, with the line.
    private var lines: [(first: UInt32, line: Int32)] = []
    private let maximum: Int
    /// Whether a token was dropped because the list was full.
    private(set) var isOverfull = false

    /// Creates an empty list for at most `maximum` tokens.
    init(maximum: Int) { self.maximum = min(maximum, 1 << 28 - 1) }

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
        if lines.last?.line != line { lines.append((UInt32(truncatingIfNeeded: packed.count), line)) }
        packed.append(table.add(bytes) << 4 | (startsLine ? 4 : 0) | UInt32(kind.rawValue))
    }

    /// Frees the space that was reserved for further tokens.
    mutating func finish() {
        var exact: [UInt32] = []
        exact.reserveCapacity(packed.count)
        exact += packed
        packed = exact
    }

    /// Marks the token at an index as a bracket that has a match.
    mutating func markBracket(_ index: Int) { packed[index] |= 8 }

    /// Returns whether the token at an index is a bracket that has a match.
    func isBracket(_ index: Int) -> Bool { packed[index] & 8 != 0 }

    /// The distinct texts of the tokens.
    var texts: [String] { table.texts }
    /// Returns the index of a token's text among the distinct ones.
    func textIndex(at index: Int) -> Int { TokenList.textIndex(packed[index]) }
    /// Returns the index of a text among the distinct ones, or nil if no token has it.
    func textIndex(of text: String) -> Int? { table.index(of: text) }

    /// Returns the places of all tokens by their texts.
    func places() -> TokenPlaces {
        TokenPlaces(
            texts: table.texts.count, packed.lazy.map { (text: TokenList.textIndex($0), kind: TokenList.kind($0)) })
    }

    var count: Int { packed.count }
    var indices: Range<Int> { packed.indices }
    var last: SourceToken? { packed.isEmpty ? nil : self[packed.count - 1] }

    func kind(_ index: Int) -> SourceToken.Kind { TokenList.kind(packed[index]) }
    func text(_ index: Int) -> String { table.texts[textIndex(at: index)] }

    /// Returns the line of the token at an index, or 0 outside the file.
    func line(_ index: Int) -> Int {
        guard index >= 0, index < packed.count else { return 0 }
        let next = lines.firstSorted { Int($0.first) > index }
        return next > 0 ? Int(lines[next - 1].line) : 0
    }

    /// Returns whether there is a token of a kind with a text at an index, which may be outside the file.
    func holds(_ kind: SourceToken.Kind, _ text: String, at index: Int) -> Bool {
        guard index >= 0, index < packed.count else { return false }
        return packed[index] & 3 == UInt32(kind.rawValue) && self.text(index) == text
    }

    subscript(_ index: Int) -> SourceToken {
        SourceToken(kind: kind(index), text: text(index), startsLine: packed[index] & 4 != 0)
    }

    private static func textIndex(_ token: UInt32) -> Int { Int(token >> 4) }

    private static func kind(_ token: UInt32) -> SourceToken.Kind {
        switch token & 3 {
        case 0: .word
        case 1: .number
        case 2: .string
        default: .symbol
        }
    }
}
