// SPDX-License-Identifier: Apache-2.0

/// A recognizer of the fields that a serializer uses, each with its own name or the name that an annotation gives it.
struct FieldRecognizer: SourceRecognizer {
    let file: SourceFile
    let owner: String

    /// The protocols with which Swift's serializer determines the required members.
    private static let codable: Set<String> = ["Codable", "Decodable"]

    func run(_ declaration: SourceOutline.Declaration, _ claim: inout ClassClaim) {
        let isContract = declaration.annotations.contains { $0.name == "DataContract" }
        let defaults = FieldDefaults(declaration, file)
        let forgotten = file.language.isScript ? ScriptFields(file: file).forgotten(declaration) : []
        // Most fields are claims, which are kept to the end of the scan.
        claim.fields.reserveCapacity(claim.fields.count + declaration.fields.count)
        for field in declaration.fields {
            if file.language == .go {
                if let key = goField(field) { claim.fields.append(key) }
                continue
            }
            guard var key = key(field, declaration, isContract, defaults) else { continue }
            key.isNeverSet = forgotten.contains(field.name)
            // The name of the type is no member unless an encoder writes it as one.
            let isName = ["objectName", "messageName", "object_name"].contains(field.name.filter { $0 != "$" })
            if isName || (file.language == .php && field.isPrivate) {
                claim.hidden.append(key)
                continue
            }
            claim.fields.append(key)
            if field.annotations.contains(where: { FieldRecognizer.naming.contains($0.name) }) {
                claim.isAnnotated = true
            }
        }
        if file.language.isScript { claim.fields += ScriptFields(file: file).unread(declaration) }
    }

    private func key(
        _ field: SourceOutline.Field, _ declaration: SourceOutline.Declaration, _ isContract: Bool,
        _ defaults: FieldDefaults
    ) -> KeyClaim? {
        let type = source.text(field.type)
        if field.isStatic || field.isTransient || type.hasPrefix("ClassVar") { return nil }
        // A field behind a property that is left out can still have a name: `[JsonIgnore] [field: JsonProperty("id")]`.
        let isNamedBehind = field.annotations.contains {
            $0.isOfField && FieldRecognizer.naming.contains($0.name) && !isLeftOut($0)
        }
        if field.annotations.contains(where: { isLeftOut($0) && ($0.isOfField || !isNamedBehind) }) { return nil }
        if file.language == .python && (field.type.isEmpty || field.name.hasPrefix("_")) { return nil }
        var name = field.name
        if name.hasPrefix("$") { name.removeFirst() }
        if defaults.ignored.contains(name) { return nil }
        var key = KeyClaim(name: SourceExpression(text: name, file: file.index, line: source.line(field.index)))
        key.declaredType = type.isEmpty ? inferred(field) : type
        if type.isEmpty || DeclaredTypes.kinds(of: type) == [.array] {
            let line = source.line(field.index)
            let documented = [line - 1, line - 2].lazy.compactMap { file.documented[$0] }.first
            key.declaredType = documented ?? key.declaredType
        }
        key.certainty = declaration.keyword == "@interface" ? .guess : .likely
        key.fields = [name]
        presence(field, declaration, type, &key)
        if file.language.isScript { ScriptFields(file: file).describe(&key, field, declaration) }
        if file.language.isScript, source.isSymbol(field.type.lowerBound, "{") {
            key.members = inline(source.inside(field.type.lowerBound))
            key.declaredType = "object"
        }
        if let rule = defaults.naming {
            key.name = SourceExpression(text: rule.name(of: name), file: file.index, line: source.line(field.index))
        }
        if defaults.omitsNull, canBeNull(type) { key.absent = .omitted }
        if defaults.omitsEmpty, DeclaredTypes.kinds(of: type) == [.string] { key.omits = [.emptyString] }
        if file.language == .python, let value = field.value {
            for index in value where ["alias", "serialization_alias", "data_key"].contains(source[index].text) {
                guard source.isSymbol(index + 1, "="), source[index + 2].isString else { continue }
                key.name = file.expression(index + 2 ..| index + 3, owner: owner)
                key.certainty = .sure
            }
        }
        key.fixName(field)
        var isNamed = false
        for annotation in field.annotations { isNamed = read(annotation, field, type, &key) || isNamed }
        if isContract && !isNamed { return nil }
        return key
    }

    /// Returns the members of a type that is declared inline: `sender: { id: string; name?: string }`.
    func inline(_ body: Range<Int>) -> [KeyClaim] {
        var reader = OutlineReader(source: source, language: file.language)
        var type = SourceOutline.Declaration(keyword: "interface", name: "", line: 0, body: body, ownerName: "")
        reader.members(of: &type)
        var claim = ClassClaim(name: "", file: file.index, line: 0)
        run(type, &claim)
        return claim.fields
    }

    /// Records whether a reader requires the field, and what is written if it is not set, according to the language's
    /// usual serializer.
    private func presence(
        _ field: SourceOutline.Field, _ declaration: SourceOutline.Declaration, _ type: String, _ key: inout KeyClaim
    ) {
        let isOptional = type.hasSuffix("?") || source.isSymbol(field.index + 1, "?")
        switch file.language {
        case .swift where !FieldRecognizer.codable.isDisjoint(with: declaration.heritage): key.isRequired = !isOptional
        case .kotlin where declaration.annotations.contains { $0.name == "Serializable" }:
            key.isRequired = field.value == nil
        case .kotlin where declaration.annotations.contains { $0.name == "JsonClass" }:
            key.isRequired = field.value == nil && !isOptional
        case .dart where isOptional && declaration.annotations.contains { $0.name == "JsonSerializable" }:
            key.isRequired = false
        case .typescript, .javascript, .arkts:
            if declaration.keyword == "interface" { key.isRequired = !isOptional }
        case .csharp:
            if isOptional { key.isRequired = false }
            key.defaultValue = field.value.flatMap(literal)
            key.defaultCase = field.value.flatMap { enumerationCase($0, of: type) }
        case .java, .php: key.defaultValue = field.value.flatMap(literal)
        case .python where declaration.heritage.contains("BaseModel"): key.isRequired = !hasDefault(field)
        case .python:
            key.defaultValue = field.value.flatMap(literal)
            if let value = field.value, source.isWord(value.lowerBound, "None") { key.absent = .null }
        default: break
        }
    }

    /// Returns whether a model's field has a default value: `= 1`, `= Field(1, alias="n")`, but not
    /// `= Field(alias="n")`.
    private func hasDefault(_ field: SourceOutline.Field) -> Bool {
        guard let value = field.value, !value.isEmpty else { return false }
        guard source.isWord(value.lowerBound, "Field"), source.isSymbol(value.lowerBound + 1, "(") else { return true }
        return source.split(source.inside(value.lowerBound + 1)).enumerated().contains { place, part in
            let first = part.lowerBound
            if source.isSymbol(first + 1, "=") { return source[first].text.hasPrefix("default") }
            return place == 0 && !source.isSymbol(first, ".")
        }
    }

    /// Returns the type of a field that has a literal instead of a declared type: Swift's `var price = 0`.
    private func inferred(_ field: SourceOutline.Field) -> String? {
        guard file.language == .swift || file.language == .kotlin, let value = field.value, value.count == 1,
            let first = value.first
        else { return nil }
        switch source[first].literalKind {
        case .string: return "String"
        case .number: return "Double"
        case .integer: return "Int"
        case .boolean: return source[first].literal == nil ? nil : "Bool"
        default: return nil
        }
    }

    /// Returns a literal as JSON text: a string, a number such as `0L`, `true`, or C#'s `string.Empty`.
    func literal(_ range: Range<Int>) -> String? {
        guard let first = range.first else { return nil }
        if file.language == .csharp, source[first].text.lowercased() == "string", source.isSymbol(first + 1, "."),
            source.isWord(first + 2, "Empty")
        {
            return "\"\""
        }
        guard range.count == 1 || source.isSymbol(first + 1, ";") else { return nil }
        var token = source[first]
        let isLong = file.language == .java && token.kind == .number && "Ll".contains(token.text.last ?? " ")
        if isLong { token.text.removeLast() }
        if token.isWord("True") || token.isWord("False") { token.text = token.text.lowercased() }
        return token.literal
    }

    /// Returns the case that a value names: `Kind.Gold` of a field of type `Kind`.
    private func enumerationCase(_ range: Range<Int>, of type: String) -> String? {
        guard let first = range.first, source.isSymbol(first + 1, "."), source[first + 2].isWord,
            range.count == 3 || source.isSymbol(first + 3, ";"), source[first].text == DeclaredTypes.element(of: type)
        else { return nil }
        return source[first + 2].text
    }

    // MARK: Swift's coding keys

    /// Returns the coding keys of an enumeration: `case name`, `case name = "other"`.
    func codingKeys(_ declaration: SourceOutline.Declaration) -> [KeyClaim] {
        var keys: [KeyClaim] = []
        var index = declaration.body.lowerBound
        while index < declaration.body.upperBound {
            guard source.isWord(index, "case") else {
                index += 1
                continue
            }
            index += 1
            while source[index].isWord, index < declaration.body.upperBound {
                let property = source[index].text
                var name = SourceExpression(text: property, file: file.index, line: source.line(index))
                index += 1
                if source.isSymbol(index, "="), source[index + 1].isString {
                    name = file.expression(index + 1 ..| index + 2, owner: owner)
                    index += 2
                }
                keys.append(KeyClaim(name: name, fields: [property]))
                guard source.isSymbol(index, ",") else { break }
                index += 1
            }
        }
        return keys
    }

    // MARK: Go's tags

    private func goField(_ field: SourceOutline.Field) -> KeyClaim? {
        guard field.name.unicodeScalars.first?.properties.isUppercase == true else { return nil }
        var key = KeyClaim(
            name: SourceExpression(text: field.name, file: file.index, line: source.line(field.index)),
            certainty: .likely, declaredType: source.text(field.type))
        if let tag = field.value, let name = FieldRecognizer.tag("json", in: source[tag.lowerBound].text) {
            let parts = name.split(separator: ",", omittingEmptySubsequences: false)
            if name == "-" { return nil }
            if let first = parts.first, !first.isEmpty {
                key.name = SourceExpression(
                    text: String(first), file: file.index, line: source.line(tag.lowerBound))
                key.certainty = .sure
            }
            if parts.dropFirst().contains("string") { key.declaredType = "string" }
            if parts.dropFirst().contains("omitempty") {
                leavesOut(&key)
            } else if !parts.dropFirst().contains("omitzero"), isPlain(key.declaredType ?? "") {
                // Go writes what was not set as an empty text, zero or false.
                key.absent = .zero
            }
        }
        let rules = field.value.flatMap { tag in
            ["validate", "binding"].lazy.compactMap { FieldRecognizer.tag($0, in: source[tag.lowerBound].text) }.first
        }
        if rules?.split(separator: ",").contains("required") == true { key.isRequired = true }
        return key
    }

    private func isPlain(_ type: String) -> Bool {
        [[.string], [.integer], [.number], [.boolean]].contains(DeclaredTypes.kinds(of: type)) && !type.hasPrefix("*")
    }

    /// Records which values of the key's type are omitted: zero, empty or missing values.
    func leavesOut(_ key: inout KeyClaim) {
        switch DeclaredTypes.kinds(of: key.declaredType ?? "") {
        case [.string]: key.omits = [.emptyString]
        case [.integer], [.number]: key.omits = [.zero]
        case [.boolean]: key.omits = [.false]
        default: key.absent = .omitted
        }
    }

    /// Returns the value of a key in a struct's tag: `json:"name,omitempty" xml:"…"`.
    static func tag(_ key: String, in tag: String) -> String? {
        var rest = Substring(tag)
        while let colon = rest.firstIndex(of: ":") {
            let name = rest[..<colon].split(separator: " ").last
            rest = rest[rest.index(after: colon)...]
            guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else { return nil }
            let value = rest[rest.index(after: rest.startIndex)..<end]
            if name == key[...] { return String(value) }
            rest = rest[rest.index(after: end)...]
        }
        return nil
    }
}
