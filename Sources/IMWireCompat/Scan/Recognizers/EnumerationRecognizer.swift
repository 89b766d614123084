// SPDX-License-Identifier: Apache-2.0

/// A recognizer of enumerations: those of conversation types in any form that a language offers, and every declared
/// one, which counts if a member has its type.
struct EnumerationRecognizer: FileRecognizer {
    let file: SourceFile

    func run(_ claims: inout ScanClaims) {
        if file.language.isScript {
            numberTables(&claims)
            switches(&claims)
        }
        var types = 0
        for index in places()
        where source[index].isWord || source[index].isString && source.isSymbol(index + 2, "[") {
            let isConversation = isName(source[index].text)
            if file.language == .go {
                guard source.isWord(index - 1, "type"), types < EnumerationRecognizer.maximumTypes,
                    isConversation || EnumerationRecognizer.integers.contains(source[index + 1].text)
                else { continue }
                types += 1
                goConstants(index, &claims)
            } else if isConversation, file.language.isScript, source.isSymbol(index + 2, "[") {
                list(index, &claims)
            } else if isConversation || isMention(source[index].text) || isDeclared(index), let body = body(index) {
                var claim = read(source[index].text, index, body)
                if isConversation, claim.values.count < 2 {
                    let listed = listed(source[index].text, body)
                    if !listed.isEmpty { claim.values = listed }
                }
                add(claim, isDeclared: isDeclared(index), &claims)
            }
        }
    }

    /// Returns the places of names that may be those of enumerations: by themselves, or behind a keyword or a macro.
    private func places() -> [Int] {
        var places = Set(source.places(of: .word, .string, where: { isName($0) || isMention($0) }))
        for index in source.places(of: .word, among: ["class", "enum", "type"]) {
            places.formUnion([index + 1, index + 2])
        }
        for index in source.places(of: .word, .string, where: { $0.hasSuffix("ENUM") }) { places.insert(index + 4) }
        return places.sorted()
    }

    /// Reads a list of names whose places are the numbers: `ConversationType: ['PRIVATE', 'GROUP']`.
    private func list(_ index: Int, _ claims: inout ScanClaims) {
        guard source.isSymbol(index + 1, ":") || source.isSymbol(index + 1, "=") else { return }
        let parts = source.split(source.inside(index + 2))
        guard parts.count >= 3, parts.allSatisfy({ $0.count == 1 && source[$0.lowerBound].isString }) else { return }
        var claim = EnumerationClaim(className: source[index].text, line: source.line(index), file: file.index)
        claim.isIndexed = true
        claim.values = parts.enumerated().map { place, part in
            (source[part.lowerBound].text, place, source.line(part.lowerBound))
        }
        add(claim, isDeclared: false, &claims)
    }

    /// The maximum number of numeric types examined in a Go file, because each requires a search of all its constants.
    private static let maximumTypes = 64
    private static let integers: Set<String> = [
        "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "byte",
    ]

    /// Returns whether the name at an index is that of a declared enumeration.
    private func isDeclared(_ index: Int) -> Bool {
        let before = source[index - 1]
        if before.isWord("enum") || (before.isWord("class") && source.isWord(index - 2, "enum")) { return true }
        if isMacro(index) { return true }
        return file.language == .python && before.isWord("class") && source.isSymbol(index + 1, "(")
            && source[index + 2].text.hasSuffix("Enum")
    }

    /// Returns whether the name at an index is that of an enumeration by a macro: `NS_ENUM(NSInteger, Kind)`.
    private func isMacro(_ index: Int) -> Bool {
        source.isSymbol(index - 1, ",") && source.isSymbol(index + 1, ")") && source[index - 4].text.hasSuffix("ENUM")
    }

    private func isName(_ name: String) -> Bool {
        guard (8..<64).contains(name.utf8.count), let first = name.unicodeScalars.first, first.properties.isUppercase
        else { return false }
        return name.holds(anyOf: ["onversation", "Chat", "hatType", "hatKind", "ession", "CONVERSATION", "CHAT"])
    }

    /// Returns whether a name is that of an enumeration of whom a message mentions: `MentionedType`.
    private func isMention(_ name: String) -> Bool { name.hasSuffix("entionedType") || name.hasSuffix("entionType") }

    /// Returns whether an enumeration has the numbers on the wire of what the registry calls `mentionedType`.
    private static func isMentionedType(_ values: [(name: String, number: Int, line: Int)]) -> Bool {
        let known = values.filter { value in
            KnownEnumeration.mentionedType.meaning(of: value.name)?.number == value.number
        }
        return Set(known.map(\.number)).count == KnownEnumeration.mentionedType.values.count
    }

    /// Returns the entries of the declaration whose name is at an index.
    private func body(_ index: Int) -> Range<Int>? {
        let before = source[index - 1]
        let isDeclared = before.isWord && ["enum", "class", "interface", "object", "struct"].contains(before.text)
        let isLiteral = source.isSymbol(index + 1, "=") || source.isSymbol(index + 1, ":")
        guard isDeclared || isMacro(index) || isLiteral else { return nil }
        var next = index + 1
        while next < index + 16 {
            if source.isSymbol(next, "{") { return source.inside(next) }
            if source.isSymbol(next, ";") || source[next].isString || source.isSymbol(next, "=>") { return nil }
            next = source.isSymbol(next, "(") && !source.isWord(next - 1, "freeze") ? source.after(next) : next + 1
        }
        return nil
    }

    private func read(_ name: String, _ index: Int, _ body: Range<Int>) -> EnumerationClaim {
        var claim = EnumerationClaim(className: name, line: source.line(index), file: file.index)
        var next = 0
        var place = body.lowerBound
        var isSwiftCase = false
        var text: String?
        // The cases of Swift's `enum Kind: String` are texts on the wire.
        let isText = file.language == .swift && source.isSymbol(index + 1, ":") && source.isWord(index + 2, "String")
        let isEnum =
            source.isWord(index - 1, "enum") || source.isSymbol(index - 1, ",") || source.isWord(index - 2, "enum")
        while place < body.upperBound {
            let token = source[place]
            if token.isWord("case") { isSwiftCase = true }
            if token.isSymbol(";"),
                [.java, .kotlin].contains(file.language) || (isEnum && file.language == .dart)
            {
                break
            }
            if token.isSymbol("@"), source[place + 1].isWord, source.isSymbol(place + 2, "(") {
                // In `@SerializedName("open") OPEN(0)`, the name is on the wire and the number is not.
                text = source.inside(place + 2).first { source[$0].isString }.map { source[$0].text } ?? text
                place = source.after(place + 2)
                continue
            }
            if token.isWord, let given = text {
                claim.texts.append((token.text, given, source.line(place)))
                text = nil
                place = source.isSymbol(place + 1, "(") ? source.after(place + 1) : place + 1
                continue
            }
            guard token.isWord || (token.isString && source.isSymbol(place + 1, ":")) else {
                place = source.after(place)
                continue
            }
            if isEnum, token.isWord, isSwiftCase || file.language.isScript, source.isSymbol(place + 1, "="),
                source[place + 2].isString
            {
                claim.texts.append((token.text, source[place + 2].text, source.line(place)))
                place = min(place + 3, body.upperBound)
            } else if let number = value(place) {
                claim.values.append((token.text, number, source.line(place)))
                next = number + 1
                place = afterValue(place, body.upperBound)
            } else if isEnum, file.language != .swift || isSwiftCase, !["case", "indirect"].contains(token.text),
                source.isSymbol(place + 1, ",") || place + 1 == body.upperBound || source.isSymbol(place + 1, "}")
                    || (isSwiftCase && source[place + 1].startsLine),
                file.language != .java, file.language != .kotlin
            {
                if isText {
                    claim.texts.append((token.text, token.text, source.line(place)))
                } else {
                    claim.values.append((token.text, next, source.line(place)))
                    if claim.values.count == 1 { claim.isIndexed = true }
                    next += 1
                }
                place += 1
            } else {
                place += 1
            }
            if source[place].startsLine { isSwiftCase = isSwiftCase && source.isSymbol(place - 1, ",") }
        }
        return claim
    }

    /// Adds an enumeration that is declared, or whose name or numbers are those of conversation types.
    private func add(_ claim: EnumerationClaim, isDeclared: Bool, _ claims: inout ScanClaims) {
        guard !claim.values.isEmpty || !claim.texts.isEmpty, claims.enumerations.count < 10_000 else { return }
        let plain = claim.className.lowercased().filter { $0 != "_" }
        let isNamed = plain.hasSuffix("conversationtype") || plain.hasSuffix("conversationkind")
        let numbers = claim.values.filter { value in
            let name = value.name.lowercased()
            return EnumerationRecognizer.known.contains { name.hasSuffix($0.key) && value.number == $0.value }
        }
        var claim = claim
        // A page of calls may give its kinds of media this name.
        let isMeant =
            numbers.count >= 2
            || (claim.values.map(\.name) + claim.texts.map(\.name)).contains { name in
                EnumerationRecognizer.known.keys.contains(where: name.lowercased().filter { $0 != "_" }.hasSuffix)
            }
        claim.isConversationType = isName(claim.className) && isMeant && (isNamed || numbers.count >= 2)
        // An enumeration with `Persisted` and `Counted` declares flags, whatever its name, and may have the platform's
        // own numbers.
        let words = Set(claim.values.map { KnownEnumeration.plain($0.name) })
        claim.isPersistence =
            isDeclared && words.contains { $0.hasSuffix("persisted") } && words.contains { $0.hasSuffix("counted") }
        claim.isMentionedType = isMention(claim.className) && EnumerationRecognizer.isMentionedType(claim.values)
        if isDeclared || claim.knownName != nil { claims.enumerations.append(claim) }
    }

    /// The numbers on the wire that identify an enumeration of conversation types.
    private static let known: [String: Int] = ["private": 1, "single": 1, "group": 3, "chatroom": 4, "system": 6]

    /// Returns the number of the entry at an index: `NAME = 1`, `NAME(1)`, `NAME: 1`.
    private func value(_ index: Int) -> Int? {
        guard source[index + 1].kind == .symbol, ["=", "(", ":"].contains(source[index + 1].text) else { return nil }
        if source[index].text == "case" { return nil }
        if source.isSymbol(index + 1, "("), source[index + 2].isString, source.isSymbol(index + 3, ")") {
            // Java's `PRIVATE("1")`.
            return Int(source[index + 2].text)
        }
        guard source[index + 2].kind == .number || source.isSymbol(index + 2, "-") else { return nil }
        let isNegative = source.isSymbol(index + 2, "-")
        let digits = index + (isNegative ? 3 : 2)
        guard case .number(let number)? = file.expression(digits ..| digits + 1).terms.first else { return nil }
        return isNegative ? -number : number
    }

    private func afterValue(_ index: Int, _ end: Int) -> Int {
        source.isSymbol(index + 1, "(") ? source.after(index + 1) : min(index + 3, end)
    }

    /// Reads the constants of a type in `const` blocks, where `iota` counts.
    private func goConstants(_ index: Int, _ claims: inout ScanClaims) {
        let type = source[index].text
        var claim = EnumerationClaim(className: type, line: source.line(index), file: file.index)
        for block in 0..<source.count where source.isWord(block, "const") && source.isSymbol(block + 1, "(") {
            var row = 0
            var isOfType = false
            var offset: Int?
            for place in source.inside(block + 1) where source[place].startsLine && source[place].isWord {
                let name = source[place].text
                let typed = source.isWord(place + 1, type)
                if typed { isOfType = true } else if source.isSymbol(place + 1, "=") { isOfType = false }
                if typed, source.isSymbol(place + 2, "=") {
                    offset = source.isWord(place + 3, "iota") ? 0 : nil
                    if source.isWord(place + 3, "iota"), source.isSymbol(place + 4, "+") {
                        offset = Int(source[place + 5].text) ?? 0
                    }
                    if offset == nil, let number = Int(source[place + 3].text) {
                        claim.values.append((name, number, source.line(place)))
                    }
                    if let offset { claim.values.append((name, row + offset, source.line(place))) }
                } else if isOfType, let offset, name != "_" {
                    claim.values.append((name, row + offset, source.line(place)))
                }
                row += 1
            }
        }
        add(claim, isDeclared: true, &claims)
    }
}
