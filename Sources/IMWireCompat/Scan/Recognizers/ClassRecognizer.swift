// SPDX-License-Identifier: Apache-2.0

/// A recognizer of a class's claims about its type: its name, its flags and its members.
struct ClassRecognizer: FileRecognizer {
    let file: SourceFile

    /// The methods that always return the objectName, in lower case and without underscores.
    private static let certainNames: Set<String> = ["getobjectname", "objectname", "messageobjectname"]
    private static let otherNames: Set<String> = [
        "gettype", "messagetype", "getmessagetype", "msgtype", "getmsgtype", "type", "typename",
    ]
    private static let flagNames: Set<String> = [
        "getmessagetag", "messagetag", "persistentflag", "getpersistentflag", "messageflag", "getmessageflag",
        "getflag", "flag", "flags",
        "getpersistent",
    ]
    private static let codable: Set<String> = ["Codable", "Encodable", "Decodable"]
    private static let nameFields: Set<String> = [
        "objectname", "messageobjectname", "type", "messagetype", "msgtype", "identifier", "typename", "typeidentifier",
    ]

    func run(_ claims: inout ScanClaims) {
        for (index, declaration) in file.outline.declarations.enumerated() {
            guard declaration.name != "Companion", !claims.isFull else { continue }
            claims.classes.append(claim(declaration, index))
        }
        if file.language == .go {
            GoRecognizer(file: file).namedTypes(&claims)
            GoRecognizer(file: file).methods(&claims)
        }
        if file.language == .objc { definitions(&claims) }
    }

    private func claim(_ declaration: SourceOutline.Declaration, _ index: Int) -> ClassClaim {
        var claim = ClassClaim(
            name: declaration.name, file: file.index, line: declaration.line, heritage: declaration.heritage)
        let owner = declaration.ownerName
        for annotation in declaration.annotations where isTag(annotation) { tag(annotation, owner, &claim) }
        for method in declaration.methods { read(method, owner, &claim) }
        let companion = file.outline.children[index]?.first { file.outline.declarations[$0].name == "Companion" }
        let fields = declaration.fields + (companion.map { file.outline.declarations[$0].fields } ?? [])
        for field in fields { read(field, owner, &claim) }
        KeyRecognizer(file: file, owner: owner).run(declaration, &claim)
        FieldRecognizer(file: file, owner: owner).run(declaration, &claim)
        SerializationRecognizer(file: file).run(declaration, &claim)
        ReflectionRecognizer(file: file).run(declaration, &claim)
        BaseRecognizer(file: file).run(declaration, &claim)
        TextRecognizer(file: file).run(declaration, &claim)
        ScriptClassRecognizer(file: file).run(declaration, &claim)
        RenamingRecognizer(file: file).run(declaration, &claim)
        claim.keyword = declaration.keyword
        if declaration.isCategory {
            // A property of a category holds no value of its own.
            claim.hidden += claim.fields
            claim.fields = []
        }
        claim.encodesNothing = declaration.methods.contains(where: returnsNothing)
        claim.isOther = PurposeRecognizer(file: file).isOther(declaration)
        inner(of: index, &claim)
        return claim
    }

    /// Returns whether a method is an encoder that returns nothing: `return nil`.
    private func returnsNothing(_ method: SourceOutline.Method) -> Bool {
        guard method.name == "encode", (1...3).contains(method.body.count) else { return false }
        let words = method.body.map { source[$0].text }.filter { $0 != "return" && $0 != ";" }
        return words == ["nil"] || words == ["null"]
    }

    // MARK: The name and the flags

    /// Returns whether an annotation gives a class its objectName, be it the vendor's or an application's own.
    private func isTag(_ annotation: SourceOutline.Annotation) -> Bool {
        if annotation.name.hasSuffix("MessageTag") { return true }
        let name = annotation.name.lowercased()
        guard name.holds(anyOf: ["message", "msg", "content", "objectname"]),
            let first = source.split(annotation.arguments).first
        else { return false }
        return ["objectName", "ObjectName"].contains(source[first.lowerBound].text)
            || (first.count == 1 && source[first.lowerBound].isString
                && ObjectNameShape.fits(source[first.lowerBound].text))
    }

    /// Reads `@MessageTag(value = …, flag = …)`, whose arguments may be in any order, named, positional, or in one
    /// object.
    private func tag(_ annotation: SourceOutline.Annotation, _ owner: String, _ claim: inout ClassClaim) {
        var parts = source.split(annotation.arguments)
        if parts.count == 1, source.isSymbol(parts[0].lowerBound, "{") {
            parts = source.split(source.inside(parts[0].lowerBound))
        }
        for (place, part) in parts.enumerated() {
            var range = part
            var name = place == 0 ? "value" : place == 1 ? "flag" : ""
            if source[part.lowerBound].isWord,
                source.isSymbol(part.lowerBound + 1, "=") || source.isSymbol(part.lowerBound + 1, ":")
            {
                name = ClassRecognizer.plain(source[part.lowerBound].text)
                range = part.lowerBound + 2 ..| part.upperBound
            }
            guard !range.isEmpty else { continue }
            let value = file.expression(range, owner: owner)
            switch name {
            case "value", "objectname", "name", "type", "messagetype":
                claim.objectName = value
                claim.rank = 5
            case "flag", "flags", "messageflag", "persistentflag": claim.flags = .value(value)
            default: continue
            }
        }
    }

    private func read(_ method: SourceOutline.Method, _ owner: String, _ claim: inout ClassClaim) {
        let name = ClassRecognizer.plain(method.name)
        let isCertain = ClassRecognizer.certainNames.contains(name)
        // `int getMessageType()` returns a number, which names no type.
        if !isCertain, returnsNumber(method) { return }
        let rank = isCertain ? 4 : ClassRecognizer.otherNames.contains(name) ? 2 : 0
        // A method that chooses among names is a table of other types, and does not return the name of this one.
        if method.body.contains(where: { ["switch", "when", "match"].contains(source[$0].text) && source[$0].isWord }) {
            return
        }
        if rank > claim.rank, !isNumber(file.resultType(of: method)), !isDelegating(method),
            let value = result(of: method, owner),
            !value.isOtherLiteral
        {
            claim.objectName = value
            claim.mustLookRight = !isCertain
            claim.rank = rank
        } else if ClassRecognizer.flagNames.contains(name), claim.flags == nil, let value = result(of: method, owner) {
            claim.flags = .value(value)
        }
    }

    /// Returns whether a method that may return the objectName is declared to return a number: `int getType()`.
    private func returnsNumber(_ method: SourceOutline.Method) -> Bool {
        guard ClassRecognizer.otherNames.contains(ClassRecognizer.plain(method.name)) else { return false }
        guard [.java, .csharp, .objc, .dart].contains(file.language) else { return false }
        guard let name = (method.start ..| method.parameters.lowerBound).last(where: { source.isWord($0, method.name) })
        else { return false }
        return ["int", "Integer", "long", "Long", "short", "byte"].contains(source[name - 1].text)
    }

    private func read(_ field: SourceOutline.Field, _ owner: String, _ claim: inout ClassClaim) {
        // The value of a field in Go is its tag, which states nothing about the class.
        guard file.language != .go else { return }
        let name = ClassRecognizer.plain(field.name)
        let rank = name.hasSuffix("objectname") ? 3 : 1
        if ClassRecognizer.nameFields.contains(name), rank > claim.rank {
            // An interface in TypeScript has the objectName as the field's type instead of its value.
            let range = field.value ?? (file.language.isScript ? field.type : nil)
            guard let range, !range.isEmpty else { return }
            let value = file.expression(range, owner: owner)
            if value.obstacle != nil && name != "objectname" { return }
            guard value.obstacle == nil, !value.terms.isEmpty, !value.isOtherLiteral else { return }
            claim.objectName = value
            claim.mustLookRight = true
            claim.rank = rank
        } else if ClassRecognizer.flagNames.contains(name), claim.flags == nil, let range = field.value, !range.isEmpty
        {
            let value = file.expression(range, owner: owner)
            if value.obstacle == nil { claim.flags = .value(value) }
        } else if let range = field.value, !range.isEmpty {
            flagSwitch(name, file.expression(range, owner: owner), &claim)
        }
    }

    /// Returns whether a method returns the name of another object's type: `return message.getObjectName();`.
    private func isDelegating(_ method: SourceOutline.Method) -> Bool {
        method.body.prefix(64).contains { index in
            guard source[index].isWord, source.isSymbol(index - 1, "."), source.isSymbol(index + 1, "("),
                ClassRecognizer.certainNames.contains(ClassRecognizer.plain(source[index].text))
            else { return false }
            let receiver = source[index - 2]
            return receiver.isWord && receiver.text.first?.isLowercase == true
                && !["this", "self", "super"].contains(receiver.text)
        }
    }

    /// Returns whether values of a declared type are numbers, which name no type.
    private func isNumber(_ declared: String) -> Bool {
        let kinds = DeclaredTypes.kinds(of: declared)
        return !kinds.isEmpty && kinds.allSatisfy { [.integer, .number, .boolean].contains($0) }
    }

    /// Reads a flag switch: `isPersited = true`, `isCounted = true`.
    private func flagSwitch(_ name: String, _ value: SourceExpression, _ claim: inout ClassClaim) {
        guard value.obstacle == nil, let flag = FlagSwitch(name, in: .field) else { return }
        var switches: [FlagSwitch: SourceExpression] = [:]
        switch claim.flags {
        case .value?: return
        case .switches(let earlier)?: switches = earlier
        case nil: break
        }
        switches[flag] = value
        claim.flags = .switches(switches)
    }

    /// Returns the result of a method: its first `return`, or its only expression.
    func result(of method: SourceOutline.Method, _ owner: String) -> SourceExpression? {
        let body = method.body
        guard !body.isEmpty else { return nil }
        if method.isExpression { return file.expression(body, owner: owner) }
        var index = body.lowerBound
        while index < body.upperBound {
            if source.isWord(index, "return") {
                var end = index + 1
                while end < body.upperBound, !source.isSymbol(end, ";"), !source.isSymbol(end, "}"),
                    end == index + 1 || !endsStatement(end)
                { end = source.after(end) }
                let value = index + 1 ..| min(end, body.upperBound)
                return end > index + 1 ? className(value, owner) ?? file.expression(value, owner: owner) : nil
            }
            index += 1
        }
        // In Swift, a body that is a single expression returns it.
        return file.language == .swift ? file.expression(body, owner: owner) : nil
    }

    /// Returns the name of a class as the value of an expression: `NSStringFromClass([self class])`,
    /// `NSStringFromClass([Gift class])`.
    private func className(_ value: Range<Int>, _ owner: String) -> SourceExpression? {
        let first = value.lowerBound
        guard file.language == .objc, source.isWord(first, "NSStringFromClass"), source.isSymbol(first + 1, "("),
            source.after(first + 1) >= value.upperBound
        else { return nil }
        let isMessage = source.isSymbol(first + 2, "[") && source.isWord(first + 4, "class")
        let name = isMessage ? source[first + 3] : source[first + 2]
        guard name.isWord else { return nil }
        return SourceExpression(
            text: name.text == "self" ? owner : name.text, file: file.index, line: source.line(first))
    }

    private func endsStatement(_ index: Int) -> Bool {
        guard file.language.endsAtNewline || file.language == .go, source[index].startsLine else { return false }
        let last = source[index - 1]
        return last.kind != .symbol || last.text == ")" || last.text == "]"
    }

    /// Returns a name in lower case without underscores, so that `GET_OBJECT_NAME` and `getObjectName` are the same.
    static func plain(_ name: String) -> String {
        // Names are ASCII nearly always, and this is called for most words of a file.
        let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
        let lowercased = isASCII ? name : name.lowercased()
        var text = String(unsafeUninitializedCapacity: lowercased.utf8.count) { buffer in
            var count = 0
            for byte in lowercased.utf8 where byte != UInt8(ascii: "_") && byte != UInt8(ascii: "$") {
                buffer[count] = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
                count += 1
            }
            return count
        }
        if text.hasPrefix("kobject") || text.hasPrefix("kmessage") { text.removeFirst() }
        return text
    }

    // MARK: Related declarations

    /// Reads a nested payload that does the class's writing; its keys count if the class itself has none.
    private func inner(of index: Int, _ claim: inout ClassClaim) {
        let all = file.outline.declarations
        for child in file.outline.children[index] ?? [] where all[child].name != "Companion" {
            let isPayload = all[child].heritage.contains(where: ClassRecognizer.codable.contains)
            if all[child].name == "CodingKeys" {
                claim.innerKeys = FieldRecognizer(file: file, owner: all[child].name).codingKeys(all[child])
            } else if isPayload, !claim.heritage.contains(where: ClassRecognizer.codable.contains) {
                var payload = ClassClaim(name: all[child].name, file: file.index, line: all[child].line)
                FieldRecognizer(file: file, owner: all[child].name).run(all[child], &payload)
                inner(of: child, &payload)
                let keys = payload.innerKeys.isEmpty ? payload.fields : payload.innerKeys
                if claim.innerKeys.isEmpty { claim.innerKeys = keys }
            }
        }
    }

    /// Reads `#define ThingTypeIdentifier @"…"` and `#define ThingIdentifier @"…"`, which name the type of the class
    /// `Thing`.
    private func definitions(_ claims: inout ScanClaims) {
        for index in source.places(of: .word, among: ["#define", "const"]) {
            let name = source[index + 1]
            let isDefinition = source.isWord(index, "#define")
            guard name.isWord, name.text.hasSuffix("Identifier") else { continue }
            let isType = name.text.hasSuffix("TypeIdentifier")
            let start = isDefinition ? index + 2 : index + 3
            guard source[start].isString, isType || ObjectNameShape.fits(source[start].text) else { continue }
            let stem = name.text.dropLast(isType ? "TypeIdentifier".count : "Identifier".count)
            claims.loose.append((file.expression(start ..| start + 1), String(stem)))
        }
    }
}
