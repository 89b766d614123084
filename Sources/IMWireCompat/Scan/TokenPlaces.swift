// SPDX-License-Identifier: Apache-2.0

/// The places of a file's tokens by their texts, so that a recognizer visits only those of the words that it looks for.
struct TokenPlaces {
    /// The indices of all tokens, ordered by their texts.
    private var places: [UInt32]
    /// The start of the places of each text, and the end of the last ones.
    private var starts: [UInt32]
    /// The kinds of the tokens with each text, one bit for each kind.
    private var kinds: [UInt8]

    /// Creates the places of tokens with a number of distinct texts.
    init(texts: Int, _ tokens: some Collection<(text: Int, kind: SourceToken.Kind)>) {
        places = [UInt32](repeating: 0, count: tokens.count)
        starts = [UInt32](repeating: 0, count: texts + 1)
        kinds = [UInt8](repeating: 0, count: texts)
        for token in tokens {
            starts[token.text + 1] += 1
            kinds[token.text] |= token.kind.bit
        }
        for text in kinds.indices { starts[text + 1] += starts[text] }
        var next = starts
        for (index, token) in tokens.enumerated() {
            places[Int(next[token.text])] = UInt32(truncatingIfNeeded: index)
            next[token.text] += 1
        }
    }

    /// Returns whether a token of one of the kinds has a text.
    func contains(_ text: Int, of wanted: [SourceToken.Kind]) -> Bool {
        wanted.contains { kinds[text] & $0.bit != 0 }
    }

    /// The indices of the tokens with a text, in order.
    subscript(_ text: Int) -> some Sequence<Int> {
        places[Int(starts[text])..<Int(starts[text + 1])].lazy.map { Int($0) }
    }
}

extension SourceToken.Kind {
    fileprivate var bit: UInt8 { 1 << rawValue }
}

extension SourceTokens {
    /// Returns the indices of the tokens of some kinds whose texts satisfy a condition, in order.
    ///
    /// The condition is tested once for each distinct text, of which a file has far fewer than tokens.
    func places(of kinds: SourceToken.Kind..., where condition: (String) -> Bool) -> [Int] {
        var wanted: [Int] = []
        let byText = byText
        for (index, text) in tokens.texts.enumerated() where byText.contains(index, of: kinds) && condition(text) {
            wanted.append(index)
        }
        return places(of: kinds, texts: wanted)
    }

    /// Returns the indices of the tokens of a kind that have one of the texts, in order.
    func places(of kind: SourceToken.Kind, among texts: some Sequence<String>) -> [Int] {
        places(of: [kind], texts: texts.compactMap { tokens.textIndex(of: $0) })
    }

    private func places(of kinds: [SourceToken.Kind], texts: [Int]) -> [Int] {
        var found: [Int] = []
        let byText = byText
        for text in texts { found += byText[text].filter { kinds.contains(tokens.kind($0)) } }
        if texts.count > 1 { found.sort() }
        return found
    }
}
