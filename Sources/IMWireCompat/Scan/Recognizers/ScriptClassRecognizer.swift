// SPDX-License-Identifier: Apache-2.0

/// A recognizer of scripts' classes whose content is an object of its own, which accessors fill and read under literal
/// keys.
///
/// A base class holds the object (`details = content || {}`) and passes it on (`getDetail`, `setContent(value, key)`);
/// the names of the accessors are not those of the members.
struct ScriptClassRecognizer: FileRecognizer {
    let file: SourceFile

    /// The maximum number of contents in a file.
    private static let maximum = 2_000

    func run(_ declaration: SourceOutline.Declaration, _ claim: inout ClassClaim) {
        guard file.language.isScript else { return }
        objectName(declaration, &claim)
        let accessors = file.contentAccessors
        guard !accessors.isEmpty, declaration.keyword == "function" || declaration.keyword == "class" else { return }
        for method in declaration.methods where !method.body.isEmpty { claim.keys += keys(in: method.body, accessors) }
        claim.mapKeys = mapKeys(declaration)
        let isHeld = !claim.mapKeys.isEmpty || !claim.keys.isEmpty || !claim.heritage.isEmpty
        guard isHeld else { return }
        for method in declaration.methods { claim.keys += constructed(declaration.name, method.body) }
    }

    /// Reads the contents that are made for objects of any class: `new GiftMessage({ coins: 3 })`.
    func run(_ claims: inout ScanClaims) {
        guard file.language.isScript else { return }
        for index in source.places(of: .word, among: ["new"]) {
            let last = source.pathEnd(index + 1)
            guard source[last].text.first?.isUppercase == true, source.isSymbol(last + 1, "("),
                claims.constructions.count < ScriptClassRecognizer.maximum,
                let content = source.split(source.inside(last + 1)).first
            else { continue }
            var payload: String?
            let keys = ContentKeys(file: file).members(of: content, &payload)
            if !keys.isEmpty { claims.constructions.append((source[last].text, file.index, keys)) }
        }
    }

    /// Reads the name that a constructor passes to a base class: `this.setObjectName("shop:Gift")`.
    private func objectName(_ declaration: SourceOutline.Declaration, _ claim: inout ClassClaim) {
        guard claim.rank < 4 else { return }
        let body =
            declaration.keyword == "function"
            ? declaration.body : declaration.methods.first { $0.name == "constructor" }?.body
        for index in body ?? 0..<0 where source.isWord(index, "setObjectName") {
            guard source.isWord(index - 2, "this"), source.isSymbol(index + 1, "("),
                let value = source.split(source.inside(index + 1)).first
            else { continue }
            let name = file.expression(value, owner: declaration.ownerName)
            guard name.obstacle == nil, value.count > 1 || source[value.lowerBound].isString else { continue }
            claim.objectName = name
            claim.mustLookRight = true
            claim.rank = 4
            return
        }
    }

    /// Returns the members of the object that an accessor returns: `this.getDetail().title`.
    private func keys(in body: Range<Int>, _ accessors: Set<String>) -> [KeyClaim] {
        body.compactMap { index in
            guard source[index].isWord, accessors.contains(source[index].text), source.isWord(index - 2, "this"),
                source.isSymbol(index + 1, "("), source.isSymbol(index + 2, ")")
            else { return nil }
            return key(behind: index + 3)
        }
    }

    /// Returns the member after an object, which is read or assigned: `.title`, `["title"]`.
    private func key(behind index: Int) -> KeyClaim? {
        let isDot = source.isSymbol(index, ".") && source[index + 1].isWord && !source.isSymbol(index + 2, "(")
        let isElement = source.isSymbol(index, "[") && source[index + 1].isString && source.isSymbol(index + 2, "]")
        guard isDot || isElement else { return nil }
        let isWrite = source.isSymbol(index + (isDot ? 2 : 3), "=")
        let name = SourceExpression(text: source[index + 1].text, file: file.index, line: source.line(index + 1))
        return KeyClaim(name: name, isRead: !isWrite, isWritten: isWrite)
    }

    /// Returns the members that a class with an object of its own sets and reads for its subclasses.
    private func mapKeys(_ declaration: SourceOutline.Declaration) -> [KeyClaim] {
        guard let map = ScriptClassRecognizer.map(declaration, source) else { return [] }
        return declaration.methods.flatMap { method in
            method.body.compactMap { index in
                source.isWord(index, map) && !source.isSymbol(index - 1, ".") ? key(behind: index + 1) : nil
            }
        }
    }

    /// Returns the members of the contents that the class makes for its own objects: `new Gift({ coins: coins })`.
    private func constructed(_ name: String, _ body: Range<Int>) -> [KeyClaim] {
        body.flatMap { index -> [KeyClaim] in
            guard source.isWord(index, "new") else { return [] }
            let last = source.pathEnd(index + 1)
            guard source.isWord(last, name), source.isSymbol(last + 1, "("), source.isSymbol(last + 2, "{"),
                let entries = LiteralKeys(file: file, owner: name).entries(of: last + 2)
            else { return [] }
            return KeyRecognizer(file: file, owner: name).members(of: entries, 0)
        }
    }

    // MARK: The object

    /// Returns the variable of a constructor that holds the content: `z = content || {}`.
    static func map(_ declaration: SourceOutline.Declaration, _ source: SourceTokens) -> String? {
        guard declaration.keyword == "function" else { return nil }
        for index in declaration.body.prefix(200) where source.isSymbol(index, "||") {
            guard source.isSymbol(index + 1, "{"), source.isSymbol(index + 2, "}"), source.isSymbol(index - 2, "="),
                source[index - 1].isWord, source[index - 3].isWord, !source.isSymbol(index - 4, ".")
            else { continue }
            return source[index - 3].text
        }
        return nil
    }

    /// Returns the names of the methods that return the object which holds a class's content.
    static func accessors(_ outline: SourceOutline, _ source: SourceTokens) -> Set<String> {
        var names: Set<String> = []
        for declaration in outline.declarations {
            guard let map = map(declaration, source) else { continue }
            for method in declaration.methods where method.parameters.isEmpty && method.body.count <= 3 {
                let first = method.body.lowerBound
                if source.isWord(first, "return"), source.isWord(first + 1, map) { names.insert(method.name) }
            }
        }
        return names
    }
}
