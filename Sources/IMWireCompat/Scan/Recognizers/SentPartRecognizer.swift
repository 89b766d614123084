// SPDX-License-Identifier: Apache-2.0

/// A recognizer of code that makes a text of one part of an object, whose other parts are then not sent (CMP-084):
/// `form.Append(message.Content.Gift.ToString())`, `message.getContent().getGift().toString()`.
struct SentPartRecognizer: FileRecognizer {
    let file: SourceFile

    private static let maximum = 10_000

    func run(_ claims: inout ScanClaims) {
        for index in source.places(of: .word, among: ["ToString", "toString"]) where source.isSymbol(index + 1, "(") {
            guard let part = member(before: index), let whole = member(before: part.start),
                member(before: whole.start) != nil, claims.sentParts.count < SentPartRecognizer.maximum
            else { continue }
            claims.sentParts.insert(SentPart(of: whole.name, part.name))
        }
    }

    /// Returns the member whose period precedes an index, by its name or by its getter, or the variable at the start.
    private func member(before index: Int) -> (name: String, start: Int)? {
        guard source.isSymbol(index - 1, ".") else { return nil }
        let start = source.isSymbol(index - 2, ")") ? source.other(index - 2) - 1 : index - 2
        guard source[start].isWord, start >= index - 4 else { return nil }
        let name = source[start].text
        return (start < index - 2 && name.hasPrefix("get") ? String(name.dropFirst(3)) : name, start)
    }
}

/// A part of an object of which a text is made, by the member that holds the object and the part's own, in any case.
struct SentPart: Hashable, Sendable {
    private let whole: String
    private let part: String

    init(of whole: String, _ part: String) { (self.whole, self.part) = (whole.lowercased(), part.lowercased()) }
}
