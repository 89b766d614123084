// SPDX-License-Identifier: Apache-2.0

/// The fields and methods that a script's constructor adds to its object: `this.name = …`, and parameters with
/// modifiers.
extension OutlineReader {
    /// Adds what the constructor of a class sets.
    func constructed(_ declaration: inout SourceOutline.Declaration) {
        for method in declaration.methods where method.name == "constructor" {
            for part in source.split(method.parameters) { parameterProperty(part, of: &declaration) }
            assignments(in: method.body, method.parameters, of: &declaration)
        }
    }

    /// Adds a parameter that is also a property: `constructor(public name: string, readonly count = 0)`.
    private func parameterProperty(_ part: Range<Int>, of declaration: inout SourceOutline.Declaration) {
        var name = part.lowerBound
        var isPrivate = false
        while name < part.upperBound, ["public", "private", "protected", "readonly"].contains(source[name].text),
            source[name + 1].isWord
        {
            isPrivate = isPrivate || ["private", "protected"].contains(source[name].text)
            name += 1
        }
        guard name > part.lowerBound else { return }
        let equals = source.first("=", in: name ..| part.upperBound)
        let end = equals ?? part.upperBound
        let colon = source.first(":", in: name ..| end)
        // A property of the type that the class's base is made for holds the content: its members are the type's.
        if let colon, declaration.heritage.contains(source[colon + 1].text) { return }
        declaration.fields.append(
            SourceOutline.Field(
                name: source[name].text, index: name, isPrivate: isPrivate,
                type: colon.map { $0 + 1 ..| end } ?? name ..| name, value: equals.map { $0 + 1 ..| part.upperBound }))
    }

    /// Adds the fields and methods of the statements `this.name = …` in a body, and how each field is set.
    func assignments(
        in body: Range<Int>, _ parameters: Range<Int>, of declaration: inout SourceOutline.Declaration
    ) {
        var known = Set(declaration.fields.map(\.name))
        for index in body where source.isWord(index, "this") && source.isSymbol(index + 1, ".") {
            guard source[index + 2].isWord, source.isSymbol(index + 3, "=") else { continue }
            let name = source[index + 2].text
            if let method = function(index + 2, value: index + 4) {
                declaration.methods.append(method)
                continue
            }
            let end = source.statementEnd(
                index + 4, limit: 64, at: [";", "}", ",", ")"], joining: [".", "+", "?", ":", "||", "??"])
            var setting = SourceOutline.Setting(value: value(index + 4 ..| end, parameters))
            setting.condition = condition(around: index, body)
            setting.isParsed = source.isWord(index + 4, "JSON") && source.isWord(index + 6, "parse")
            if var earlier = declaration.settings[name] {
                earlier.isParsed = earlier.isParsed || setting.isParsed
                setting.isParsed = earlier.isParsed
                if earlier.condition == nil || setting.condition != nil {
                    declaration.settings[name] = earlier
                    continue
                }
            }
            declaration.settings[name] = setting
            guard known.insert(name).inserted else { continue }
            declaration.fields.append(
                SourceOutline.Field(
                    name: name, index: index + 2, type: index ..| index,
                    value: source[index + 4].isString && end == index + 5 ? index + 4 ..| end : nil))
        }
    }

    /// Adds the functions that a constructor calls for its own object: `Base.call(this, content)`.
    func calledBases(_ declaration: inout SourceOutline.Declaration) {
        for index in declaration.body where source.isWord(index, "call") && source.isSymbol(index - 1, ".") {
            let base = source[index - 2]
            guard source.isSymbol(index + 1, "("), source.isWord(index + 2, "this"), base.isWord,
                base.text.first?.isUppercase == true, base.text != declaration.name,
                !declaration.heritage.contains(base.text)
            else { continue }
            declaration.heritage.append(base.text)
        }
    }

    /// Returns the value of an assignment, or the default of the parameter that it is: `(name = 'x')`.
    private func value(_ range: Range<Int>, _ parameters: Range<Int>) -> SourceOutline.Setting.Value {
        guard range.count == 1, source[range.lowerBound].isWord else { return .expression(range) }
        for part in source.split(parameters) where source.isWord(part.lowerBound, source[range.lowerBound].text) {
            guard let equals = source.first("=", in: part) else { continue }
            return .parameter(equals + 1 ..| part.upperBound)
        }
        return .expression(range)
    }

    /// Returns a function that is assigned to a property.
    private func function(_ name: Int, value: Int) -> SourceOutline.Method? {
        var open = value
        if source.isWord(open, "async") { open += 1 }
        if source.isWord(open, "function") { open += source[open + 1].isWord ? 2 : 1 }
        guard source.isSymbol(open, "(") else { return nil }
        var brace = source.after(open)
        if source.isSymbol(brace, "=>") { brace += 1 } else if open == value { return nil }
        guard source.isSymbol(brace, "{") else { return nil }
        return SourceOutline.Method(
            name: source[name].text, line: source.line(name), parameters: source.inside(open),
            body: source.inside(brace))
    }

    /// Returns the condition of a statement: `test && (this.name = …)`, `if (test) this.name = …`,
    /// `if (test) { this.name = … }`.
    private func condition(around index: Int, _ body: Range<Int>) -> Range<Int>? {
        if source.isSymbol(index - 1, "("), source.isSymbol(index - 2, "&&") {
            var start = index - 2
            while start > body.lowerBound, index - start < 24,
                source[start - 1].isWord
                    || source.isSymbol(start - 1, ".") || source.isSymbol(start - 1, "!")
            { start -= 1 }
            return start ..| index - 2
        }
        if source.isSymbol(index - 1, ")") { return source.condition(endingAt: index - 1) }
        return source.block(around: index, in: body).flatMap { source.condition(endingAt: $0 - 1) }
    }
}
