// SPDX-License-Identifier: Apache-2.0

/// A recognizer of Objective-C code that makes a content of a dictionary, which shows the members of a class whose
/// encoder writes a dictionary in a property (CMP-164): `[[Gift alloc] initWithValues:@{@"coins": @3}]`.
struct DictionaryRecognizer: FileRecognizer {
    let file: SourceFile

    func run(_ claims: inout ScanClaims) {
        guard file.language == .objc else { return }
        for index in source.places(of: .word, among: ["alloc"]) where source[index - 1].isWord {
            guard source.isSymbol(index - 2, "["), source.isSymbol(index - 3, "["), source.isSymbol(index + 1, "]"),
                source[index + 2].text.hasPrefix("init"), source.isSymbol(index + 3, ":")
            else { continue }
            let argument = index + 4 ..| source.other(index - 3)
            guard source.first(":", in: argument) == nil, claims.constructions.count < 50_000 else { continue }
            var payload: String?
            let keys = ContentKeys(file: file).members(of: argument, &payload)
            if !keys.isEmpty { claims.constructions.append((source[index - 1].text, file.index, keys)) }
        }
    }
}
