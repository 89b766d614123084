// SPDX-License-Identifier: Apache-2.0

extension StringProtocol {
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

    /// The words of a name, which begin at a capital letter or behind a sign: those of `userID_x` are `user`, `ID`, `x`.
    var nameWords: [String] {
        let letters = Array(self)
        var words = [""]
        for (place, letter) in letters.enumerated() {
            guard letter.isLetter || letter.isNumber else {
                words.append("")
                continue
            }
            let isNext = place + 1 < letters.count && letters[place + 1].isLowercase
            if letter.isUppercase, words.last != "", !letters[place - 1].isUppercase || isNext { words.append("") }
            words[words.count - 1].append(letter)
        }
        return words.filter { !$0.isEmpty }
    }
}
