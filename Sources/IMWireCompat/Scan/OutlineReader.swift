// SPDX-License-Identifier: Apache-2.0

/// A reader that finds the classes of a file.
struct OutlineReader {
    let source: SourceTokens
    let language: SourceLanguage
    var outline = SourceOutline()
    /// The functions that may be classes although they set no field.
    var constructors: [String: SourceOutline.Declaration] = [:]

    static let modifiers: Set<String> = [
        "public", "private", "protected", "internal", "static", "final", "abstract", "open", "data", "sealed", "inner",
        "export", "default", "override", "const", "readonly", "transient", "volatile", "declare", "partial", "unsafe",
        "fileprivate", "lazy", "weak", "late", "required", "class", "var", "let", "val", "mutating", "async", "virtual",
        "new", "external", "lateinit", "indirect", "value", "native", "synchronized", "convenience", "nonisolated",
        "package",
    ]
    private static let keywords = [
        "class", "struct", "interface", "enum", "object", "record", "trait", "extension", "mixin", "actor",
    ]

    mutating func read() {
        switch language {
        case .objc: for index in places(OutlineReader.objectiveCKeywords) { objectiveC(at: index) }
        case .go: for index in places(OutlineReader.goKeywords) { go(at: index) }
        case .arkts, .javascript, .typescript:
            for index in places(OutlineReader.keywords + OutlineReader.scriptKeywords) {
                if OutlineReader.keywords.contains(source[index].text) {
                    declaration(at: index)
                } else {
                    script(at: index)
                }
            }
        default: for index in places(OutlineReader.keywords) { declaration(at: index) }
        }
        if language.isScript { prototypes() }
        nest()
    }

    private func places(_ keywords: [String]) -> [Int] { source.places(of: .word, among: keywords) }

    // MARK: Classes

    private mutating func declaration(at index: Int) {
        guard !source.isSymbol(index - 1, "."), !source.isSymbol(index - 1, ":") || language == .csharp else { return }
        let keyword = source[index].text
        var nameIndex = index + 1
        if ["class", "struct", "interface"].contains(source[nameIndex].text) { nameIndex += 1 }
        var name = source[nameIndex].text
        if keyword == "object", source.isWord(index - 1, "companion"),
            !source[nameIndex].isWord || source[nameIndex].startsLine
        {
            name = "Companion"
            nameIndex = index
        }
        guard source[nameIndex].isWord, !["func", "var", "let", "extends", "implements", "in", "is"].contains(name)
        else { return }
        var declaration = SourceOutline.Declaration(
            keyword: keyword, name: name, line: source.line(index), body: 0..<0, ownerName: name)
        declaration.annotations = annotations(before: index)
        var next = nameIndex + 1
        var isHeritage = false
        let limit = min(nameIndex + 400, source.count)
        while next < limit {
            let token = source[next]
            if token.isSymbol("{") {
                declaration.body = source.inside(next)
                break
            }
            if token.isSymbol(";") || token.isSymbol("}") { break }
            if token.isSymbol("=") || token.isSymbol(")") { return }
            if token.startsLine, next > nameIndex + 1, language == .kotlin || language == .swift, !isHeritage,
                !token.isSymbol(":"), !token.isSymbol("("), !token.isSymbol("{"), !token.isWord("where")
            {
                break
            }
            if token.startsLine, language == .kotlin, isHeritage, !source.isSymbol(next - 1, ","),
                !source.isSymbol(next - 1, ":"), !token.isSymbol("{"), !token.isSymbol(",")
            {
                break
            }
            if token.isSymbol("(") {
                if declaration.parameters == nil && !isHeritage { declaration.parameters = source.inside(next) }
                if language == .python {
                    declaration.heritage = source.split(source.inside(next)).compactMap { part in
                        source[part.upperBound - 1].isWord ? source[part.upperBound - 1].text : nil
                    }
                    declaration.parameters = nil
                }
                next = source.after(next)
                if isHeritage && language == .kotlin, !source.isSymbol(next, ","), !source.isSymbol(next, "{") { break }
                continue
            }
            if token.isSymbol(":") || token.isWord("extends") || token.isWord("implements") {
                isHeritage = true
            } else if token.isWord, isHeritage {
                declaration.heritage.append(token.text)
            }
            next += 1
        }
        if declaration.body.isEmpty && declaration.parameters == nil && declaration.heritage.isEmpty
            && declaration.annotations.isEmpty
        {
            return
        }
        if keyword == "enum" && language != .swift && language != .php {
            // The entries of an enumeration are not fields and are read from the tokens if needed.
        } else {
            members(of: &declaration)
        }
        outline.declarations.append(declaration)
    }

    /// Sets the parent of each nested class, and the class that each companion belongs to.
    private mutating func nest() {
        for index in outline.declarations.indices {
            let body = outline.declarations[index].body
            if body.isEmpty { continue }
            var parent: Int?
            for other in outline.declarations.indices.prefix(index).reversed().prefix(64) {
                let around = outline.declarations[other].body
                if around.lowerBound <= body.lowerBound && body.upperBound <= around.upperBound && other != index {
                    parent = other
                    break
                }
            }
            outline.declarations[index].parent = parent
            if let parent { outline.children[parent, default: []].append(index) }
            if outline.declarations[index].name == "Companion", let parent {
                outline.declarations[index].ownerName = outline.declarations[parent].name
            }
        }
    }

    // MARK: Annotations and attributes

    /// Returns the annotations before a keyword, up to the end of the preceding declaration, with modifiers skipped.
    private func annotations(before index: Int) -> [SourceOutline.Annotation] {
        var found: [SourceOutline.Annotation] = []
        var back = index - 1
        while back >= 0, index - back < 400 {
            let token = source[back]
            if token.isSymbol(")"), source.other(back) < back {
                let open = source.other(back)
                guard let at = atSign(before: open) else { return found }
                found.append(annotation(at + 1, source.inside(open)))
                back = at - 1
            } else if token.isSymbol("]"), language == .csharp || language == .php, source.other(back) < back {
                found.append(contentsOf: attributes(source.inside(source.other(back))))
                back = source.other(back) - 1
            } else if token.isWord, let at = atSign(before: back + 1) {
                found.append(annotation(at + 1, back + 1 ..| back + 1))
                back = at - 1
            } else if token.isWord, OutlineReader.modifiers.contains(token.text) {
                back -= 1
            } else if language == .python, token.isSymbol(";") {
                guard source.isSymbol(back - 1, ")") || (source[back - 1].isWord && atSign(before: back) != nil) else {
                    return found
                }
                back -= 1
            } else {
                return found
            }
        }
        return found
    }

    /// Returns the `@` of the name that ends at an index, or nil if the name is not an annotation.
    private func atSign(before end: Int) -> Int? {
        var index = end - 1
        guard source[index].isWord else { return nil }
        while source.isSymbol(index - 1, "."), source[index - 2].isWord { index -= 2 }
        return source.isSymbol(index - 1, "@") ? index - 1 : nil
    }

    /// Returns the annotation whose name begins at an index.
    func annotation(_ name: Int, _ arguments: Range<Int>) -> SourceOutline.Annotation {
        SourceOutline.Annotation(
            name: source[source.pathEnd(name)].text, arguments: arguments, line: source.line(name))
    }

    /// Returns C#'s attributes between square brackets.
    func attributes(_ range: Range<Int>) -> [SourceOutline.Annotation] {
        source.split(range).compactMap { part in
            var name = part.lowerBound
            let isOfField = language == .csharp && source.isWord(name, "field") && source.isSymbol(name + 1, ":")
            if source.isSymbol(name + 1, ":") { name += 2 }
            guard source[name].isWord else { return nil }
            let next = source.pathEnd(name) + 1
            let arguments = source.isSymbol(next, "(") ? source.inside(next) : next ..| next
            return SourceOutline.Annotation(
                name: source[next - 1].text, arguments: arguments, line: source.line(name), isOfField: isOfField)
        }
    }
}

extension SourceOutline {
    /// Reads a file's outline.
    init(_ source: SourceTokens, _ language: SourceLanguage) {
        var reader = OutlineReader(source: source, language: language)
        reader.read()
        self = reader.outline
    }
}
