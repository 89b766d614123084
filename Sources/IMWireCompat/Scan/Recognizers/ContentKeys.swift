// SPDX-License-Identifier: Apache-2.0

import ValueSupport

/// A reader of the members of a content that is sent: a literal, an expression converted to JSON, or a variable that
/// holds either.
struct ContentKeys: SourceRecognizer {
    let file: SourceFile
    private var literals: LiteralKeys { LiteralKeys(file: file, owner: "") }

    /// The calls that convert their argument to JSON.
    private static let makers: Set<String> = [
        "dumps", "stringify", "json_encode", "Marshal", "jsonEncode", "encode", "SerializeObject", "Serialize",
        "toJson",
        "ToJson", "toJSONString", "string", "String", "str", "writeValueAsString", "encodeToString", "data",
    ]
    /// The methods that convert their receiver to JSON.
    private static let methods: Set<String> = [
        "toString", "ToString", "toJson", "toJSON", "ToJson", "encode", "Encode", "to_json", "to_dict", "json", "dict",
        "jsonSerialize", "getContent", "model_dump_json",
    ]

    func members(of range: Range<Int>, _ payload: inout String?, depth: Int = 0) -> [KeyClaim] {
        for index in range.prefix(16) {
            if let opening = literals.opening(at: index), let entries = literals.entries(of: opening) {
                return claims(of: entries)
            }
        }
        let text = JSONTextKeys(file: file).keys(in: range)
        if !text.isEmpty { return text }
        var first = range.lowerBound
        while source.isSymbol(first, "&") || source.isSymbol(first, "*") || source.isWord(first, "await") { first += 1 }
        guard source[first].isWord, depth < 4 else { return [] }
        if source.isWord(first, "new") {
            payload = source[first + 1].text
            return []
        }
        let last = source.pathEnd(first)
        if source.isSymbol(last + 1, "{") {
            payload = source[last].text
            return []
        }
        if let open = source.argumentsOpen(last), open < range.upperBound {
            let arguments = source.split(source.inside(open))
            if ContentKeys.methods.contains(source[last].text), arguments.isEmpty, last > first {
                return members(of: last - 2 ..| last - 1, &payload, depth: depth + 1)
            }
            if ContentKeys.makers.contains(source[last].text), let argument = arguments.first {
                return members(of: argument, &payload, depth: depth + 1)
            }
            payload = source[first].text
            return []
        }
        guard range.upperBound == first + 1 else { return [] }
        return variable(first, &payload, depth)
    }

    /// Returns the entries of a content that contains the name of its own type, without that name.
    func flat(_ opening: Int, except name: Int) -> [KeyClaim] {
        claims(
            of: (literals.entries(of: opening) ?? []).filter { entry in
                entry.value.lowerBound != name + 2 && entry.value.lowerBound != name
            })
    }

    /// Returns the members of a literal, including those of nested literals.
    private func claims(of entries: [LiteralKeys.Entry]) -> [KeyClaim] {
        KeyRecognizer(file: file, owner: "").members(of: entries, 0).map { claim in
            var claim = claim
            claim.certainty = .likely
            return claim
        }
    }

    // MARK: Variables

    /// Returns the members of the value last assigned to the variable at an index, and of the values added to it since.
    private func variable(_ first: Int, _ payload: inout String?, _ depth: Int) -> [KeyClaim] {
        let name = source[first].text
        var back = first - 1
        while back > 0, first - back < 2_000 {
            if source.isSymbol(back, "=") || source.isSymbol(back, ":="), isAssigned(name, back) {
                let end = statementEnd(back + 1)
                // In `body = JSON.stringify(body)`, the variable still has its earlier value.
                if end > first {
                    back -= 1
                    continue
                }
                let keys = members(of: back + 1 ..| end, &payload, depth: depth + 1)
                return keys + (end < first ? assigned(name, end ..| first) : [])
            }
            if file.language == .go, source.isWord(back, "var"), source.isWord(back + 1, name) {
                var type = back + 2
                while source.isSymbol(type + 1, ".") { type += 2 }
                payload = source[type].text
                return []
            }
            if let type = parameterType(name, back) {
                payload = type
                return []
            }
            back -= 1
        }
        return []
    }

    /// Returns the declared type of the parameter whose name is at an index: Go's `(gift *im.Gift)`, Java's
    /// `(Gift gift)`.
    private func parameterType(_ name: String, _ index: Int) -> String? {
        guard source.isWord(index, name) else { return nil }
        let isFirst = { (place: Int) in source.isSymbol(place, "(") || source.isSymbol(place, ",") }
        let isLast = { (place: Int) in source.isSymbol(place, ")") || source.isSymbol(place, ",") }
        switch file.language {
        case .go:
            guard isFirst(index - 1) else { return nil }
            var type = index + 1
            if source.isSymbol(type, "*") { type += 1 }
            while source[type].isWord, source.isSymbol(type + 1, ".") { type += 2 }
            return source[type].isWord && isLast(type + 1) ? source[type].text : nil
        case .java, .csharp, .dart:
            let type = source[index - 1]
            guard type.isWord, type.text.first?.isUppercase == true, isFirst(index - 2), isLast(index + 1) else {
                return nil
            }
            return type.text
        default: return nil
        }
    }

    /// Returns whether a `=` assigns to a name: `name =`, `name, err :=`, `name: Type =`.
    private func isAssigned(_ name: String, _ equals: Int) -> Bool {
        if source.isWord(equals - 1, name) { return !source.isSymbol(equals - 2, ".") }
        if source.isSymbol(equals - 2, ","), source.isWord(equals - 3, name) { return true }
        for colon in stride(from: equals - 2, to: max(0, equals - 14), by: -1) {
            if source.isSymbol(colon, ":") { return source.isWord(colon - 1, name) }
            if source.isSymbol(colon, ";") || source.isSymbol(colon, "}") || source[colon].startsLine { return false }
        }
        return false
    }

    /// Returns the keys that are assigned to a variable after its creation.
    private func assigned(_ name: String, _ range: Range<Int>) -> [KeyClaim] {
        let recognizer = KeyRecognizer(file: file, owner: "")
        return range.compactMap { index in
            guard source.isWord(index, name), !source.isSymbol(index - 1, "."), let (key, value) = assignment(at: index)
            else { return nil }
            var claim = KeyClaim(name: key, isWritten: true, certainty: .likely)
            recognizer.describe(&claim, value: value, 0)
            recognizer.condition(&claim, at: index, range)
            return claim
        }
    }

    /// Returns the key and the value of an assignment to a variable's member: `body["key"] = value`,
    /// `body.put("key", value)`, `body.key = value`.
    private func assignment(at index: Int) -> (key: SourceExpression, value: Range<Int>)? {
        if source.isSymbol(index + 1, "["), source.isSymbol(source.after(index + 1), "=") {
            let key = source.inside(index + 1)
            let value = source.after(index + 1) + 1
            return literals.isKey(key) ? (file.expression(key), value ..| statementEnd(value)) : nil
        }
        guard source.isSymbol(index + 1, "."), source[index + 2].isWord else { return nil }
        if source.isSymbol(index + 3, "("), ContentKeys.putting.contains(source[index + 2].text) {
            let arguments = source.split(source.inside(index + 3))
            guard arguments.count == 2, literals.isKey(arguments[0]) else { return nil }
            return (file.expression(arguments[0]), arguments[1])
        }
        guard file.language.isScript, source.isSymbol(index + 3, "=") else { return nil }
        let key = SourceExpression(text: source[index + 2].text, file: file.index, line: source.line(index + 2))
        return (key, index + 4 ..| statementEnd(index + 4))
    }

    private static let putting: Set<String> = ["put", "putOpt", "set", "Add", "add", "addProperty", "putIfAbsent"]

    private func statementEnd(_ start: Int) -> Int { source.statementEnd(start, limit: 64, at: [";"]) }
}
