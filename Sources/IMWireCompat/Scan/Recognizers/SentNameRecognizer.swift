// SPDX-License-Identifier: Apache-2.0

/// A name that code gives to a message at run time, with the words that may be the class of its content.
struct SentNameClaim: Sendable {
    var objectName: SourceExpression
    var candidates: [String]
}

/// A recognizer of names that are set at run time (CMP-112): `message.objectName = @"shop:GiftV2"`,
/// `message.setObjectName("shop:GiftV2")`, `[client send:gift objectName:@"shop:GiftV2"]`.
struct SentNameRecognizer: FileRecognizer {
    let file: SourceFile

    /// The maximum number of names of a file.
    private static let maximum = 256
    private static let maximumCandidates = 16

    func run(_ claims: inout ScanClaims) {
        guard !file.language.isScript else { return }
        for index in source.places(of: .word, among: ["objectName", "setObjectName"])
        where claims.sentNames.count < SentNameRecognizer.maximum {
            switch source[index].text {
            case "objectName" where source.isSymbol(index - 1, ".") && source.isSymbol(index + 1, "="):
                let end = source.statementEnd(index + 2, limit: 16)
                add(index + 2 ..| end, receiver: index - 2, &claims)
            case "setObjectName" where source.isSymbol(index - 1, ".") && source.isSymbol(index + 1, "("):
                add(source.inside(index + 1), receiver: index - 2, &claims)
            case "setObjectName" where source.isSymbol(index + 1, ":") && source.isSymbol(index - 2, "["):
                add(index + 2 ..| source.other(index - 2), receiver: index - 1, &claims)
            case "objectName" where file.language == .objc && source.isSymbol(index + 1, ":"):
                argument(index, &claims)
            default: continue
            }
        }
    }

    private func add(_ value: Range<Int>, receiver: Int, _ claims: inout ScanClaims) {
        guard source[receiver].isWord, !["self", "this", "super"].contains(source[receiver].text) else { return }
        let name = file.expression(value)
        guard name.obstacle == nil, !name.terms.isEmpty else { return }
        claims.sentNames.append(SentNameClaim(objectName: name, candidates: classes(of: receiver, depth: 0)))
    }

    /// Reads the part `objectName:` of a message of Objective-C, which names the type of another part.
    private func argument(_ index: Int, _ claims: inout ScanClaims) {
        guard let open = source.bracket(around: index), source.isSymbol(open, "[") else { return }
        let inside = source.inside(open)
        guard source[index + 2].isString else { return }
        var candidates: [String] = []
        for place in inside.prefix(64) where source[place].isWord && !source.isSymbol(place + 1, ":") {
            candidates += classes(of: place, depth: 0)
            if candidates.count > SentNameRecognizer.maximumCandidates { break }
        }
        claims.sentNames.append(
            SentNameClaim(objectName: file.expression(index + 2 ..| index + 3), candidates: candidates))
    }

    /// Returns the words of the value last assigned to a variable, and its declared type, one of which may be a class.
    private func classes(of index: Int, depth: Int) -> [String] {
        let name = source[index].text
        if name.first?.isUppercase == true { return [name] }
        guard let start = source.assignment(to: name, before: index) else { return [] }
        var words: [String] = []
        let declared = source.isSymbol(start - 3, "*") ? start - 4 : start - 3
        if source[declared].isWord { words.append(source[declared].text) }
        for place in start ..| source.statementEnd(start, limit: 32) where source[place].isWord {
            guard words.count < SentNameRecognizer.maximumCandidates else { break }
            if source[place].text.first?.isUppercase == true {
                words.append(source[place].text)
            } else if depth < 1 {
                words += classes(of: place, depth: depth + 1)
            }
        }
        return words
    }
}
