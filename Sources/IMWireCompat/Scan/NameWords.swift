// SPDX-License-Identifier: Apache-2.0

extension String {
    /// Returns whether the text contains a word, compared byte by byte.
    func holds(_ word: String) -> Bool {
        utf8.withContiguousStorageIfAvailable { text in
            word.utf8.withContiguousStorageIfAvailable { word in
                guard text.count >= word.count else { return false }
                return (0...text.count - word.count).contains { start in
                    word.indices.allSatisfy { text[start + $0] == word[$0] }
                }
            } ?? false
        } ?? false
    }

    /// Returns whether the text contains one of the words.
    func holds(anyOf words: [String]) -> Bool { words.contains(where: holds) }
}
