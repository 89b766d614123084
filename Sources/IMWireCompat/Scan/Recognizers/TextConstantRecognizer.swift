// SPDX-License-Identifier: Apache-2.0

/// A recognizer of a script's constants with texts that form an enumeration: `GIFT_STATE_OPEN = 'open'` and
/// `GIFT_STATE_GONE = 'gone'`, one after the other.
struct TextConstantRecognizer: FileRecognizer {
    let file: SourceFile

    /// The maximum distance between two constants of an enumeration, in tokens.
    private static let reach = 16

    private struct Group {
        var prefix: [Substring] = []
        var values: [(name: String, text: String, line: Int)] = []
        var last = 0
    }

    func run(_ claims: inout ScanClaims) {
        guard file.language.isScript else { return }
        var group = Group()
        for index in source.places(of: .word, where: isConstant) {
            // TypeScript may declare the type: `static STATE_OPEN: string = "open"`.
            let isTyped = source.isSymbol(index + 1, ":") && source.isWord(index + 2, "string")
            let mark = isTyped ? index + 3 : index + 1
            guard source.isSymbol(mark, "=") || source.isSymbol(mark, ":") && !isTyped, source[mark + 1].isString,
                !source.isSymbol(mark + 2, "+")
            else { continue }
            let parts = source[index].text.split(separator: "_")
            let shared = common(parts, group)
            if shared.isEmpty || index - group.last > TextConstantRecognizer.reach {
                add(group, &claims)
                group = Group(prefix: Array(parts.dropLast()))
            } else {
                group.prefix = shared
            }
            group.values.append((source[index].text, source[mark + 1].text, source.line(index)))
            group.last = index
        }
        add(group, &claims)
    }

    private func isConstant(_ word: String) -> Bool {
        word.utf8.count >= 5 && word.utf8.contains(UInt8(ascii: "_"))
            && word.utf8.allSatisfy { $0 < UInt8(ascii: "a") && SourceLexer.isNamePart($0) || $0 == UInt8(ascii: "_") }
    }

    /// Returns the parts that a name has in common with all names of a group; a third name does not shorten them.
    private func common(_ parts: [Substring], _ group: Group) -> [Substring] {
        let shared = zip(parts.dropLast(), group.prefix).prefix { $0 == $1 }.map(\.0)
        return group.values.count == 1 || shared.count == group.prefix.count ? shared : []
    }

    private func add(_ group: Group, _ claims: inout ScanClaims) {
        guard group.values.count >= 2, let first = group.values.first, claims.enumerations.count < 10_000 else {
            return
        }
        let name = group.prefix.enumerated().map { place, part in
            place == 0 ? part.lowercased() : part.prefix(1) + part.dropFirst().lowercased()
        }.joined()
        var claim = EnumerationClaim(className: name, line: first.line, file: file.index)
        claim.texts = group.values
        claim.isConversationType = false
        claims.enumerations.append(claim)
    }
}
