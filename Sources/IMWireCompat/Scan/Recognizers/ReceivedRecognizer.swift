// SPDX-License-Identifier: Apache-2.0

/// A recognizer of the types that a script handles when it receives a message (CMP-106):
/// `case "App:Gift": show(m.content.coins)`, `if (message.messageType === "App:Gift") { … }`.
struct ReceivedRecognizer: FileRecognizer {
    let file: SourceFile

    /// The maximum number of tokens of a branch that are read.
    private static let reach = 600
    private static let maximumKeys = 64
    /// The properties and methods of values, which are no members of a content.
    private static let methods: Set<String> = ["length", "toString", "hasOwnProperty", "constructor", "prototype"]

    func run(_ claims: inout ScanClaims) {
        guard file.language.isScript else { return }
        for index in source.objectNames {
            guard let branch = branch(of: index) else { continue }
            var claim = TypeClaim(kind: .received, objectName: file.expression(index ..| index + 1))
            claim.keys = keys(in: branch)
            claims.types.append(claim)
        }
    }

    /// Returns the statements that are executed for a name, or nil if nothing is compared with it.
    private func branch(of index: Int) -> Range<Int>? {
        if source.isWord(index - 1, "case"), source.isSymbol(index + 1, ":") {
            return SwitchSubject(file: file).names(index, plain: false)
                // A name that shares its statements with the next one may not have all of their members.
                ? index + 2 ..| source.caseEnd(index + 2, limit: index + 2 + ReceivedRecognizer.reach) : nil
        }
        guard ["==", "==="].contains(where: { source.isSymbol(index - 1, $0) }) else { return nil }
        var first = index - 1
        while first > 0, source[first - 1].isWord || source.isSymbol(first - 1, ".") { first -= 1 }
        guard SwitchSubject(file: file).isName(first ..| index - 1, plain: false) else { return nil }
        // The condition of an `if` alone leads to statements about this type only.
        guard let open = source.bracket(around: index), source.isSymbol(open, "("), source.isWord(open - 1, "if"),
            source.other(open) == index + 1, first == open + 1
        else { return index ..| index }
        let body = index + 2
        return source.isSymbol(body, "{") ? source.inside(body) : body ..| source.statementEnd(body, limit: 64)
    }

    /// Returns the members of a content that statements read: `m.content.coins`.
    private func keys(in branch: Range<Int>) -> [KeyClaim] {
        var keys: [KeyClaim] = []
        var names: Set<String> = []
        for index in branch.prefix(ReceivedRecognizer.reach) where source.isWord(index, "content") {
            guard source.isSymbol(index - 1, "."), source.isSymbol(index + 1, "."), source[index + 2].isWord,
                !source.isSymbol(index + 3, "("), !source.isSymbol(index + 3, "="),
                !source.isSymbol(index - 3, "."), !ReceivedRecognizer.methods.contains(source[index + 2].text),
                keys.count < ReceivedRecognizer.maximumKeys, names.insert(source[index + 2].text).inserted
            else { continue }
            let name = SourceExpression(
                text: source[index + 2].text, file: file.index, line: source.line(index + 2))
            keys.append(KeyClaim(name: name, isRead: true, certainty: .likely))
        }
        return keys
    }
}
