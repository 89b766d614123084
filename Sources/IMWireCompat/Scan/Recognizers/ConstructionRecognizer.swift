// SPDX-License-Identifier: Apache-2.0

/// A recognizer of the objects that code makes of classes of contents, outside of the classes themselves (CMP-150):
/// `new GiftMessage(`, `GiftMessage.obtain(`, `GiftMessage(coins: 3)`, `[[GiftMessage alloc] init]`.
struct ConstructionRecognizer: FileRecognizer {
    let file: SourceFile

    private static let languages: Set<SourceLanguage> = [.java, .kotlin, .objc, .swift, .dart]
    private static let endings = ["Message", "Msg", "Content", "Notification", "Ntf", "Command"]
    private static let maximum = 4_000
    /// What is asked of a class without making an object of it, in lower case.
    private static let questions: Set<String> = [
        "class", "self", "type", "superclass", "getobjectname", "objectname", "persistentflag", "getpersistentflag",
        "respondstoselector", "instancesrespondtoselector", "conformstoprotocol", "issubclassofclass", "description",
    ]
    /// The keywords behind which a class's name is followed by parentheses without a call.
    private static let declaring: Set<String> = [
        "class", "struct", "enum", "extension", "fun", "func", "void", "is", "as",
    ]

    /// Returns whether a class has a name by which its objects are recognized.
    static func isRecognized(_ className: String) -> Bool {
        guard let first = className.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else {
            return false
        }
        return endings.contains { className.utf8.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }

    func run(_ claims: inout ScanClaims) {
        guard ConstructionRecognizer.languages.contains(file.language) else { return }
        for index in source.places(of: .word, where: ConstructionRecognizer.isRecognized) {
            guard claims.constructed.count < ConstructionRecognizer.maximum else { return }
            let name = source[index].text
            guard !claims.constructed.contains(name), isMade(index), !isInside(name, index) else { continue }
            claims.constructed.insert(name)
        }
    }

    private func isMade(_ index: Int) -> Bool {
        if source.isWord(index - 1, "new") || source.isSymbol(index - 1, "::") { return true }
        if file.language == .objc, source.isSymbol(index - 1, "["), source[index + 1].isWord {
            return isCall(index + 1) || isDecoded(index)
        }
        if source.isSymbol(index + 1, "(") {
            return file.language != .java && file.language != .objc
                && !ConstructionRecognizer.declaring.contains(source[index - 1].text)
        }
        if source.isSymbol(index + 1, "::"), source.isWord(index + 2, "new") { return true }
        guard source.isSymbol(index + 1, "."), source[index + 2].isWord else { return isDecoded(index) }
        let isMaking = ["Companion", "new", "alloc"].contains(source[index + 2].text)
        return isMaking || (source.isSymbol(index + 3, "(") && isCall(index + 2)) || isDecoded(index)
    }

    private func isCall(_ index: Int) -> Bool {
        !ConstructionRecognizer.questions.contains(source[index].text.lowercased())
    }

    /// Returns whether a class is an argument of a call that makes an object of a text: `fromJson(text, Gift.class)`.
    private func isDecoded(_ index: Int) -> Bool {
        guard let open = source.bracket(around: index), source.isSymbol(open, "("), source[open - 1].isWord else {
            return false
        }
        let name = source[open - 1].text.lowercased()
        return name.holds(anyOf: ["json", "decod", "parse"])
    }

    /// Returns whether code is inside a class, whose own factories alone make no object.
    private func isInside(_ name: String, _ index: Int) -> Bool {
        file.outline.declarations.contains { $0.name == name && $0.body.contains(index) }
    }
}
