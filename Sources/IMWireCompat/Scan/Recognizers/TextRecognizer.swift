// SPDX-License-Identifier: Apache-2.0

/// A recognizer of encoders that return JSON text, which is the content on the wire even if a bridge passes it on
/// (CMP-066).
struct TextRecognizer: SourceRecognizer {
    let file: SourceFile

    func run(_ declaration: SourceOutline.Declaration, _ claim: inout ClassClaim) {
        claim.writesText = encoder(of: declaration) != nil
    }

    /// Returns the method that returns the content as JSON text, if the language is one of bridges.
    func encoder(of declaration: SourceOutline.Declaration) -> SourceOutline.Method? {
        guard file.language == .dart || file.language.isScript else { return nil }
        return declaration.methods.first { method in
            ClassRecognizer.plain(method.name).holds("encode") && method.body.contains(where: isWriter)
        }
    }

    /// Returns whether the call at an index converts an object to JSON text: `json.encode(…)`, `jsonEncode(…)`,
    /// `JSON.stringify(…)`.
    private func isWriter(_ index: Int) -> Bool {
        guard source[index].isWord, source.isSymbol(index + 1, "(") else { return false }
        switch source[index].text {
        case "jsonEncode": return true
        case "encode":
            return source.isSymbol(index - 1, ".")
                && (source.isWord(index - 2, "json") || source.isSymbol(index - 2, ")"))
        case "stringify": return source.isSymbol(index - 1, ".") && source.isWord(index - 2, "JSON")
        default: return false
        }
    }
}
