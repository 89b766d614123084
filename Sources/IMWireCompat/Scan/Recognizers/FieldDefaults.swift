// SPDX-License-Identifier: Apache-2.0

/// The defaults that the declaration of a class sets for its fields: the naming rule, the ignored fields, and whether
/// missing values are written.
struct FieldDefaults {
    private(set) var naming: NamingRule?
    /// The fields that are neither written nor read.
    private(set) var ignored: Set<String> = []
    /// Whether missing values are omitted.
    private(set) var omitsNull = false
    /// Whether empty strings are omitted too.
    private(set) var omitsEmpty = false

    /// Reads the annotations of a class, and the settings in its body.
    init(_ declaration: SourceOutline.Declaration, _ file: SourceFile) {
        let source = file.source
        for annotation in declaration.annotations {
            switch annotation.name {
            case "JsonNaming", "JSONType", "JsonSerializable", "JsonObject", "JsonSourceGenerationOptions":
                for part in source.split(annotation.arguments) { read(part, source) }
            case "JsonIgnoreProperties":
                ignored.formUnion(annotation.arguments.filter { source[$0].isString }.map { source[$0].text })
            case "JsonInclude": include(annotation.arguments, source)
            default: continue
            }
        }
        guard file.language == .python else { return }
        // `model_config = ConfigDict(alias_generator=to_camel)`, or the same in a class `Config`.
        for index in declaration.body where source.isWord(index, "alias_generator") && source.isSymbol(index + 1, "=") {
            naming = naming ?? (index + 2 ..| index + 6).lazy.compactMap { NamingRule(word: source[$0].text) }.first
        }
    }

    private mutating func read(_ part: Range<Int>, _ source: SourceTokens) {
        let first = source[part.lowerBound].text
        let isNamed = source.isSymbol(part.lowerBound + 1, "=") || source.isSymbol(part.lowerBound + 1, ":")
        if first == "ignores" {
            ignored.formUnion(part.filter { source[$0].isString }.map { source[$0].text })
        } else if first == "includeIfNull" {
            omitsNull = source[part.upperBound - 1].text == "false"
        } else if first == "ItemNullValueHandling" {
            omitsNull = source[part.upperBound - 1].text == "Ignore"
        } else if !isNamed || ["naming", "fieldRename", "NamingStrategyType", "value"].contains(first) {
            let words = part.dropFirst(isNamed ? 2 : 0).filter { source[$0].isWord }.reversed()
            naming = words.lazy.compactMap { NamingRule(word: source[$0].text) }.first ?? naming
        }
    }

    /// Reads `@JsonInclude(JsonInclude.Include.NON_NULL)`.
    mutating func include(_ arguments: Range<Int>, _ source: SourceTokens) {
        guard let word = arguments.last(where: { source[$0].isWord }).map({ source[$0].text }) else { return }
        omitsNull = word.hasPrefix("NON_")
        omitsEmpty = word == "NON_EMPTY"
    }
}
