// SPDX-License-Identifier: Apache-2.0

import IMWireValues

/// A recogniser of the keys that a class's methods write to its JSON object or read from it.
struct KeyRecogniser: SourceRecogniser {
    let file: SourceFile
    let owner: String
    /// The class's methods by name; a method that returns an object may be called where a value is expected.
    var helpers: [String: SourceOutline.Method] = [:]
    var literals: LiteralKeys { LiteralKeys(file: file, owner: owner) }

    /// A key, and the variable that it is read from or written to.
    struct Event {
        var claim: KeyClaim
        var receiver: String
        var isWrite: Bool
        /// The variables that are the key's value, which are nested objects.
        var inner: [String] = []
        /// The literal, as JSON text, that is written if another value of the key is missing.
        var fallback: String?
        /// Whether the value is written if the condition for another value of the key is not met.
        var isAlternative = false
        /// The keys that lead to the object that holds this key: `data` in `json[@"data"][@"name"]`.
        var outer: [SourceExpression] = []
        /// The last bracket of several subscripts.
        var last: Int?
        /// The index from which the rest of the code is read, if part of it belongs to this event.
        var resume: Int?

        init(_ key: SourceExpression, _ receiver: String, isWrite: Bool, inner: [String] = []) {
            claim = KeyClaim(name: key, isRead: !isWrite, isWritten: isWrite)
            self.receiver = receiver
            self.isWrite = isWrite
            self.inner = inner
        }
    }

    private static let writing = [
        "encode", "tojson", "tomap", "todict", "serialize", "tostring", "getjson", "marshal", "asdict", "dictionary",
        "tobytes", "toobject", "toarray",
    ]
    private static let reading = [
        "decode", "fromjson", "frommap", "fromdict", "parse", "deserialize", "unmarshal", "fromobject", "fromarray",
    ]
    /// The calls whose argument becomes part of another object.
    private static let collecting: Set<String> = [
        "add", "append", "push", "map", "Add", "addObject", "insert", "extend", "put", "set", "setObject", "setValue",
    ]
    /// The methods that make an object of a bridge from a content, or the reverse, in lower case.
    private static let converting: Set<String> = ["tojson", "tomap", "fromjson", "frommap"]
    static let constructors: Set<String> = ["init", "constructor", "__init__"]
    /// The types of JSON objects that a method may take or return.
    private static let objects: Set<String> = ["JSONObject", "JsonObject", "JObject"]
    private static let dictionaries: Set<String> = [
        "NSDictionary", "NSMutableDictionary", "Map", "HashMap", "Dictionary", "dict", "array", "Record",
    ]
    private static let maximumDepth = 4

    func run(_ declaration: SourceOutline.Declaration, _ claim: inout ClassClaim) {
        let recogniser = helped(by: declaration.methods)
        let text = TextRecogniser(file: file).encoder(of: declaration)
        let parts = recogniser.partMethods(of: declaration)
        for method in declaration.methods where !method.body.isEmpty {
            let name = ClassRecogniser.plain(method.name)
            if name == "encodewithcoder" || name == "initwithcoder" || parts.contains(method.name) { continue }
            let isDecoding = KeyRecogniser.isDecoding(method, of: declaration, source)
            // Beside an encoder that returns JSON text, such a method makes the object that a bridge passes on.
            if let text, KeyRecogniser.converting.contains(name), !converts(text) { continue }
            if isDecoding || KeyRecogniser.isEncoding(method) {
                let keys = recogniser.keys(of: method, isEncoding: !isDecoding)
                claim.keys += keys
                if !isDecoding, returnsObject(method) { produce(keys, method, &claim) }
                for index in method.body where source[index].isWord && helps(at: index) && !recogniser.isPart(at: index)
                {
                    claim.calls.insert(source[index].text)
                }
            } else if returnsObject(method) || fillsObject(method) {
                claim.shared[method.name] = recogniser.keys(of: method, isEncoding: true)
                produce(claim.shared[method.name] ?? [], method, &claim)
            }
            if file.language.isScript { claim.keys += contentCalls(method) }
            if isDecoding, !name.holds(anyOf: KeyRecogniser.reading), takesObject(method) {
                claim.shared[method.name] = recogniser.keys(of: method, isEncoding: false)
            }
        }
    }

    /// Records the keys of the object that a method returns, which a subclass may use as a value.
    private func produce(_ keys: [KeyClaim], _ method: SourceOutline.Method, _ claim: inout ClassClaim) {
        claim.produced[method.name] = keys
        claim.parameters[method.name] = file.parameterTypes(of: method)
    }

    /// Returns whether an encoder obtains its object from a method that also serves a bridge.
    private func converts(_ encoder: SourceOutline.Method) -> Bool {
        encoder.body.contains { source[$0].isWord && KeyRecogniser.converting.contains(source[$0].text.lowercased()) }
    }

    /// Returns the recogniser with the methods that may be called where a value is expected.
    func helped(by methods: [SourceOutline.Method]) -> KeyRecogniser {
        var recogniser = self
        recogniser.helpers = Dictionary(methods.map { ($0.name, $0) }) { first, _ in first }
        return recogniser
    }

    /// Returns the keys that accessors pass to a base class: `this.setContent(value, 'key')`, `this.getContent('key')`.
    private func contentCalls(_ method: SourceOutline.Method) -> [KeyClaim] {
        method.body.compactMap { index in
            let isWrite = source.isWord(index, "setContent")
            guard isWrite || source.isWord(index, "getContent"), source.isWord(index - 2, "this"),
                source.isSymbol(index + 1, "(")
            else { return nil }
            let arguments = source.split(source.inside(index + 1))
            guard arguments.count == (isWrite ? 2 : 1), let key = arguments.last, key.count == 1,
                source[key.lowerBound].isString
            else { return nil }
            return KeyClaim(name: file.expression(key, owner: owner), isRead: !isWrite, isWritten: isWrite)
        }
    }

    /// Returns whether a method encodes or decodes the class, according to its name or its parameters.
    static func isCoding(
        _ method: SourceOutline.Method, of declaration: SourceOutline.Declaration, _ source: SourceTokens
    ) -> Bool {
        isDecoding(method, of: declaration, source) || isEncoding(method)
    }

    private static func isDecoding(
        _ method: SourceOutline.Method, of declaration: SourceOutline.Declaration, _ source: SourceTokens
    ) -> Bool {
        let name = ClassRecogniser.plain(method.name)
        return name.holds(anyOf: reading) || name == ClassRecogniser.plain(declaration.name)
            || constructors.contains(method.name) || method.parameters.contains { objects.contains(source[$0].text) }
    }

    static func isEncoding(_ method: SourceOutline.Method) -> Bool {
        let name = ClassRecogniser.plain(method.name)
        return name.holds(anyOf: writing) || (name == "getcontent" && method.parameters.isEmpty)
    }

    private func takesObject(_ method: SourceOutline.Method) -> Bool {
        method.parameters.contains {
            KeyRecogniser.objects.contains(source[$0].text) || KeyRecogniser.dictionaries.contains(source[$0].text)
        }
    }

    /// Returns whether a method's declared result is an object: `JSONObject base()`, `- (NSDictionary *)base`,
    /// `base(): Map`.
    func returnsObject(_ method: SourceOutline.Method) -> Bool {
        let before = method.start ..| min(method.parameters.lowerBound, method.start + 16)
        let behind = method.parameters.upperBound ..| min(method.body.lowerBound, method.parameters.upperBound + 16)
        return [before, behind].contains { range in
            range.contains {
                KeyRecogniser.objects.contains(source[$0].text) || KeyRecogniser.dictionaries.contains(source[$0].text)
            }
        }
    }

    /// Returns whether a call at an index may be to a method of this class or of a base class.
    private func helps(at index: Int) -> Bool {
        if file.language == .objc { return source.isWord(index - 1, "self") || source.isWord(index - 1, "super") }
        guard source.isSymbol(index + 1, "(") else { return false }
        return !source.isSymbol(index - 1, ".") || ["this", "self", "super"].contains(source[index - 2].text)
    }

    /// Returns the keys of the object that a method processes, each with those of its nested objects.
    func keys(of method: SourceOutline.Method, isEncoding: Bool, depth: Int = 0) -> [KeyClaim] {
        var roots: Set<String> = []
        if file.language.isScript { scriptRoots(method, isEncoding, &roots) }
        return keys(in: method.body, roots, isEncoding: isEncoding, depth: depth)
    }

    /// Returns the keys of the object that a block of code processes.
    func keys(in body: Range<Int>, _ roots: Set<String>, isEncoding: Bool, depth: Int) -> [KeyClaim] {
        guard depth < KeyRecogniser.maximumDepth else { return [] }
        var events: [Event] = []
        var inner: Set<String> = []
        var lists = ListElements()
        var index = body.lowerBound
        let end = body.upperBound
        while index < end {
            loopVariable(at: index, &inner)
            lists.link(at: index, source)
            if let opening = literals.opening(at: index), let entries = literals.entries(of: opening) {
                if isEncoding, let target = target(of: index, opening, body) {
                    for entry in entries {
                        var event = Event(
                            entry.key, target, isWrite: true, inner: variables(in: entry.value, except: target))
                        describe(&event.claim, value: entry.value, depth)
                        if entry.isOptional { event.claim.absent = .omitted }
                        events.append(event)
                    }
                }
                // Keys inside the literal's values are read from other objects.
                index = source.after(opening)
                continue
            }
            if var event = call(at: index, depth) ?? subscription(at: index, depth) ?? message(at: index, depth) {
                if !event.isWrite {
                    read(&event, at: index)
                    if let name = assigned(before: index) ?? ListElements.loopVariable(over: index, source) {
                        inner.insert(name)
                        event.inner.append(name)
                    }
                } else {
                    condition(&event.claim, at: index, body)
                    if isElse(index, body) {
                        event.fallback = event.claim.literal
                        event.isAlternative = event.fallback == nil
                    }
                }
                events.append(event)
                if let name = closureParameter(after: index, end) { inner.insert(name) }
                if event.isWrite, !event.claim.members.isEmpty, let open = source.argumentsOpen(index) {
                    // The members of the value have already been read.
                    index = source.after(open)
                    continue
                }
                if let block = block(behind: index) {
                    // The block that follows makes a separate object.
                    index = source.after(block)
                    continue
                }
                if let resume = event.resume, resume > index {
                    index = resume
                    continue
                }
            } else if let pairs = objectsAndKeys(at: index) {
                events.append(contentsOf: pairs)
            } else if var event = property(at: index, roots, isEncoding) {
                if event.isWrite { condition(&event.claim, at: index, body) }
                events.append(event)
            } else if source[index].isWord, inner.contains(source[index].text),
                source.isSymbol(index + 1, ".") || source.isSymbol(index + 1, "[")
                    || (source.isSymbol(index + 1, ";") && file.language == .objc),
                let name = assigned(before: index)
            {
                // A value taken from a nested object is nested further, and another variable may hold the object.
                inner.insert(name)
            }
            index += 1
        }
        events = withDefaults(events)
        for event in events { inner.formUnion(event.inner) }
        for event in events { inner.formUnion(event.inner.flatMap { lists.elements[$0] ?? [] }) }
        let byReceiver = Dictionary(grouping: events, by: \.receiver)
        var budget = 10_000
        return events.filter { !inner.contains($0.receiver) && $0.receiver != "." }.map {
            nested($0, byReceiver, lists, KeyRecogniser.maximumDepth, &budget)
        }
    }

    /// Returns an event's claim with the keys of the variables that are its value, within those of the objects around
    /// it; `budget` limits them for all events.
    private func nested(
        _ event: Event, _ byReceiver: [String: [Event]], _ lists: ListElements, _ depth: Int, _ budget: inout Int
    ) -> KeyClaim {
        var claim = event.claim
        if depth > 0, claim.members.isEmpty, !event.inner.isEmpty {
            for variable in event.inner where variable != event.receiver {
                let elements = lists.elements[variable] ?? []
                for receiver in [variable] + elements where receiver != event.receiver {
                    for child in byReceiver[receiver] ?? [] {
                        guard budget > 0 else { break }
                        budget -= 1
                        claim.members.append(nested(child, byReceiver, lists, depth - 1, &budget))
                        if receiver != variable { claim.kinds = [.array] }
                    }
                }
            }
        }
        return event.outer.reversed().reduce(claim) { claim, name in
            KeyClaim(
                name: name, isRead: claim.isRead, isWritten: claim.isWritten, kinds: [.object], members: [claim])
        }
    }

    // MARK: Variables of nested objects

    /// Returns the variables in a value, which are objects nested in the one that receives the value.
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

    /// Returns the variable that receives the value read at an index: `name = (Type) source.read(…)`.
    func assigned(before index: Int) -> String? {
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

    /// Returns the variable that a `=` assigns to: `let name: Type<Of, It> =`, `Type name =`.
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

    /// Returns the closure parameter of Kotlin's `read(…)?.let { name -> … }`.
    private func closureParameter(after index: Int, _ end: Int) -> String? {
        guard file.language == .kotlin else { return nil }
        for next in index ..| min(index + 12, end) where source.isSymbol(next, "{") {
            return source[next + 1].isWord && source.isSymbol(next + 2, "->") ? source[next + 1].text : nil
        }
        return nil
    }

    // MARK: Literals

    /// Returns the variable that a literal is assigned to, an empty string if the literal is passed on, or nil if it is
    /// nested in another object.
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

    /// Returns whether square brackets belong to a type: Swift's `name: [String: Any] =`.
    private func isTypeBrackets(_ index: Int) -> Bool { source.isSymbol(index - 1, ":") }

    /// Skips the type before a literal: `<String, dynamic>{`, `map[string]any{`, `new Dictionary<…>() {`.
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

    // MARK: Properties of objects that are constructed or parsed (scripts)

    private func scriptRoots(_ method: SourceOutline.Method, _ isEncoding: Bool, _ roots: inout Set<String>) {
        if !isEncoding {
            guard !KeyRecogniser.constructors.contains(method.name) else { return }
            for part in source.split(method.parameters) where source[part.lowerBound].isWord {
                roots.insert(source[part.lowerBound].text)
            }
        }
        for index in method.body where source.isSymbol(index, "=") {
            let isParsed = source.isWord(index + 1, "JSON") && source.isWord(index + 3, "parse") && !isEncoding
            let isNew = isEncoding && source.isSymbol(index + 1, "{")
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
        var event = Event(key, source[index].text, isWrite: isWrite)
        if isWrite {
            let value = index + 4 ..| min(index + 16, source.statementEnd(index + 4, limit: 16))
            event.inner = variables(in: value, except: event.receiver)
            describe(&event.claim, value: value, 0)
        }
        return event
    }
}
