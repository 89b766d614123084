// SPDX-License-Identifier: Apache-2.0

/// The constructs of a single language or family of languages.
extension OutlineReader {
    // MARK: Objective-C

    static let objectiveCKeywords = ["@implementation", "@interface"]

    mutating func objectiveC(at index: Int) {
        let keyword = source[index].text
        guard source[index + 1].isWord else { return }
        var end = index + 2
        while end < source.count, !source.isWord(end, "@end"), !source.isWord(end, "@implementation"),
            !source.isWord(end, "@interface")
        { end += 1 }
        var declaration = SourceOutline.Declaration(
            keyword: keyword, name: source[index + 1].text, line: source.line(index), body: index + 2 ..| end,
            ownerName: source[index + 1].text)
        if source.isSymbol(index + 2, ":"), source[index + 3].isWord { declaration.heritage = [source[index + 3].text] }
        if source.isSymbol(index + 2, "("), source[index + 3].isWord { declaration.isCategory = true }
        var next = index + 2
        while next < end {
            if source.isWord(next, "@property") {
                next = property(next, end, &declaration)
            } else if source.isSymbol(next, "-") || source.isSymbol(next, "+"), source.isSymbol(next + 1, "(") {
                next = objectiveCMethod(next, end, &declaration)
            } else {
                next = source.isSymbol(next, "{") ? source.after(next) : next + 1
            }
        }
        outline.declarations.append(declaration)
    }

    private func property(_ start: Int, _ end: Int, _ declaration: inout SourceOutline.Declaration) -> Int {
        var index = start + 1
        if source.isSymbol(index, "(") { index = source.after(index) }
        let type = index
        var angle = 0
        while index < end, !source.isSymbol(index, ";"), !source[index].text.hasPrefix("@") {
            if source.isSymbol(index, "<") { angle += 1 }
            if source.isSymbol(index, ">") { angle -= 1 }
            let next = source[index + 1]
            if angle <= 0, source[index].isWord, next.isSymbol(";") || next.isSymbol(",") {
                declaration.fields.append(
                    SourceOutline.Field(name: source[index].text, index: index, type: type ..| index, value: nil))
            }
            index = source.after(index)
        }
        return max(index, start + 1)
    }

    private func objectiveCMethod(_ start: Int, _ end: Int, _ declaration: inout SourceOutline.Declaration) -> Int {
        var index = source.after(start + 1)
        guard source[index].isWord else { return start + 1 }
        var method = SourceOutline.Method(
            name: source[index].text, line: source.line(start), parameters: index + 1..<index + 1, body: 0..<0)
        method.start = start
        while index < end {
            if source.isSymbol(index, ";") { break }
            if source.isSymbol(index, "{") {
                if source.isSymbol(method.parameters.lowerBound, ":") {
                    method.parameters = method.parameters.lowerBound ..| index
                }
                method.body = source.inside(index)
                declaration.methods.append(method)
                return source.after(index)
            }
            index = source.after(index)
        }
        return max(index, start + 1)
    }

    // MARK: Go

    static let goKeywords = ["struct", "func"]

    mutating func go(at index: Int) {
        if source.isWord(index, "struct"), source.isSymbol(index + 1, "{"), source[index - 1].isWord,
            source.isWord(index - 2, "type") || source.isSymbol(index - 2, "(") || source[index - 1].startsLine
        {
            let name = source[index - 1].text
            var declaration = SourceOutline.Declaration(
                keyword: "struct", name: name, line: source.line(index - 1), body: source.inside(index + 1),
                ownerName: name)
            goFields(&declaration)
            outline.declarations.append(declaration)
        } else if source.isWord(index, "func") {
            goFunction(index)
        }
    }

    private func goFields(_ declaration: inout SourceOutline.Declaration) {
        var index = declaration.body.lowerBound
        while index < declaration.body.upperBound {
            var end = index + 1
            if source.isSymbol(index, "{") { end = source.after(index) }
            while end < declaration.body.upperBound, !source[end].startsLine || source.isSymbol(end, "}"),
                !source.isSymbol(end - 1, ";")
            {
                end = source.after(end)
            }
            goField(index ..| min(end, declaration.body.upperBound), &declaration)
            index = max(end, index + 1)
        }
    }

    private func goField(_ range: Range<Int>, _ declaration: inout SourceOutline.Declaration) {
        var end = range.upperBound
        while end > range.lowerBound, source.isSymbol(end - 1, ";") { end -= 1 }
        guard end > range.lowerBound else { return }
        let tag = source[end - 1].isString ? end - 1 : nil
        let typeEnd = tag ?? end
        var names: [Int] = []
        var index = range.lowerBound
        while source[index].isWord {
            names.append(index)
            guard source.isSymbol(index + 1, ",") else { break }
            index += 2
        }
        // A type alone is embedded: its members are the struct's own.
        if names.count == 1,
            index + 1 == typeEnd || source.isSymbol(index + 1, ".") || source.isSymbol(range.lowerBound, "*")
        {
            if tag == nil { declaration.heritage.append(source[typeEnd - 1].text) }
            if tag == nil { return }
        }
        if source.isSymbol(range.lowerBound, "*") {
            return declaration.heritage.append(source[typeEnd - 1].text)
        }
        for name in names {
            declaration.fields.append(
                SourceOutline.Field(
                    name: source[name].text, index: name, type: min(index + 1, typeEnd) ..| typeEnd,
                    value: tag.map { $0..<$0 + 1 }))
        }
    }

    private mutating func goFunction(_ index: Int) {
        var next = index + 1
        var owner = ""
        if source.isSymbol(next, "(") {
            let receiver = source.inside(next)
            if let last = receiver.last(where: { source[$0].isWord }) { owner = source[last].text }
            next = source.after(next)
        }
        guard source[next].isWord, source.isSymbol(next + 1, "(") else { return }
        var method = SourceOutline.Method(
            name: source[next].text, owner: owner, line: source.line(next), parameters: source.inside(next + 1),
            body: 0..<0)
        var body = source.after(next + 1)
        let limit = body + 64
        while body < min(limit, source.count), !source.isSymbol(body, "{") {
            if source.isWord(body, "func") || source.isSymbol(body, ";") { return }
            let isType = source.isWord(body, "interface") || source.isWord(body, "struct")
            body = isType && source.isSymbol(body + 1, "{") ? source.after(body + 1) : source.after(body)
        }
        method.body = source.inside(body)
        outline.functions.append(method)
    }

    // MARK: JavaScript's constructor functions, TypeScript's type aliases

    static let scriptKeywords = ["function", "type"]

    mutating func script(at index: Int) {
        if source.isWord(index, "function"), let name = functionName(index),
            let first = source[name].text.unicodeScalars.first, first.properties.isUppercase
        {
            let brace = source.after(name > index ? index + 2 : index + 1)
            guard source.isSymbol(brace, "{") else { return }
            var declaration = SourceOutline.Declaration(
                keyword: "function", name: source[name].text, line: source.line(index),
                body: source.inside(brace), ownerName: source[name].text)
            let parameters = source.inside(name > index ? index + 2 : index + 1)
            calledBases(&declaration)
            assignments(in: declaration.body, parameters, of: &declaration)
            if declaration.fields.isEmpty, declaration.methods.isEmpty, declaration.heritage.isEmpty {
                constructors[declaration.name] = declaration
            } else {
                outline.declarations.append(declaration)
            }
        } else if source.isWord(index, "type"), source[index + 1].isWord, source.isSymbol(index + 2, "=") {
            var brace = index + 3
            while brace < index + 12, !source.isSymbol(brace, "{"), !source.isSymbol(brace, ";") { brace += 1 }
            guard source.isSymbol(brace, "{") else { return }
            var declaration = SourceOutline.Declaration(
                keyword: "interface", name: source[index + 1].text, line: source.line(index),
                body: source.inside(brace), ownerName: source[index + 1].text)
            members(of: &declaration)
            outline.declarations.append(declaration)
        }
    }

    /// Returns the index of a function's name: `function Name(`, `Name = function (`.
    private func functionName(_ index: Int) -> Int? {
        if source[index + 1].isWord, source.isSymbol(index + 2, "(") { return index + 1 }
        guard source.isSymbol(index + 1, "("), source.isSymbol(index - 1, "="), source[index - 2].isWord else {
            return nil
        }
        return index - 2
    }
}
