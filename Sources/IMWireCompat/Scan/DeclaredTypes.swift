// SPDX-License-Identifier: Apache-2.0

/// The kinds of JSON value that a declared type becomes, on any platform.
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
        "id": .any, "unknown": .any, "interface{}": .any,
    ]

    /// The kinds of a declared type; none where its name says nothing.
    static func kinds(of declared: String) -> [ManifestMember.MemberType] {
        let text = declared.lowercased()
        if text.hasPrefix("[]") || text.hasSuffix("[]") { return [.array] }
        if text.hasPrefix("map[") { return [.object] }
        if text.hasPrefix("[") { return [text.contains(":") ? .object : .array] }
        let head = text.prefix { $0 != "<" && $0 != "[" && $0 != "?" && $0 != "*" && $0 != "|" }
        return words[String(head.filter { $0 != "_" })].map { [$0] } ?? []
    }
}
