// SPDX-License-Identifier: Apache-2.0

/// The fields and methods of a class, whose body is split at semicolons, at blocks and, in some languages, at line
/// ends.
extension OutlineReader {
    mutating func members(of declaration: inout SourceOutline.Declaration) {
        if let parameters = declaration.parameters, language == .kotlin || language == .csharp {
            for part in source.split(parameters) { parameter(part, of: &declaration) }
        }
        var index = declaration.body.lowerBound
        let end = declaration.body.upperBound
        while index < end {
            var annotations: [SourceOutline.Annotation] = []
            index = skipAnnotations(index, end, &annotations)
            let segment = index ..| segmentEnd(index, end)
            if segment.isEmpty {
                index += 1
                continue
            }
            member(segment, annotations, of: &declaration)
            index = segment.upperBound
        }
        if language.isScript { constructed(&declaration) }
    }

    private func skipAnnotations(_ start: Int, _ end: Int, _ found: inout [SourceOutline.Annotation]) -> Int {
        var index = start
        while index < end {
            if source.isSymbol(index, "@"), source[index + 1].isWord, source[index + 1].text != "interface" {
                var next = source.pathEnd(index + 1) + 1
                if source.isSymbol(next, ":"), language == .kotlin, source[next + 1].isWord { next += 2 }
                let hasArguments = source.isSymbol(next, "(") && source[next].startsLine == false
                found.append(annotation(next - 1, hasArguments ? source.inside(next) : next ..| next))
                index = hasArguments ? source.after(next) : next
            } else if source.isSymbol(index, "["), language == .csharp || language == .php, found.count < 32 {
                found.append(contentsOf: attributes(source.inside(index)))
                index = source.after(index)
            } else if source.isSymbol(index, ";") || source.isSymbol(index, ",") {
                index += 1
            } else {
                return index
            }
        }
        return index
    }

    /// Returns the end of the part that begins at an index.
    private func segmentEnd(_ start: Int, _ end: Int) -> Int {
        var index = start
        var hasValue = false
        var angle = 0
        while index < end {
            let token = source[index]
            if token.isSymbol(";") { return index + 1 }
            if language.isScript, !hasValue, token.kind == .symbol {
                // An interface may separate its members by commas, which are also in `Record<string, number>`.
                if token.text == "<" { angle += 1 }
                if token.text == ">" { angle -= 1 }
                if token.text == ",", angle <= 0 { return index + 1 }
            }
            if token.isSymbol("=") || token.isSymbol("=>") { hasValue = true }
            if language.endsAtNewline, index > start, token.startsLine, isComplete(index) { return index }
            if token.isSymbol("{") {
                let isType = language.isScript && !hasValue && endsInType(index)
                let next = source.after(index)
                if !hasValue && !isType {
                    // `{ get; set; } = value;` continues after the brace.
                    if source.isSymbol(next, "=") {
                        index = next
                        continue
                    }
                    return min(next, end)
                }
                index = next
                continue
            }
            index = source.after(index)
        }
        return end
    }

    /// Returns whether a brace in TypeScript opens a type rather than a method's body: `name: {`, `name: A | {`.
    private func endsInType(_ brace: Int) -> Bool {
        let before = source[brace - 1]
        return before.isSymbol(":") || before.isSymbol("|") || before.isSymbol("&") || before.isSymbol("<")
    }

    /// Returns whether the tokens before a line are complete without the line's first token.
    private func isComplete(_ index: Int) -> Bool {
        let last = source[index - 1]
        let next = source[index]
        if last.kind == .symbol, !["}", ")", "]", ">", "?", "!", "*"].contains(last.text) { return false }
        if next.kind == .symbol, ["{", ".", "?", ":", "=", "+", "|", "&&", "||", "=>", "??", ")"].contains(next.text) {
            return false
        }
        if ["throws", "extends", "async", "where"].contains(next.text) { return false }
        return !(last.isWord && OutlineReader.modifiers.contains(last.text))
    }

    private func member(
        _ segment: Range<Int>, _ leading: [SourceOutline.Annotation],
        of declaration: inout SourceOutline.Declaration
    ) {
        var annotations = leading
        var index = segment.lowerBound
        var isStatic = false
        var isTransient = false
        var isPrivate = false
        while index < segment.upperBound, source[index].isWord, OutlineReader.modifiers.contains(source[index].text) {
            let word = source[index].text
            // A modifier can also be a name: `value: string`, `readonly = true`. In PHP, `?` after a modifier begins a
            // type.
            let isName = [":", "=", "(", language == .php ? ":" : "?"].contains(source[index + 1].text)
            if isName, source[index + 1].kind == .symbol { break }
            isStatic = isStatic || ["static", "const", "class"].contains(word)
            isTransient = isTransient || word == "transient"
            isPrivate = isPrivate || ["private", "protected", "fileprivate"].contains(word)
            index += 1
            // Annotations may follow a modifier: `private @Getter @Setter int action;`.
            if source.isSymbol(index, "@") { index = skipAnnotations(index, segment.upperBound, &annotations) }
        }
        guard index < segment.upperBound, source[index].isWord || language == .php else { return }
        if [
            "class", "struct", "interface", "enum", "record", "object", "namespace", "companion", "case", "import",
            "use",
        ]
        .contains(source[index].text), source[index + 1].isWord || source.isSymbol(index + 1, "{") {
            return
        }
        if var method = method(index ..| segment.upperBound) {
            method.start = segment.lowerBound
            if language == .php, method.name == "__construct" {
                for part in source.split(method.parameters) { promoted(part, of: &declaration) }
            }
            declaration.methods.append(method)
        } else {
            fields(index ..| segment.upperBound) { name, type, value in
                if language.isScript, let value, let arrow = source.first("=>", in: value) {
                    let isBlock = source.isSymbol(arrow + 1, "{")
                    let body = isBlock ? source.inside(arrow + 1) : arrow + 1 ..| value.upperBound
                    let parameters = source.first("(", in: value.lowerBound ..| arrow).map(source.inside)
                    return declaration.methods.append(
                        SourceOutline.Method(
                            name: source[name].text, line: source.line(name), parameters: parameters ?? arrow ..| arrow,
                            body: body, isExpression: !isBlock))
                }
                declaration.fields.append(
                    SourceOutline.Field(
                        name: source[name].text, index: name, annotations: annotations, isStatic: isStatic,
                        isTransient: isTransient, isPrivate: isPrivate, type: type, value: value))
            }
        }
    }

    // MARK: Methods

    private func method(_ range: Range<Int>) -> SourceOutline.Method? {
        var index = range.lowerBound
        while index < range.upperBound {
            let token = source[index]
            if token.isSymbol("(") {
                if language == .kotlin || language == .swift || language == .php,
                    !["fun", "func", "init", "constructor", "function", "subscript"].contains(
                        source[range.lowerBound].text)
                {
                    return nil
                }
                guard let name = methodName(before: index) else { return nil }
                return withBody(name, index, range)
            }
            if token.isSymbol("=>") || token.isSymbol("{") { return accessor(index, range) }
            if token.isSymbol("=") || token.isSymbol(";") { return nil }
            if token.isSymbol(":") && (language.isScript || language == .python) { return nil }
            index = source.after(index)
        }
        return nil
    }

    private func methodName(before open: Int) -> Int? {
        var index = open - 1
        while source.isSymbol(index, "?") || source.isSymbol(index, "!") { index -= 1 }
        if source.isSymbol(index, ">") {
            var depth = 0
            while index > 0, open - index < 64 {
                if source.isSymbol(index, ">") { depth += 1 }
                if source.isSymbol(index, "<") { depth -= 1 }
                index -= 1
                if depth == 0 { break }
            }
        }
        return source[index].isWord ? index : nil
    }

    private func withBody(_ name: Int, _ open: Int, _ range: Range<Int>) -> SourceOutline.Method {
        var method = SourceOutline.Method(
            name: source[name].text, line: source.line(name), parameters: source.inside(open), body: 0..<0)
        var index = source.after(open)
        while index < range.upperBound {
            if source.isSymbol(index, "{") {
                method.body = source.inside(index)
                return method
            }
            if source.isSymbol(index, "=>") || source.isSymbol(index, "=") {
                method.body = index + 1 ..| trimmed(range)
                method.isExpression = true
                return method
            }
            index = source.isSymbol(index, "(") || source.isSymbol(index, "[") ? source.after(index) : index + 1
        }
        return method
    }

    /// Returns a computed property as a method: `name => value`, `var name: Type { … }`.
    private func accessor(_ index: Int, _ range: Range<Int>) -> SourceOutline.Method? {
        var name = index - 1
        if source.isSymbol(index, "{") {
            let first = source[index + 1]
            if ["didSet", "willSet"].contains(first.text) { return nil }
            if language == .csharp {
                // `{ get; set; }` is a stored property.
                if source.isSymbol(index + 2, ";") || OutlineReader.modifiers.contains(first.text) { return nil }
            }
            if language == .swift, let colon = source.first(":", in: range), colon < index { name = colon - 1 }
        }
        guard source[name].isWord else { return nil }
        let isBlock = source.isSymbol(index, "{")
        return SourceOutline.Method(
            name: source[name].text, line: source.line(name), parameters: index ..| index,
            body: isBlock ? source.inside(index) : index + 1 ..| trimmed(range), isExpression: !isBlock)
    }

    private func trimmed(_ range: Range<Int>) -> Int {
        source.isSymbol(range.upperBound - 1, ";") ? range.upperBound - 1 : range.upperBound
    }

    // MARK: Fields

    /// Passes each field of a declaration to `add`: `Type a = 1, b;`, `a: Type = 1`.
    private func fields(
        _ range: Range<Int>, _ add: (_ name: Int, _ type: Range<Int>, _ value: Range<Int>?) -> Void
    ) {
        let end = trimmed(range)
        guard end > range.lowerBound else { return }
        let first = range.lowerBound
        let colon = source.first(":", in: first ..| end)
        let equals = source.first("=", in: first ..| end)
        if language == .python || language.isScript || language == .kotlin || language == .swift {
            var name = first
            if let colon, colon < (equals ?? end) {
                name = colon - 1
                if source.isSymbol(name, "?") || source.isSymbol(name, "!") { name -= 1 }
            } else if let equals {
                name = equals - 1
            }
            guard source[name].isWord, name >= first else { return }
            let type = colon.map { $0 < (equals ?? end) ? $0 + 1 ..| (equals ?? end) : name ..| name } ?? name ..| name
            return add(name, type, equals.map { $0 + 1 ..| end })
        }
        // The type comes first; a comma between angle brackets belongs to it.
        var angle = 0
        var name: Int?
        var index = first
        while index < end {
            let token = source[index]
            if token.isSymbol("<") { angle += 1 }
            if token.isSymbol(">") { angle -= 1 }
            if angle <= 0 {
                if token.isWord { name = index }
                if token.isSymbol("=") || token.isSymbol(",") || token.isSymbol("{") {
                    var value = token.isSymbol("=") ? index + 1 ..| valueEnd(index + 1, end) : nil
                    // C#'s `name { get; } = value`.
                    let behind = source.after(index)
                    if token.isSymbol("{"), behind < end, source.isSymbol(behind, "=") { value = behind + 1 ..| end }
                    if let name { add(name, first ..| name, value) }
                    name = nil
                    if token.isSymbol("{") { return }
                    index = value.map { $0.upperBound } ?? index + 1
                    if source.isSymbol(index, ",") { index += 1 }
                    continue
                }
            }
            index = source.after(index)
        }
        if let name { add(name, first ..| name, nil) }
    }

    private func valueEnd(_ start: Int, _ end: Int) -> Int {
        source.first(",", in: start ..| end) ?? end
    }

    /// Adds a parameter of a PHP constructor that is also a property, which has modifiers.
    private func promoted(_ part: Range<Int>, of declaration: inout SourceOutline.Declaration) {
        var annotations: [SourceOutline.Annotation] = []
        var index = skipAnnotations(part.lowerBound, part.upperBound, &annotations)
        let start = index
        var isPrivate = false
        while index < part.upperBound, OutlineReader.modifiers.contains(source[index].text) {
            isPrivate = isPrivate || ["private", "protected"].contains(source[index].text)
            index += 1
        }
        guard index > start, let name = (index ..| part.upperBound).first(where: { source[$0].text.hasPrefix("$") })
        else { return }
        let value = source.isSymbol(name + 1, "=") ? name + 2 ..| part.upperBound : nil
        declaration.fields.append(
            SourceOutline.Field(
                name: source[name].text, index: name, annotations: annotations, isPrivate: isPrivate,
                type: index ..| name, value: value))
    }

    /// Adds a parameter of a primary constructor that is also a property.
    private func parameter(_ part: Range<Int>, of declaration: inout SourceOutline.Declaration) {
        var annotations: [SourceOutline.Annotation] = []
        let start = skipAnnotations(part.lowerBound, part.upperBound, &annotations)
        let isKotlin = language == .kotlin
        let isProperty = (start ..| part.upperBound).contains {
            source.isWord($0, "val") || source.isWord($0, "var")
        }
        if isKotlin && !isProperty { return }
        if !isKotlin && declaration.keyword != "record" { return }
        let colon = source.first(":", in: start ..| part.upperBound)
        let equals = source.first("=", in: start ..| part.upperBound)
        let end = equals ?? part.upperBound
        let name = isKotlin ? (colon ?? end) - 1 : end - 1
        guard source[name].isWord else { return }
        declaration.fields.append(
            SourceOutline.Field(
                name: source[name].text, index: name, annotations: annotations,
                type: isKotlin ? (colon.map { $0 + 1 ..| end } ?? name ..| name) : start ..| name,
                value: equals.map { $0 + 1 ..| part.upperBound }))
    }
}
