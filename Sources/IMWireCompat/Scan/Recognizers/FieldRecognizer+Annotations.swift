// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The annotations and attributes of a field: its name on the wire, whether it is required, and when it is omitted.
extension FieldRecognizer {
    static let naming: Set<String> = [
        "SerializedName", "SerialName", "JsonProperty", "JsonPropertyName", "JsonKey", "JSONField", "DataMember",
        "Json",
    ]
    private static let ignoring: Set<String> = ["JsonIgnore", "Transient", "IgnoreDataMember", "NonSerialized"]
    private static let requiring: Set<String> = [
        "NotNull", "NotBlank", "NotEmpty", "NonNull", "Nonnull", "JsonRequired", "Required",
    ]
    /// The value types of Java and C#, which cannot be null.
    private static let values: Set<String> = [
        "int", "long", "short", "byte", "boolean", "bool", "float", "double", "char", "decimal", "uint", "ulong",
        "DateTime",
    ]

    /// Returns whether an annotation excludes a field from the JSON.
    func isLeftOut(_ annotation: SourceOutline.Annotation) -> Bool {
        if annotation.name == "Ignore" { return file.language == .php }
        if annotation.name == "Expose" { return source[annotation.arguments, "serialize"]?.text == "false" }
        if FieldRecognizer.ignoring.contains(annotation.name) {
            // `[JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]` omits only some values.
            let condition = source[annotation.arguments, "Condition"]?.text
            return condition == nil || condition == "Always"
        }
        guard FieldRecognizer.naming.contains(annotation.name) else { return false }
        return annotation.arguments.contains { index in
            // `@JsonKey(includeToJson: false)`, `@JSONField(serialize = false)`, `@Json(ignore = true)`.
            let name = source[index].text
            return (name.hasPrefix("include") && name != "includeIfNull" || name == "serialize")
                && source.isWord(index + 2, "false") || name == "ignore" && source.isWord(index + 2, "true")
        }
    }

    func canBeNull(_ type: String) -> Bool {
        file.language == .dart ? type.hasSuffix("?") : !FieldRecognizer.values.contains(type)
    }

    /// Reads an annotation of a field; returns whether it lists the field among the JSON's members.
    func read(
        _ annotation: SourceOutline.Annotation, _ field: SourceOutline.Field, _ type: String, _ key: inout KeyClaim
    ) -> Bool {
        switch annotation.name {
        case "JsonAlias": key.aliases += texts(in: annotation.arguments)
        case "Nullable": key.isRequired = false
        case "JsonInclude":
            let word = annotation.arguments.last { source[$0].isWord }.map { source[$0].text } ?? ""
            if word.hasPrefix("NON_") { leave(out: word, type, &key) }
        case "JsonIgnore":
            if let condition = source[annotation.arguments, "Condition"]?.text { leave(out: condition, type, &key) }
        case "JsonNumberHandling":
            if annotation.arguments.contains(where: { source.isWord($0, "WriteAsString") }) {
                key.declaredType = "string"
            }
        case "JsonConverter":
            // Both serializers of .NET write an enumeration as a number unless a converter says otherwise.
            if annotation.arguments.contains(where: { source[$0].text.hasSuffix("StringEnumConverter") }) {
                key.kinds = [.string]
            }
        case "EncodeDefault": key.defaultValue = field.value.flatMap(literal)
        case "DefaultValue": key.defaultValue = key.defaultValue ?? literal(annotation.arguments)
        case _ where FieldRecognizer.requiring.contains(annotation.name): key.isRequired = true
        case _ where FieldRecognizer.naming.contains(annotation.name):
            for part in source.split(annotation.arguments) { option(part, type, &key) }
            if let given = givenName(annotation) {
                key.name = given
                key.certainty = .sure
            }
            return true
        default: break
        }
        return false
    }

    /// Reads an argument other than the name.
    private func option(_ part: Range<Int>, _ type: String, _ key: inout KeyClaim) {
        let last = source[part.upperBound - 1].text
        switch source[part.lowerBound].text {
        case "alternate", "alternateNames": key.aliases += texts(in: part)
        case "NullValueHandling" where last == "Ignore": key.absent = .omitted
        case "DefaultValueHandling" where last == "Ignore": leave(out: "WhenWritingDefault", type, &key)
        case "Required" where last == "Always": key.isRequired = true
        case "required", "IsRequired": if last == "true" { key.isRequired = true }
        case "includeIfNull": key.absent = last == "false" ? .omitted : nil
        case "EmitDefaultValue" where last == "false": leave(out: "WhenWritingDefault", type, &key)
        case "defaultValue":
            guard let value = part.dropFirst(2).first, part.count == 3 else { return }
            // Java's annotations write every value as a string.
            let isText = DeclaredTypes.kinds(of: type) == [.string]
            key.defaultValue =
                source[value].isString && !isText
                ? Int(source[value].text).map(String.init) : literal(value..<value + 1)
        default: return
        }
    }

    /// Records which values a serializer omits: missing values, defaults, or empty values.
    private func leave(out word: String, _ type: String, _ key: inout KeyClaim) {
        switch word {
        case "WhenWritingNull", "NON_NULL", "NON_ABSENT": if canBeNull(type) { key.absent = .omitted }
        case "WhenWritingDefault", "NON_DEFAULT":
            if canBeNull(type) {
                key.absent = .omitted
            } else {
                leavesOut(&key)
            }
        case "NON_EMPTY":
            key.absent = .omitted
            if DeclaredTypes.kinds(of: type) == [.string] { key.omits = [.emptyString] }
        default: return
        }
    }

    private func texts(in range: Range<Int>) -> [String] {
        range.filter { source[$0].isString }.map { source[$0].text }
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
}

extension SourceTokens {
    /// Returns the last token of a named argument, as in `Condition = JsonIgnoreCondition.Never`, or nil if the
    /// argument is absent.
    fileprivate subscript(_ arguments: Range<Int>, _ name: String) -> SourceToken? {
        split(arguments).first { part in
            isWord(part.lowerBound, name) && (isSymbol(part.lowerBound + 1, "=") || isSymbol(part.lowerBound + 1, ":"))
        }.map { self[$0.upperBound - 1] }
    }
}
