// SPDX-License-Identifier: Apache-2.0

/// A reader of what a script's class shows of a field: its initial value, and how the constructor sets it.
struct ScriptFields: SourceRecogniser {
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
