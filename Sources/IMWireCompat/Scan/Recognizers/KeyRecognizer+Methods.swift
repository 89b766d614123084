// SPDX-License-Identifier: Apache-2.0

/// The methods of a class that write its JSON object or read it.
extension KeyRecognizer {
    private static let writing = [
        "encode", "tojson", "tomap", "todict", "serialize", "tostring", "getjson", "marshal", "asdict", "dictionary",
        "tobytes", "toobject", "toarray",
    ]
    private static let reading = [
        "decode", "fromjson", "frommap", "fromdict", "parse", "deserialize", "unmarshal", "fromobject", "fromarray",
    ]
    /// The methods that make an object of a bridge from a content, or the reverse, in lower case.
    private static let converting: Set<String> = ["tojson", "tomap", "fromjson", "frommap"]
    static let constructors: Set<String> = ["init", "constructor", "__init__"]
    /// The types of JSON objects that a method may take or return.
    private static let objects: Set<String> = ["JSONObject", "JsonObject", "JObject"]
    private static let dictionaries: Set<String> = [
        "NSDictionary", "NSMutableDictionary", "Map", "HashMap", "Dictionary", "dict", "array", "Record",
    ]

    func run(_ declaration: SourceOutline.Declaration, _ claim: inout ClassClaim) {
        let recognizer = helped(by: declaration.methods)
        let text = TextRecognizer(file: file).encoder(of: declaration)
        let parts = recognizer.partMethods(of: declaration)
        for method in declaration.methods where !method.body.isEmpty {
            let name = ClassRecognizer.plain(method.name)
            if name == "encodewithcoder" || name == "initwithcoder" || parts.contains(method.name) { continue }
            let isDecoding = KeyRecognizer.isDecoding(method, of: declaration, source)
            // Beside an encoder that returns JSON text, such a method makes the object that a bridge passes on.
            if let text, KeyRecognizer.converting.contains(name), !converts(text) { continue }
            if isDecoding || KeyRecognizer.isEncoding(method) {
                let keys = recognizer.keys(of: method, isEncoding: !isDecoding)
                claim.keys += keys
                if !isDecoding, returnsObject(method) { produce(keys, method, &claim) }
                for index in method.body where source[index].isWord && helps(at: index) && !recognizer.isPart(at: index)
                {
                    claim.calls.insert(source[index].text)
                }
            } else if returnsObject(method) || fillsObject(method) {
                claim.shared[method.name] = recognizer.keys(of: method, isEncoding: true)
                produce(claim.shared[method.name] ?? [], method, &claim)
            }
            if file.language.isScript { claim.keys += contentCalls(method) }
            if isDecoding, !name.holds(anyOf: KeyRecognizer.reading), takesObject(method) {
                claim.shared[method.name] = recognizer.keys(of: method, isEncoding: false)
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
        encoder.body.contains { source[$0].isWord && KeyRecognizer.converting.contains(source[$0].text.lowercased()) }
    }

    /// Returns the recognizer with the methods that may be called where a value is expected.
    func helped(by methods: [SourceOutline.Method]) -> KeyRecognizer {
        var recognizer = self
        recognizer.helpers = Dictionary(methods.map { ($0.name, $0) }) { first, _ in first }
        return recognizer
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
        let name = ClassRecognizer.plain(method.name)
        return name.holds(anyOf: reading) || name == ClassRecognizer.plain(declaration.name)
            || constructors.contains(method.name) || method.parameters.contains { objects.contains(source[$0].text) }
    }

    static func isEncoding(_ method: SourceOutline.Method) -> Bool {
        let name = ClassRecognizer.plain(method.name)
        return name.holds(anyOf: writing) || (name == "getcontent" && method.parameters.isEmpty)
    }

    private func takesObject(_ method: SourceOutline.Method) -> Bool {
        method.parameters.contains {
            KeyRecognizer.objects.contains(source[$0].text) || KeyRecognizer.dictionaries.contains(source[$0].text)
        }
    }

    /// Returns whether a method's declared result is an object: `JSONObject base()`, `- (NSDictionary *)base`,
    /// `base(): Map`.
    func returnsObject(_ method: SourceOutline.Method) -> Bool {
        let before = method.start ..| min(method.parameters.lowerBound, method.start + 16)
        let behind = method.parameters.upperBound ..| min(method.body.lowerBound, method.parameters.upperBound + 16)
        return [before, behind].contains { range in
            range.contains {
                KeyRecognizer.objects.contains(source[$0].text) || KeyRecognizer.dictionaries.contains(source[$0].text)
            }
        }
    }

    /// Returns whether a call at an index may be to a method of this class or of a base class.
    private func helps(at index: Int) -> Bool {
        if file.language == .objc { return source.isWord(index - 1, "self") || source.isWord(index - 1, "super") }
        guard source.isSymbol(index + 1, "(") else { return false }
        return !source.isSymbol(index - 1, ".") || ["this", "self", "super"].contains(source[index - 2].text)
    }
}
