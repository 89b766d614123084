// SPDX-License-Identifier: Apache-2.0

/// A reader of what a `switch` or a comparison is about: the name of a type, or something else.
struct SwitchSubject: SourceRecognizer {
    let file: SourceFile

    /// The parts of words that mean the name of a type.
    private static let words = ["objectname", "objname", "messagetype", "msgtype", "messagename", "contenttype"]
    /// The words that mean the name of a type if nothing else is compared.
    private static let plain: Set<String> = ["type", "gettype", "name", "identifier", "typename", "kind", "tag"]

    /// Returns whether the `switch`, `when` or `match` around an index selects by the name of a type.
    ///
    /// Without `plain`, words such as `name` and `type` are not sufficient.
    func names(_ index: Int, plain: Bool = true) -> Bool {
        guard let open = source.bracket(around: index), source.isSymbol(open, "{") else { return false }
        if source.isSymbol(open - 1, ")"), source.other(open - 1) < open {
            return isName(source.inside(source.other(open - 1)), plain: plain)
        }
        // In Swift and Go, the subject has no parentheses.
        var start = open
        while start > 0, open - start < 16, !["switch", "match"].contains(source[start].text) { start -= 1 }
        return isName(start ..| open, plain: plain)
    }

    /// Returns whether an expression is the name of a type: `objectName`, `message.getObjectName()`, `type`.
    func isName(_ range: Range<Int>, plain: Bool = true) -> Bool {
        var last = ""
        for index in range.prefix(48) where source[index].isWord {
            last = source[index].text
            // The shortest of the words has seven letters, and `ClassRecognizer.plain` adds none.
            guard last.utf8.count >= 7 else { continue }
            let word = ClassRecognizer.plain(last)
            if word.holds(anyOf: SwitchSubject.words) { return true }
        }
        return plain && SwitchSubject.plain.contains(ClassRecognizer.plain(last))
    }
}
