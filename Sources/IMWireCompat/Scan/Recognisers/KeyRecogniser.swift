// SPDX-License-Identifier: Apache-2.0

/// The keys that a class's methods put into its JSON object or take from it.
struct KeyRecogniser {
    let file: SourceFile
    let owner: String
    var source: SourceTokens { file.source }
    var literals: LiteralKeys { LiteralKeys(file: file, owner: owner) }

    /// A key, and the variable that it is read from or written to.
    struct Event {
        var key: SourceExpression
        var receiver: String
        var isWrite: Bool
        /// A variable that is the key's value: an object that lies in this one.
        var inner: [String] = []
    }

    private static let writing = [
        "encode", "tojson", "tomap", "todict", "serialize", "tostring", "getjson", "marshal", "asdict", "dictionary",
        "tobytes", "toobject", "toarray",
    ]
    private static let reading = [
        "decode", "fromjson", "frommap", "fromdict", "parse", "deserialize", "unmarshal", "fromobject", "fromarray",
    ]
    /// Calls whose argument becomes part of something else.
    private static let collecting: Set<String> = [
        "add", "append", "push", "map", "Add", "addObject", "insert", "extend", "put", "set", "setObject", "setValue",
    ]
    private static let constructors: Set<String> = ["init", "constructor", "__init__"]

    func run(_ declaration: SourceOutline.Declaration, _ claim: inout ClassClaim) {
        for method in declaration.methods where !method.body.isEmpty {
            let name = ClassRecogniser.plain(method.name)
            if name == "encodewithcoder" || name == "initwithcoder" { continue }
            let isDecoding =
                KeyRecogniser.names(KeyRecogniser.reading, in: name) || name == ClassRecogniser.plain(declaration.name)
                || KeyRecogniser.constructors.contains(method.name) || takesObject(method)
            let isEncoding = !isDecoding && KeyRecogniser.names(KeyRecogniser.writing, in: name)
            guard isDecoding || isEncoding else { continue }
            for key in keys(of: method, isEncoding: isEncoding) { claim.keys.append(key) }
        }
    }

    /// Whether a method's name has one of some words in it.
    private static func names(_ words: [String], in name: String) -> Bool {
        let bytes = Array(name.utf8)
        return words.contains { word in
            guard bytes.count >= word.utf8.count else { return false }
            return (0...bytes.count - word.utf8.count).contains { bytes[$0...].starts(with: word.utf8) }
        }
    }

    private func takesObject(_ method: SourceOutline.Method) -> Bool {
        method.parameters.contains { ["JSONObject", "JsonObject", "JObject"].contains(source[$0].text) }
    }

    /// The keys of the object that a method is about; those of objects inside of it are not the type's.
    private func keys(of method: SourceOutline.Method, isEncoding: Bool) -> [KeyClaim] {
        var events: [Event] = []
        var inner: Set<String> = []
        var roots: Set<String> = []
        if file.language.isScript { scriptRoots(method, isEncoding, &roots) }
        var index = method.body.lowerBound
        let end = method.body.upperBound
        while index < end {
            loopVariable(at: index, &inner)
            if let opening = literals.opening(at: index), let entries = literals.entries(of: opening) {
                let target = target(of: index, opening, method.body)
                if isEncoding, let target {
                    for entry in entries {
                        let inner = variables(in: entry.value, except: target)
                        events.append(Event(key: entry.key, receiver: target, isWrite: true, inner: inner))
                    }
                }
                // What a value reads is read from an object of its own.
                index = source.after(opening)
                continue
            }
            if let event = call(at: index) ?? subscription(at: index) ?? message(at: index) {
                events.append(event)
                if !event.isWrite, let name = assigned(before: index) { inner.insert(name) }
                if let name = closureParameter(after: index, end) { inner.insert(name) }
                if source[index].text.hasPrefix("putJson") {
                    // The block behind it makes an object of its own.
                    index = source.after(index + 1)
                    if source.isSymbol(index, "{") { index = source.after(index) }
                    continue
                }
            } else if let pairs = objectsAndKeys(at: index) {
                events.append(contentsOf: pairs)
            } else if let event = property(at: index, roots, isEncoding) {
                events.append(event)
            } else if source[index].isWord, inner.contains(source[index].text),
                source.isSymbol(index + 1, ".") || source.isSymbol(index + 1, "["),
                let name = assigned(before: index)
            {
                // What is taken out of an inner object lies deeper still.
                inner.insert(name)
            }
            index += 1
        }
        for event in events { inner.formUnion(event.inner) }
        return events.compactMap { event in
            if inner.contains(event.receiver) || event.receiver == "." { return nil }
            return KeyClaim(name: event.key, isRead: !event.isWrite, isWritten: event.isWrite)
        }
    }

    // MARK: Variables of inner objects

    /// The variables that a value is made of: objects that lie in the one it becomes part of.
    func variables(in range: Range<Int>, except receiver: String) -> [String] {
        range.prefix(12).filter { index in
            source[index].isWord && !source.isSymbol(index - 1, ".") && !source.isSymbol(index + 1, "(")
                && source[index].text != receiver
        }.map { source[$0].text }
    }

    private func loopVariable(at index: Int, _ inner: inout Set<String>) {
        guard source.isWord(index, "for") else { return }
        for next in index + 1 ..| index + 10
        where source.isWord(next, "in") || source.isWord(next, "of") || source.isSymbol(next, ":") {
            if source[next - 1].isWord { inner.insert(source[next - 1].text) }
            return
        }
    }

    /// The variable that takes what is read at an index: `name = (Type) source.read(…)`.
    private func assigned(before index: Int) -> String? {
        var back = index - 1
        while back > 0, index - back < 12 {
            let token = source[back]
            if token.isSymbol("=") || token.isSymbol(":=") {
                return variable(before: back)
            }
            if token.kind == .symbol, [";", "{", "}", ","].contains(token.text) { return nil }
            back -= 1
        }
        return nil
    }

    /// The variable that a `=` gives a value to: `let name: Type<Of, It> =`, `Type name =`.
    private func variable(before equals: Int) -> String? {
        var index = equals - 1
        while index > 0, equals - index < 24 {
            if ["let", "var", "val", "const"].contains(source[index].text), source[index + 1].isWord {
                return source[index + 1].text
            }
            if source[index].kind == .symbol, [";", "{", "}", "(", "="].contains(source[index].text) { break }
            index -= 1
        }
        index = equals - 1
        if source.isSymbol(index - 1, ":") { index -= 2 }
        guard source[index].isWord, !source.isSymbol(index - 1, ".") else { return nil }
        return source[index].text
    }

    /// Kotlin's `read(…)?.let { name -> … }`.
    private func closureParameter(after index: Int, _ end: Int) -> String? {
        guard file.language == .kotlin else { return nil }
        for next in index ..| min(index + 12, end) where source.isSymbol(next, "{") {
            return source[next + 1].isWord && source.isSymbol(next + 2, "->") ? source[next + 1].text : nil
        }
        return nil
    }

    // MARK: Literals

    /// The variable that a literal becomes the value of; empty where it is handed on, nil where it lies in another object.
    private func target(of index: Int, _ opening: Int, _ body: Range<Int>) -> String? {
        var before = index - 1
        if source.isSymbol(before, "@") { before -= 1 }
        before = skipType(before)
        if before < body.lowerBound { return "" }
        let token = source[before]
        if token.isWord { return token.text == "return" ? "" : nil }
        switch token.text {
        case "=", ":=":
            if source.isSymbol(before - 1, "]") && source.isSymbol(source.other(before - 1), "["),
                literals.isSubscript(source.other(before - 1)), !isTypeBrackets(source.other(before - 1))
            {
                return nil
            }
            if let name = assigned(before: index) { return name }
            return ""
        case "=>", "{", ";", "}": return ""
        case "(":
            let callee = source[before - 1].text
            return KeyRecogniser.collecting.contains(callee) ? nil : ""
        case ":":
            let selector = source[before - 1].text
            return [
                "dataWithJSONObject", "withJSONObject", "initWithDictionary", "dictionaryWithDictionary",
                "addEntriesFromDictionary",
            ].contains(selector) ? "" : nil
        default: return nil
        }
    }

    /// Whether square brackets are a type's: Swift's `name: [String: Any] =`.
    private func isTypeBrackets(_ index: Int) -> Bool { source.isSymbol(index - 1, ":") }

    /// Passes over the type before a literal: `<String, dynamic>{`, `map[string]any{`, `new Dictionary<…>() {`.
    private func skipType(_ start: Int) -> Int {
        var index = start
        switch file.language {
        case .dart:
            guard source.isSymbol(index, ">") else { return index }
            while index > 0, start - index < 16, !source.isSymbol(index, "<") { index -= 1 }
            return index - 1
        case .csharp, .go:
            let limit = start - 16
            while index > limit {
                let token = source[index]
                if token.isWord && token.text != "return" || token.isSymbol(">") || token.isSymbol("<")
                    || token.isSymbol("]") || token.isSymbol("[") || token.isSymbol(")") || token.isSymbol(".")
                    || (token.isSymbol(",") && file.language == .csharp) || (token.isSymbol("&"))
                    || (token.isSymbol("(") && source.other(index) == index + 1)
                {
                    index -= 1
                } else {
                    return index
                }
            }
            return index
        default: return index
        }
    }

    // MARK: Properties of an object that is being put together or was parsed (scripts)

    private func scriptRoots(_ method: SourceOutline.Method, _ isEncoding: Bool, _ roots: inout Set<String>) {
        if !isEncoding {
            guard !KeyRecogniser.constructors.contains(method.name) else { return }
            for part in source.split(method.parameters) where source[part.lowerBound].isWord {
                roots.insert(source[part.lowerBound].text)
            }
        }
        for index in method.body where source.isSymbol(index, "=") {
            let isParsed = source.isWord(index + 1, "JSON") && source.isWord(index + 3, "parse") && !isEncoding
            let isNew = isEncoding && source.isSymbol(index + 1, "{") && source.isSymbol(index + 2, "}")
            if isParsed || isNew, let name = assigned(before: index + 1) { roots.insert(name) }
        }
    }

    private func property(at index: Int, _ roots: Set<String>, _ isEncoding: Bool) -> Event? {
        guard !roots.isEmpty, source[index].isWord, roots.contains(source[index].text),
            !source.isSymbol(index - 1, "."),
            source.isSymbol(index + 1, "."), source[index + 2].isWord, !source.isSymbol(index + 3, "(")
        else { return nil }
        let isWrite = source.isSymbol(index + 3, "=")
        guard isWrite == isEncoding, source[index + 2].text != "length" else { return nil }
        let key = SourceExpression(text: source[index + 2].text, file: file.index, line: source.line(index + 2))
        return Event(key: key, receiver: source[index].text, isWrite: isWrite)
    }
}
