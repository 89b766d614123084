// SPDX-License-Identifier: Apache-2.0

/// A recognizer of what decides whether a minified build renames the members that a Java or Kotlin class writes
/// (CMP-135).
struct RenamingRecognizer: SourceRecognizer {
    let file: SourceFile

    /// The calls that use the names of fields or methods at run time.
    private static let calls: Set<String> = [
        "toJson", "toJSONString", "toJSONBytes", "writeValueAsString", "writeValueAsBytes", "fromJson", "parseObject",
        "readValue", "convertValue", "treeToValue",
    ]

    /// Records a class's serializer, its annotations and its name among the enclosing classes.
    func run(_ declaration: SourceOutline.Declaration, _ claim: inout ClassClaim) {
        guard file.language == .java || file.language == .kotlin else { return }
        claim.annotations = declaration.annotations.prefix(32).map(\.name)
        claim.nestedName = nestedName(declaration)
        for method in declaration.methods where KeyRecognizer.isCoding(method, of: declaration, source) {
            for index in method.body where source[index].isWord && RenamingRecognizer.calls.contains(source[index].text)
            {
                guard source.argumentsOpen(index) != nil, claim.serializer.isEmpty else { continue }
                claim.serializer = receiver(index)
            }
        }
    }

    /// Returns the words before a call, the nearest first: `gson`, `create GsonBuilder`.
    private func receiver(_ index: Int) -> [String] {
        var words: [String] = []
        var place = index
        while source.isSymbol(place - 1, "."), words.count < 8 {
            place -= 2
            // `Gson()` or `get("a")`: the name precedes the parentheses.
            if source.isSymbol(place, ")") {
                let open = source.other(place)
                guard open < place else { break }
                place = open - 1
            }
            guard source[place].isWord else { break }
            words.append(source[place].text)
        }
        return words
    }

    /// Returns a class's name after those of the enclosing classes: `Outer$Inner`.
    private func nestedName(_ declaration: SourceOutline.Declaration) -> String {
        var names = [declaration.name]
        var parent = declaration.parent
        while let index = parent, file.outline.declarations.indices.contains(index), names.count < 16 {
            names.append(file.outline.declarations[index].name)
            parent = file.outline.declarations[index].parent
        }
        return names.reversed().joined(separator: "$")
    }
}

extension KeyClaim {
    /// The annotations of a field that leave its name to the build.
    private static let plain: Set<String> = [
        "Nullable", "NonNull", "NotNull", "Nonnull", "Expose", "Since", "Until", "Deprecated", "SuppressWarnings",
        "JvmField", "Getter", "Setter", "IntRange", "StringRes", "DrawableRes", "ColorInt",
    ]

    /// Records whether an annotation may determine the field's name whatever a build renames.
    mutating func fixName(_ field: SourceOutline.Field) {
        isFixed = field.annotations.contains { !KeyClaim.plain.contains($0.name) }
    }
}
