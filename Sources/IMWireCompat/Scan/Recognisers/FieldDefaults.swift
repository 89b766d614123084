// SPDX-License-Identifier: Apache-2.0

/// What the declaration of a class says of all of its fields: the rule of their names, those that are left out, and
/// whether values that are not there are written.
struct FieldDefaults {
    /// The rule of names.
    private(set) var naming: NamingRule?
    /// Fields that are neither written nor read.
    private(set) var ignored: Set<String> = []
    /// Whether a value that is not there is left out.
    private(set) var omitsNull = false
    /// Whether empty texts are left out too.
    private(set) var omitsEmpty = false

    /// Reads the annotations of a class, and what its body sets.
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

    /// `@JsonInclude(JsonInclude.Include.NON_NULL)`.
    mutating func include(_ arguments: Range<Int>, _ source: SourceTokens) {
        guard let word = arguments.last(where: { source[$0].isWord }).map({ source[$0].text }) else { return }
        omitsNull = word.hasPrefix("NON_")
        omitsEmpty = word == "NON_EMPTY"
    }
}
