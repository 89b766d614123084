// SPDX-License-Identifier: Apache-2.0

/// A reader of what a value in a script shows of itself: its JSON type, and the value that replaces a missing one.
///
/// A call has the type that its language's own function returns; the result of any other call is unknown.
struct ScriptValues: SourceRecognizer {
    let file: SourceFile

    private static let maximumDepth = 6
    private static let comparisons: Set<String> = ["===", "!==", "==", "!=", "<=", ">="]
    private static let textMethods: Set<String> = [
        "toString", "trim", "substring", "substr", "slice", "toLowerCase", "toUpperCase", "toISOString", "toFixed",
        "join", "padStart",
    ]
    private static let listMethods: Set<String> = ["map", "filter", "concat", "split"]
    /// The names of methods of lists, maps and promises, which may not be those that the tree declares.
    private static let ambiguous: Set<String> = [
        "get", "find", "at", "pop", "shift", "reduce", "then", "call", "apply", "bind", "parse", "next", "require",
    ]
    private static let wholeMethods: Set<String> = ["now", "getTime", "parseInt", "floor", "ceil", "round", "indexOf"]

    /// Describes a value that has no literal object: its types, the constants that it may be, and its default.
    func describe(_ claim: inout KeyClaim, value: Range<Int>) {
        let value = trimmed(value)
        guard !value.isEmpty else { return }
        if claim.kinds.isEmpty { claim.kinds = kinds(of: value) }
        if claim.kinds.isEmpty, isPath(value), isConstant(value.lowerBound) {
            claim.values.append(file.expression(value))
        }
        if claim.kinds.isEmpty, let function = function(of: value) ?? column(of: value) { claim.result = function }
        if value.count == 1, source.isWord(value.lowerBound, "null") { claim.absent = claim.absent ?? .null }
        if value.count == 1, isPath(value) { claim.variable = source[value.lowerBound].text }
        guard let place = fallback(in: value) else { return }
        claim.defaultValue = claim.defaultValue ?? literal(place + 1 ..| value.upperBound)
    }

    /// Returns the function whose result is a value, without its receiver: `encode` for `ids.encode(user)`.
    func function(of range: Range<Int>) -> String? {
        let value = trimmed(range)
        guard let close = value.last, source.isSymbol(close, ")") else { return nil }
        let path = value.lowerBound ..| source.other(close)
        guard isPath(path), !ScriptValues.ambiguous.contains(source[path.upperBound - 1].text) else { return nil }
        return source[path.upperBound - 1].text
    }

    /// Returns the name under which the type of a variable's property is recorded, if the value is one.
    private func column(of value: Range<Int>) -> String? {
        guard value.count == 3, isPath(value) else { return nil }
        return ColumnRecognizer.key(source[value.lowerBound].text, source[value.lowerBound + 2].text)
    }

    /// Returns the operator before a value that replaces a missing one: `name || 'x'`, `name ?? 0`.
    private func fallback(in value: Range<Int>) -> Int? {
        guard let place = source.first("??", in: value) ?? source.first("||", in: value),
            isPath(value.lowerBound ..| place)
        else { return nil }
        return place
    }

    /// Returns a literal as JSON text.
    func literal(_ range: Range<Int>) -> String? {
        range.count == 1 ? source[range.lowerBound].literal : nil
    }

    /// Returns whether a range is a name with its qualifiers: `Types.gift`.
    func isPath(_ range: Range<Int>) -> Bool {
        guard !range.isEmpty, range.count <= 8 else { return false }
        return range.enumerated().allSatisfy { place, index in
            place % 2 == 0 ? source[index].isWord : source.isSymbol(index, ".")
        } && source[range.upperBound - 1].isWord
            && !["null", "undefined", "this", "true", "false"].contains(source[range.upperBound - 1].text)
    }

    /// Returns whether the name at an index is written as that of a constant or of a table of constants; a variable of
    /// another function may have the same name as any other.
    private func isConstant(_ index: Int) -> Bool { source[index].text.first?.isUppercase == true }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while end > start, source.isSymbol(end - 1, ";") || source.isSymbol(end - 1, ",") { end -= 1 }
        while start < end, source.isWord(start, "await") { start += 1 }
        while start < end, source.isSymbol(start, "("), source.other(start) == end - 1 {
            start += 1
            end -= 1
        }
        return start ..| end
    }

    /// Returns the JSON types that a value certainly has, or none.
    func kinds(of range: Range<Int>, depth: Int = 0) -> [ManifestMember.MemberType] {
        let value = trimmed(range)
        guard let first = value.first, depth < ScriptValues.maximumDepth, value.count <= 64 else { return [] }
        if let question = source.first("?", in: value), let colon = source.first(":", in: question ..| value.upperBound)
        {
            return common(question + 1 ..| colon, colon + 1 ..| value.upperBound, depth)
        }
        for word in ["??", "||"] {
            guard let place = source.first(word, in: value) else { continue }
            return common(first ..| place, place + 1 ..| value.upperBound, depth)
        }
        if source.first("&&", in: value) != nil { return [] }
        if let kinds = kinds(ofOperation: value) { return kinds }
        if value.count == 1 { return kinds(ofToken: source[first]) }
        if source.isSymbol(first, "["), source.other(first) == value.upperBound - 1 { return [.array] }
        if source.isSymbol(first, "{"), source.other(first) == value.upperBound - 1 { return [.object] }
        return kinds(ofCall: value)
    }

    /// Returns the types of two alternatives that are the same, or those of the one that is known.
    private func common(_ one: Range<Int>, _ other: Range<Int>, _ depth: Int) -> [ManifestMember.MemberType] {
        let kinds = [one, other].map { self.kinds(of: $0, depth: depth + 1).filter { $0 != .null } }
        if kinds[0].isEmpty || kinds[1].isEmpty { return kinds[0] + kinds[1] }
        return kinds[0] == kinds[1] ? kinds[0] : []
    }

    private func kinds(ofOperation value: Range<Int>) -> [ManifestMember.MemberType]? {
        if source.isSymbol(value.lowerBound, "!") { return [.boolean] }
        var isSum = false
        var isNumber = false
        var hasText = false
        var index = value.lowerBound
        while index < value.upperBound {
            let token = source[index]
            if token.isString { hasText = true }
            if token.kind == .symbol {
                if ScriptValues.comparisons.contains(token.text) { return [.boolean] }
                if index > value.lowerBound {
                    if token.text == "+" { isSum = true }
                    if ["-", "*", "/", "%"].contains(token.text) { isNumber = true }
                }
            }
            index = source.after(index)
        }
        if isSum { return hasText ? [.string] : [] }
        if isNumber { return hasText ? [] : [.number] }
        if source.isSymbol(value.lowerBound, "+") {
            return [
                source.isWord(value.lowerBound + 1, "new") && source.isWord(value.lowerBound + 2, "Date")
                    ? .integer : .number
            ]
        }
        return nil
    }

    private func kinds(ofToken token: SourceToken) -> [ManifestMember.MemberType] {
        if token.isWord("null") { return [.null] }
        if token.isWord, token.literal == nil { return [] }
        return token.literalKind.map { [$0] } ?? []
    }

    /// Returns the type of the result of the call that ends a value: `String(id)`, `Date.now()`, `list.join(',')`.
    private func kinds(ofCall value: Range<Int>) -> [ManifestMember.MemberType] {
        let close = value.upperBound - 1
        let open = source.other(close)
        guard source.isSymbol(close, ")"), open > value.lowerBound, source[open - 1].isWord else { return [] }
        let name = source[open - 1].text
        if !source.isSymbol(open - 2, ".") {
            switch name {
            case "String": return [.string]
            case "Number", "parseFloat": return [.number]
            case "parseInt": return [.integer]
            case "Boolean": return [.boolean]
            default: return []
            }
        }
        if name == "stringify" { return source.isWord(open - 3, "JSON") ? [.string] : [] }
        // The method of a list and that of a text have one name.
        if name == "slice" || name == "concat" { return [] }
        if ScriptValues.textMethods.contains(name) { return [.string] }
        if ScriptValues.listMethods.contains(name) { return [.array] }
        return ScriptValues.wholeMethods.contains(name) ? [.integer] : []
    }
}
