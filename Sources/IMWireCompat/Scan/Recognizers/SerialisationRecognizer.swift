// SPDX-License-Identifier: Apache-2.0

/// A recognizer of classes whose JSON a serializer writes from the class itself, a field of it, or another class.
struct SerializationRecognizer: SourceRecognizer {
    let file: SourceFile

    /// The calls that read, with a class among their arguments.
    private static let readers: Set<String> = [
        "fromJson", "parseObject", "readValue", "decode", "decodeFromString", "DeserializeObject", "Deserialize",
        "FromJson", "convertValue", "treeToValue",
    ]
    /// The calls that write their first argument.
    private static let writers: Set<String> = [
        "toJson", "toJSONString", "writeValueAsString", "writeValueAsBytes", "encode", "encodeToString",
        "SerializeObject", "Serialize", "ToJson", "toJSONBytes",
    ]

    /// Records what a class's encoder and decoder pass to a serializer.
    func run(_ declaration: SourceOutline.Declaration, _ claim: inout ClassClaim) {
        for method in declaration.methods where !method.body.isEmpty {
            if method.name.lowercased().hasSuffix("replacedkeyfrompropertyname")
                || method.name == "modelCustomPropertyMapper"
            {
                renames(method, &claim)
            }
            guard KeyRecognizer.isCoding(method, of: declaration, source) else { continue }
            for index in method.body where source[index].isWord {
                if claim.payload == nil, let type = type(readAt: index) {
                    claim.payload = type
                    claim.isTyped = isTyped(index)
                }
                if claim.payloadField == nil, let field = field(writtenAt: index) { claim.payloadField = field }
                if isField(writtenAt: index) { claim.writesField = true }
                if let rule = strategy(setAt: index) { claim.naming = rule }
            }
        }
        if claim.payload == declaration.ownerName { claim.payload = nil }
    }

    /// Returns the naming rule that is set at an index: `encoder.keyEncodingStrategy = .convertToSnakeCase`.
    private func strategy(setAt index: Int) -> NamingRule? {
        guard ["keyEncodingStrategy", "keyDecodingStrategy"].contains(source[index].text),
            source.isSymbol(index + 1, "="), source.isSymbol(index + 2, ".")
        else { return nil }
        return NamingRule(word: source[index + 3].text)
    }

    /// Returns whether the reader called at an index rejects a value of another type, as Codable, Gson and kotlinx do,
    /// or converts it, as Jackson, fastjson and Json.NET do.
    private func isTyped(_ index: Int) -> Bool {
        switch (file.language, source[index].text) {
        case (.swift, "decode"), (.java, "fromJson"), (.kotlin, "fromJson"), (.kotlin, "decodeFromString"),
            (.csharp, "Deserialize"):
            true
        default: false
        }
    }

    /// Returns the class that the call at an index reads: `fromJson(text, Gift.class)`,
    /// `decode(Gift.self, from: data)`, `DeserializeObject<Gift>(text)`.
    private func type(readAt index: Int) -> String? {
        guard SerializationRecognizer.readers.contains(source[index].text), let open = source.argumentsOpen(index)
        else { return nil }
        if source.isSymbol(index + 1, "<"), source[open - 2].isWord {
            return source.isSymbol(open - 3, "<") || source.isSymbol(open - 3, ".") ? source[open - 2].text : nil
        }
        for place in source.inside(open) where source.isSymbol(place, ".") && source[place - 1].isWord {
            guard ["class", "self"].contains(source[place + 1].text) else { continue }
            return source[place - 1].text
        }
        return nil
    }

    /// Returns the field that the call at an index writes: `toJson(gift)`, `JSONEncoder().encode(self.gift)`; `this` is
    /// the object itself.
    private func field(writtenAt index: Int) -> String? {
        guard SerializationRecognizer.writers.contains(source[index].text), source.isSymbol(index - 1, "."),
            let open = source.argumentsOpen(index), let argument = source.split(source.inside(open)).first
        else { return nil }
        var first = argument.lowerBound
        if source.isWord(first, "this") || source.isWord(first, "self"), source.isSymbol(first + 1, ".") { first += 2 }
        guard source[first].isWord, first + 1 == argument.upperBound else { return nil }
        return source[first].text
    }

    /// Returns whether the call at an index writes the dictionary in a field: `dataWithJSONObject:self.values options:`,
    /// `data(withJSONObject: self.values)`.
    private func isField(writtenAt index: Int) -> Bool {
        guard ["dataWithJSONObject", "withJSONObject"].contains(source[index].text), source.isSymbol(index + 1, ":")
        else { return false }
        let isOwn = source.isWord(index + 2, "self") && source.isSymbol(index + 3, ".") && source[index + 4].isWord
        let last = isOwn ? index + 4 : index + 2
        guard isOwn || (source[last].isWord && source[last].text.hasPrefix("_")) else { return false }
        return source[last + 1].isWord || source.isSymbol(last + 1, ",") || source.isSymbol(last + 1, ")")
    }

    /// Reads the renamed members of a mapping: `@{@"property" : @"name"}`.
    private func renames(_ method: SourceOutline.Method, _ claim: inout ClassClaim) {
        for index in method.body where source.isSymbol(index, ":") && source[index - 1].isString {
            guard source[index + 1].isString else { continue }
            claim.renames[source[index - 1].text] = source[index + 1].text
        }
    }
}
