// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Fields as a serialiser takes them: with the name that an annotation gives, or their own.
struct FieldRecogniser {
    let file: SourceFile
    let owner: String
    var source: SourceTokens { file.source }

    private static let naming: Set<String> = [
        "SerializedName", "SerialName", "JsonProperty", "JsonPropertyName", "JsonKey", "JSONField", "DataMember",
        "Json",
    ]
    private static let ignoring: Set<String> = ["JsonIgnore", "Transient", "IgnoreDataMember", "NonSerialized"]
    /// What a base class or an annotation makes of a class: its serialiser decides what must be there.
    private static let codable: Set<String> = ["Codable", "Decodable"]

    func run(_ declaration: SourceOutline.Declaration, _ claim: inout ClassClaim) {
        let isContract = declaration.annotations.contains { $0.name == "DataContract" }
        for field in declaration.fields {
            if file.language == .go {
                if let key = goField(field) { claim.fields.append(key) }
                continue
            }
            guard let key = key(field, declaration, isContract) else { continue }
            claim.fields.append(key)
            if field.annotations.contains(where: { FieldRecogniser.naming.contains($0.name) }) {
                claim.isAnnotated = true
            }
        }
    }

    private func key(
        _ field: SourceOutline.Field, _ declaration: SourceOutline.Declaration, _ isContract: Bool
    ) -> KeyClaim? {
        let type = declaredType(field.type)
        if field.isStatic || field.isTransient || type.hasPrefix("ClassVar") { return nil }
        if field.annotations.contains(where: { FieldRecogniser.ignoring.contains($0.name) }) { return nil }
        if file.language == .php && field.isPrivate { return nil }
        if file.language == .python && (field.type.isEmpty || field.name.hasPrefix("_")) { return nil }
        var name = field.name
        if name.hasPrefix("$") { name.removeFirst() }
        if name == "objectName" || name == "messageName" || name == "object_name" { return nil }
        var key = KeyClaim(name: SourceExpression(text: name, file: file.index, line: source.line(field.index)))
        key.declaredType = type.isEmpty ? nil : type
        key.certainty = declaration.keyword == "@interface" ? .guess : .likely
        key.fields = [name]
        presence(field, declaration, type, &key)
        if file.language.isScript, source.isSymbol(field.type.lowerBound, "{") {
            key.members = inline(source.inside(field.type.lowerBound))
            key.declaredType = "object"
        }
        var isNamed = false
        if file.language == .python, let value = field.value {
            for index in value where ["alias", "serialization_alias", "data_key"].contains(source[index].text) {
                guard source.isSymbol(index + 1, "="), source[index + 2].isString else { continue }
                key.name = file.expression(index + 2 ..| index + 3, owner: owner)
                key.certainty = .sure
            }
        }
        for annotation in field.annotations where annotation.name == "JsonAlias" {
            key.aliases += texts(in: annotation.arguments)
        }
        for annotation in field.annotations where FieldRecogniser.naming.contains(annotation.name) {
            isNamed = true
            if switchesOff(annotation) { return nil }
            options(annotation, &key)
            if let given = givenName(annotation) {
                key.name = given
                key.certainty = .sure
            }
        }
        if isContract && !isNamed { return nil }
        return key
    }

    /// `@JsonKey(includeToJson: false)`, `@JSONField(serialize = false)`.
    private func switchesOff(_ annotation: SourceOutline.Annotation) -> Bool {
        annotation.arguments.contains { index in
            let name = source[index].text
            return (name.hasPrefix("include") || name == "serialize") && source.isWord(index + 2, "false")
                || name == "ignore" && source.isWord(index + 2, "true")
        }
    }

    /// Other names, and what is said of values that are not there.
    private func options(_ annotation: SourceOutline.Annotation, _ key: inout KeyClaim) {
        for part in source.split(annotation.arguments) {
            switch source[part.lowerBound].text {
            case "alternate", "alternateNames": key.aliases += texts(in: part)
            case "NullValueHandling" where source[part.upperBound - 1].text == "Ignore": key.absent = .omitted
            case "Required" where source[part.upperBound - 1].text == "Always": key.isRequired = true
            case "includeIfNull" where source[part.upperBound - 1].text == "false": key.absent = .omitted
            default: continue
            }
        }
    }

    private func texts(in range: Range<Int>) -> [String] {
        range.filter { source[$0].isString }.map { source[$0].text }
    }

    /// The members of a type that is written where it is used: `sender: { id: string; name?: string }`.
    private func inline(_ body: Range<Int>) -> [KeyClaim] {
        var reader = OutlineReader(source: source, language: file.language)
        var type = SourceOutline.Declaration(keyword: "interface", name: "", line: 0, body: body, ownerName: "")
        reader.members(of: &type)
        var claim = ClassClaim(name: "", file: file.index, line: 0)
        run(type, &claim)
        return claim.fields
    }

    /// Whether a reader needs the field, and what is written where nobody has set it: as the language's usual serialiser
    /// takes the declaration.
    private func presence(
        _ field: SourceOutline.Field, _ declaration: SourceOutline.Declaration, _ type: String, _ key: inout KeyClaim
    ) {
        let isOptional = type.hasSuffix("?") || source.isSymbol(field.index + 1, "?")
        switch file.language {
        case .swift where !FieldRecogniser.codable.isDisjoint(with: declaration.heritage): key.isRequired = !isOptional
        case .kotlin where declaration.annotations.contains { $0.name == "Serializable" }:
            key.isRequired = field.value == nil
        case .typescript, .javascript, .arkts:
            if declaration.keyword == "interface" { key.isRequired = !isOptional }
        case .csharp:
            if isOptional { key.isRequired = false }
            key.defaultValue = field.value.flatMap(literal)
        case .python where declaration.heritage.contains("BaseModel"): key.isRequired = !hasDefault(field)
        case .python:
            key.defaultValue = field.value.flatMap(literal)
            if let value = field.value, source.isWord(value.lowerBound, "None") { key.absent = .null }
        default: break
        }
    }

    /// Whether a model's field has a value of its own: `= 1`, `= Field(1, alias="n")`, not `= Field(alias="n")`.
    private func hasDefault(_ field: SourceOutline.Field) -> Bool {
        guard let value = field.value, !value.isEmpty else { return false }
        guard source.isWord(value.lowerBound, "Field"), source.isSymbol(value.lowerBound + 1, "(") else { return true }
        return source.split(source.inside(value.lowerBound + 1)).enumerated().contains { place, part in
            let first = part.lowerBound
            if source.isSymbol(first + 1, "=") { return source[first].text.hasPrefix("default") }
            return place == 0 && !source.isSymbol(first, ".")
        }
    }

    /// A literal as JSON text; nil for an empty text, which is what is written without any value.
    private func literal(_ range: Range<Int>) -> String? {
        guard let first = range.first, range.count == 1 || source.isSymbol(first + 1, ";") else { return nil }
        let token = source[first]
        switch token.kind {
        case .string: return token.text.isEmpty ? nil : RawJSON(token.text).text
        case .number: return Int(token.text).map(String.init)
        case .word: return ["true": "true", "false": "false", "True": "true", "False": "false"][token.text]
        case .symbol: return nil
        }
    }

    private func givenName(_ annotation: SourceOutline.Annotation) -> SourceExpression? {
        for (place, part) in source.split(annotation.arguments).enumerated() {
            let first = part.lowerBound
            if source[first].isWord, source.isSymbol(first + 1, "=") || source.isSymbol(first + 1, ":") {
                if ["name", "value", "propertyname"].contains(source[first].text.lowercased()) {
                    return file.expression(first + 2 ..| part.upperBound, owner: owner)
                }
            } else if place == 0 {
                return file.expression(part, owner: owner)
            }
        }
        return nil
    }

    private func declaredType(_ range: Range<Int>) -> String {
        range.prefix(12).map { source[$0].text }.joined()
    }

    // MARK: Swift's coding keys

    /// `case name`, `case name = "other"`.
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
            certainty: .likely, declaredType: declaredType(field.type))
        if let tag = field.value, let name = FieldRecogniser.tag("json", in: source[tag.lowerBound].text) {
            let parts = name.split(separator: ",", omittingEmptySubsequences: false)
            if name == "-" { return nil }
            if let first = parts.first, !first.isEmpty {
                key.name = SourceExpression(
                    text: String(first), file: file.index, line: source.line(tag.lowerBound))
                key.certainty = .sure
            }
            if parts.dropFirst().contains("string") { key.declaredType = "string" }
            if parts.dropFirst().contains("omitempty") { leavesOut(&key) }
        }
        return key
    }

    /// What `omitempty` leaves out of a field of that type.
    private func leavesOut(_ key: inout KeyClaim) {
        switch DeclaredTypes.kinds(of: key.declaredType ?? "") {
        case [.string]: key.omits = [.emptyString]
        case [.integer], [.number]: key.omits = [.zero]
        case [.boolean]: key.omits = [.false]
        default: key.absent = .omitted
        }
    }

    /// The value of a key in a struct's tag: `json:"name,omitempty" xml:"…"`.
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
