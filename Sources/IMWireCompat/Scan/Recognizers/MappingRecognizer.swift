// SPDX-License-Identifier: Apache-2.0

/// A recognizer of tables that map names to classes: `{"RC:TxtMsg": "TextMessage", …}`.
struct MappingRecognizer: FileRecognizer {
    let file: SourceFile

    func run(_ claims: inout ScanClaims) {
        for index in source.objectNames where source[index + 1].kind == .symbol {
            guard [":", "=>", ","].contains(source[index + 1].text), isEntry(index), let name = className(index + 2)
            else { continue }
            var claim = TypeClaim(kind: .table, objectName: file.expression(index ..| index + 1))
            claim.className = name
            claims.types.append(claim)
        }
    }

    /// Returns whether a string is the first part of an entry.
    private func isEntry(_ index: Int) -> Bool {
        let before = source[index - 1]
        guard before.kind == .symbol else { return false }
        if source.isSymbol(index + 1, ",") {
            // C#'s `{ "App:Gift", typeof(GiftMessage) }`.
            return file.language == .csharp && before.text == "{"
        }
        return before.text == "{" || before.text == "," || before.text == "["
    }

    /// Returns the class that is the whole value: as a string, by its name, or as a type.
    private func className(_ start: Int) -> SourceExpression? {
        var word = start
        if source.isWord(word, "typeof"), source.isSymbol(word + 1, "(") { word += 2 }
        let token = source[word]
        guard token.isString || token.isWord, let first = token.text.unicodeScalars.first,
            first.properties.isUppercase,
            token.text.utf8.allSatisfy({ SourceLexer.isNamePart($0) }),
            ["Message", "Msg", "Content", "Command", "Notification"].contains(where: { token.text.hasSuffix($0) })
        else { return nil }
        let next = source[word + 1]
        guard next.kind == .symbol, [",", "}", "]", ")", ";", ".", ":"].contains(next.text) else { return nil }
        return SourceExpression(text: token.text, file: file.index, line: source.line(word))
    }
}
