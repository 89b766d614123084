// SPDX-License-Identifier: Apache-2.0

/// A namespace for mapping the declared types of all platforms to JSON types.
enum DeclaredTypes {
    private static let words: [String: ManifestMember.MemberType] = [
        "string": .string, "nsstring": .string, "str": .string, "charsequence": .string, "nsmutablestring": .string,
        "int": .integer, "integer": .integer, "long": .integer, "short": .integer, "byte": .integer,
        "nsinteger": .integer, "nsuinteger": .integer, "int8": .integer, "int16": .integer, "int32": .integer,
        "int64": .integer, "uint": .integer, "uint32": .integer, "uint64": .integer, "ulong": .integer,
        "longlong": .integer, "int64t": .integer, "float": .number, "double": .number, "number": .number,
        "float32": .number, "float64": .number, "cgfloat": .number, "decimal": .number, "num": .number,
        "nsnumber": .number, "nstimeinterval": .number, "timeinterval": .number, "bool": .boolean,
        "boolean": .boolean, "nsarray": .array, "nsmutablearray": .array, "list": .array, "array": .array,
        "arraylist": .array, "set": .array, "ilist": .array, "jsonarray": .array, "map": .object,
        "hashmap": .object, "nsdictionary": .object, "nsmutabledictionary": .object, "dictionary": .object,
        "dict": .object, "record": .object, "jsonobject": .object, "object": .any, "any": .any, "dynamic": .any,
        "id": .any, "unknown": .any, "interface{}": .any, "collection": .array, "sequence": .array, "iterable": .array,
    ]

    /// Returns the JSON types of a declared type, or none if its name is not known.
    static func kinds(of declared: String) -> [ManifestMember.MemberType] {
        let alternatives = declared.split(separator: "|").map { $0.filter { !$0.isWhitespace } }
        if alternatives.count > 1, alternatives.count < 6, !declared.holds("<") {
            let all = alternatives.flatMap { word -> [ManifestMember.MemberType] in
                word == "null" ? [.null] : kinds(ofPlain: word.lowercased())
            }
            return all
        }
        var text = declared.lowercased()[...]
        if text.hasPrefix("?") { text = text.dropFirst() }
        if text.hasPrefix("optional["), text.hasSuffix("]") { text = text.dropFirst(9).dropLast() }
        while text.hasPrefix("*") { text = text.dropFirst() }
        return kinds(ofPlain: String(text))
    }

    /// The types whose values are written as the text of an address.
    private static let addresses: Set<String> = ["Uri", "URI", "URL", "NSURL*"]

    /// Returns the JSON type of a declared type whose values are texts, numbers or booleans; nil for any other one.
    static func scalar(_ declared: String) -> ManifestMember.MemberType? {
        if addresses.contains(declared.filter { !$0.isWhitespace && $0 != "?" }) { return .url }
        guard let kind = kinds(of: declared).first, kind.isScalar else { return nil }
        return kind
    }

    private static func kinds(ofPlain text: String) -> [ManifestMember.MemberType] {
        if text.hasPrefix("[]") || text.hasSuffix("[]") { return [.array] }
        // TypeScript's `{ [name: string]: number }`.
        if text.hasPrefix("map[") || text.hasPrefix("{") { return [.object] }
        if text.hasPrefix("[") { return [text.holds(":") ? .object : .array] }
        var head = text.prefix { $0 != "<" && $0 != "[" && $0 != "?" && $0 != "*" && $0 != "|" }
        if let dot = head.lastIndex(of: ".") { head = head[head.index(after: dot)...] }
        return words[String(head.filter { $0 != "_" })].map { [$0] } ?? []
    }

    /// Returns the type of a value, or of the elements of its list, or nil for maps, whose member names are arbitrary.
    ///
    /// For `List<Item>`, `[]*im.Item`, `Item[]`, `NSArray<Item *> *` and `Optional[Item]`, the result is `Item`.
    static func element(of declared: String) -> String? {
        let text = declared.lowercased()
        if text.holds("map[") || text.hasPrefix("map<") || text.holds("dictionary<") || text.hasPrefix("dict[")
            || (text.hasPrefix("[") && text.holds(":")) || text.hasPrefix("{")
        {
            return nil
        }
        // The innermost type is the last word.
        var words: [Substring] = []
        for word in declared.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }) {
            guard let last = word.split(separator: ".").last else { continue }
            if !["null", "undefined", "None", "nil"].contains(last) { words.append(last) }
        }
        return words.last.map(String.init)
    }
}
