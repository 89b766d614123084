// SPDX-License-Identifier: Apache-2.0

/// A reader of what a script's class shows of a field: its initial value, and how the constructor sets it.
struct ScriptFields: SourceRecognizer {
    let file: SourceFile
    private var values: ScriptValues { ScriptValues(file: file) }

    /// Adds the default of a field, its type if none is declared, and the values that are omitted.
    func describe(_ key: inout KeyClaim, _ field: SourceOutline.Field, _ declaration: SourceOutline.Declaration) {
        let setting = declaration.settings[field.name]
        if let value = field.value, setting == nil || setting?.condition != nil {
            key.defaultValue = values.literal(value)
            if key.declaredType == nil { key.kinds = values.kinds(of: value) }
        }
        guard let setting else { return }
        if setting.isParsed { key.declaredType = "any" }
        switch setting.value {
        case .parameter(let value):
            guard let condition = setting.condition else { return key.defaultValue = values.literal(value) }
            omit(&key, condition.prefix(1), condition)
        case .expression(let value):
            var shown = KeyClaim(name: key.name)
            values.describe(&shown, value: value)
            if key.declaredType == nil, key.kinds.isEmpty { key.kinds = shown.kinds }
            key.defaultValue = shown.defaultValue ?? key.defaultValue
            if let condition = setting.condition { omit(&key, value, condition) }
        }
    }

    /// Returns the fields that a constructor which copies the members of its only parameter does not copy, and nothing else
    /// in the class sets either (CMP-154).
    func forgotten(_ declaration: SourceOutline.Declaration) -> Set<String> {
        guard declaration.settings.count >= 2, declaration.fields.count > declaration.settings.count else { return [] }
        let names = Set(declaration.fields.filter { $0.value == nil && !$0.isStatic }.map(\.name))
        guard names.count > declaration.settings.count,
            let constructor = declaration.methods.first(where: { $0.name == "constructor" }),
            source.split(constructor.parameters).count == 1, source[constructor.parameters.lowerBound].isWord,
            copies(declaration, source[constructor.parameters.lowerBound].text),
            !constructor.body.contains(where: { source.isWord($0, "this") && !source.isSymbol($0 + 1, ".") })
        else { return [] }
        var forgotten = names.subtracting(declaration.settings.keys)
        for field in declaration.fields where source.isSymbol(field.index + 1, "?") { forgotten.remove(field.name) }
        for index in declaration.body where source.isSymbol(index, ".") && source.isSymbol(index + 2, "=") {
            forgotten.remove(source[index + 1].text)
        }
        return forgotten
    }

    /// Returns the keys of the objects that a class gives to its own constructor, that are no fields and that the constructor
    /// does not read: it copies all other members of its only parameter (CMP-154).
    func unread(_ declaration: SourceOutline.Declaration) -> [KeyClaim] {
        guard declaration.settings.count >= 2,
            let constructor = declaration.methods.first(where: { $0.name == "constructor" }),
            source.split(constructor.parameters).count == 1, source[constructor.parameters.lowerBound].isWord,
            copies(declaration, source[constructor.parameters.lowerBound].text),
            !constructor.body.contains(where: { source.isWord($0, "super") })
        else { return [] }
        var names = Set(declaration.fields.map(\.name)).union(declaration.settings.keys)
        var unread: [KeyClaim] = []
        for method in declaration.methods where method.name != "constructor" {
            for index in method.body where source.isWord(index, "new") && source.isWord(index + 1, declaration.name) {
                guard source.isSymbol(index + 2, "("), source.isSymbol(index + 3, "{"),
                    let entries = LiteralKeys(file: file, owner: declaration.name).entries(of: index + 3)
                else { continue }
                for entry in entries where entry.value.count == 1 && source[entry.value.lowerBound].isWord {
                    guard case .text(let name)? = entry.key.terms.first, entry.key.terms.count == 1,
                        names.insert(name).inserted
                    else { continue }
                    var key = KeyClaim(name: entry.key, certainty: .likely)
                    key.isNeverSet = true
                    unread.append(key)
                }
            }
        }
        return unread
    }

    /// Returns whether a constructor sets fields only to members of a parameter: `this.coins = content.coins`.
    private func copies(_ declaration: SourceOutline.Declaration, _ parameter: String) -> Bool {
        declaration.settings.allSatisfy { name, setting in
            guard case .expression(let value) = setting.value else { return false }
            return source.isWord(value.lowerBound, parameter) && source.isSymbol(value.lowerBound + 1, ".")
                && source.isWord(value.lowerBound + 2, name)
        }
    }

    /// Records the values that a condition keeps from being set: falsy ones for a test of the value itself.
    private func omit(_ key: inout KeyClaim, _ value: Range<Int>, _ condition: Range<Int>) {
        let words = value.filter { source[$0].isWord }.map { source[$0].text }
        let start = condition.prefix(value.count)
        guard !words.isEmpty, start.filter({ source[$0].isWord }).map({ source[$0].text }) == words else { return }
        if condition.count == value.count {
            key.absent = .omitted
            let kinds = key.declaredType.map(DeclaredTypes.kinds) ?? key.kinds
            switch kinds {
            case [.string]: key.omits = [.emptyString]
            case [.integer], [.number]: key.omits = [.zero]
            case [.boolean]: key.omits = [.false]
            default: break
            }
        } else if condition.contains(where: { ["null", "undefined"].contains(source[$0].text) }) {
            key.absent = .omitted
        }
    }
}
