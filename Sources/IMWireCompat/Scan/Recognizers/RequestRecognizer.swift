// SPDX-License-Identifier: Apache-2.0

/// A recognizer of messages whose name and content are set one after the other: on a builder, a form or a map.
///
/// The forms are `message.setObjectName("App:Gift").setContent(gift)`, `form.Set("objectName", "App:Gift")` and
/// `params["objectName"] = "App:Gift"`.
struct RequestRecognizer: FileRecognizer {
    let file: SourceFile
    /// The maximum distance between the name and the content, in tokens.
    private static let reach = 160

    func run(_ claims: inout ScanClaims) {
        let names = source.places(of: .word, .string) { word in
            (7...16).contains(word.utf8.count)
                && (RequestRecognizer.isName(word) || RequestRecognizer.isName(RequestRecognizer.property(word)))
        }
        for index in names {
            guard let value = value(at: index, RequestRecognizer.isName), !value.isEmpty else { continue }
            let name = file.expression(value)
            guard name.obstacle == nil || name.holdsText, !name.terms.isEmpty else { continue }
            var claim = TypeClaim(kind: .sent, objectName: name)
            guard let content = content(near: index) else { continue }
            claim.keys = ContentKeys(file: file).members(of: content, &claim.payload)
            claims.types.append(claim)
        }
    }

    private static func isName(_ word: String) -> Bool { MessageRecognizer.names.contains(ClassRecognizer.plain(word)) }
    private static func isContent(_ word: String) -> Bool { ClassRecognizer.plain(word) == "content" }

    /// Returns the property that a method sets: `objectName` for `setObjectName`.
    private static func property(_ method: String) -> String {
        var name = method
        for prefix in ["set", "with"] where name.lowercased().hasPrefix(prefix) { name.removeFirst(prefix.count) }
        return name
    }

    /// Returns the value assigned to the name at an index, or nil if there is none.
    private func value(at index: Int, _ isWanted: (String) -> Bool) -> Range<Int>? {
        let token = source[index]
        if token.isString {
            guard isWanted(token.text) else { return nil }
            if source.isSymbol(index - 1, "("), source.isSymbol(index + 1, ","), source[index - 2].isWord {
                let arguments = source.split(source.inside(index - 1))
                let callee = source[index - 2].text.lowercased()
                return arguments.count == 2 && !callee.hasPrefix("get") && !callee.hasPrefix("opt") ? arguments[1] : nil
            }
            guard source.isSymbol(index - 1, "["), source.isSymbol(index + 1, "]"), source.isSymbol(index + 2, "=")
            else { return nil }
            return statement(index + 3)
        }
        guard source.isSymbol(index - 1, ".") else { return nil }
        if source.isSymbol(index + 1, "(") {
            guard isWanted(RequestRecognizer.property(token.text)) else { return nil }
            let arguments = source.split(source.inside(index + 1))
            return arguments.count == 1 ? arguments[0] : nil
        }
        guard isWanted(token.text), source.isSymbol(index + 1, "="), !source.isWord(index - 2, "this"),
            !source.isWord(index - 2, "self"), !source.isWord(index - 2, "$this")
        else { return nil }
        return statement(index + 2)
    }

    private func statement(_ start: Int) -> Range<Int> {
        start ..| source.statementEnd(start, limit: 64, at: [";", "}", ","], joining: [".", "+"])
    }

    /// Returns the nearest content in the same block.
    private func content(near index: Int) -> Range<Int>? {
        var next = index + 1
        var found: (range: Range<Int>, distance: Int)?
        while next < source.count, next - index < RequestRecognizer.reach, !isEnd(next) {
            if let range = value(at: next, RequestRecognizer.isContent) {
                found = (range, next - index)
                break
            }
            if next > index + 1, value(at: next, RequestRecognizer.isName) != nil { break }
            next += 1
        }
        var back = index - 1
        let limit = max(0, index - (found?.distance ?? RequestRecognizer.reach))
        while back >= limit, !isStart(back) {
            if let range = value(at: back, RequestRecognizer.isContent) { return range }
            if value(at: back, RequestRecognizer.isName) != nil { break }
            back -= 1
        }
        return found?.range
    }

    /// Returns whether the block ends at an index: at a brace whose partner is farther away than `reach`, or at a
    /// function.
    private func isEnd(_ index: Int) -> Bool {
        source.isSymbol(index, "}") && index - source.other(index) > RequestRecognizer.reach
            || source.isWord(index, "func") || source.isWord(index, "function") || source.isWord(index, "def")
    }
    private func isStart(_ index: Int) -> Bool {
        source.isWord(index, "func") || source.isWord(index, "function") || source.isWord(index, "def")
            || source.isWord(index, "class")
    }
}
