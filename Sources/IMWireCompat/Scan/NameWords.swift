// SPDX-License-Identifier: Apache-2.0

import IMWire

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
    ///
    /// A character that is not ASCII is a letter without case.
    var nameWords: [String] {
        let bytes = Array(utf8)
        var words: [String] = []
        var start = 0
        func end(at place: Int) {
            if start < place { words.append(String(decoding: bytes[start..<place], as: UTF8.self)) }
        }
        for (place, byte) in bytes.enumerated() {
            if !byte.isNamePart {
                end(at: place)
                start = place + 1
            } else if byte.isCapital, start < place {
                let isFollowed = place + 1 < bytes.count && bytes[place + 1].isSmall
                if bytes[place - 1].isCapital && !isFollowed { continue }
                end(at: place)
                start = place
            }
        }
        end(at: bytes.count)
        return words
    }
}

extension UInt8 {
    fileprivate var isCapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
    fileprivate var isSmall: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
    fileprivate var isNamePart: Bool { isASCIILetterOrDigit || self >= 0x80 }
}
