// SPDX-License-Identifier: Apache-2.0

/// Fields as a serialiser takes them: with the name that an annotation gives, or their own.
struct FieldRecogniser {
    let file: SourceFile
    let owner: String
    var source: SourceTokens { file.source }

    private static let naming: Set<String> = [
        "SerializedName", "SerialName", "JsonProperty", "JsonPropertyName", "JsonKey", "JSONField", "DataMember",
        "Json",
        "JsonAlias",
    ]
    private static let ignoring: Set<String> = ["JsonIgnore", "Transient", "IgnoreDataMember", "NonSerialized"]

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
        var isNamed = false
        if file.language == .python, let value = field.value {
            for index in value where ["alias", "serialization_alias", "data_key"].contains(source[index].text) {
                guard source.isSymbol(index + 1, "="), source[index + 2].isString else { continue }
                key.name = file.expression(index + 2 ..| index + 3, owner: owner)
                key.certainty = .sure
            }
        }
        for annotation in field.annotations where FieldRecogniser.naming.contains(annotation.name) {
            isNamed = true
            if annotation.name == "JsonKey", switchesOff(annotation) { return nil }
            if let given = givenName(annotation) {
                key.name = given
                key.certainty = .sure
            }
        }
        if isContract && !isNamed { return nil }
        return key
    }

    /// `@JsonKey(includeToJson: false)`.
    private func switchesOff(_ annotation: SourceOutline.Annotation) -> Bool {
        annotation.arguments.contains { index in
            (source[index].text.hasPrefix("include") && source.isWord(index + 2, "false"))
                || (source.isWord(index, "ignore") && source.isWord(index + 2, "true"))
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
                var name = SourceExpression(
                    text: source[index].text, file: file.index, line: source.line(index))
                index += 1
                if source.isSymbol(index, "="), source[index + 1].isString {
                    name = file.expression(index + 1 ..| index + 2, owner: owner)
                    index += 2
                }
                keys.append(KeyClaim(name: name))
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
        }
        return key
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
