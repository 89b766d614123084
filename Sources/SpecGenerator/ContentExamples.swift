// SPDX-License-Identifier: Apache-2.0

import Platform
import Schemas
import TypeGenerator

/// Swift that creates a value of each content and nested object, made from the canonical contents of the cases.
struct ContentExamples {
    /// The lines that create a value, by the Swift name of its type.
    private(set) var code: [String: [String]] = [:]
    /// The JSON of the value without spaces and needless escapes, by the Swift name of a content.
    private var expected: [String: String] = [:]

    /// - Parameters:
    ///   - library: The schemas.
    ///   - cases: The folder with the cases of contents, in a file for each type.
    init(_ library: SchemaLibrary, cases: URL) throws {
        for schema in library.contentTypes where !schema.isOpaque {
            guard let name = schema.swiftName else { continue }
            let file = cases.appending(path: "\(schema.file).json")
            // A new type is generated before its cases can be run.
            guard FileManager.default.fileExists(atPath: file.path) else { continue }
            let texts = try PlainJSON(parsing: String(contentsOf: file, encoding: .utf8))["cases"]?.elements ?? []
            let values = texts.compactMap(ContentExamples.canonical).compactMap { value in
                call(schema, value).map { (value.text, $0) }
            }
            // With some members, but not with more than a reader wants to see, nor in long lines.
            func score(_ arguments: [String]) -> Int {
                arguments.contains { $0.count > 96 || $0.contains("JSONNumber(text:") } ? 0 : min(arguments.count, 4)
            }
            let best = values.max { one, other in
                (score(one.1), -one.0.count, one.0) < (score(other.1), -other.0.count, other.0)
            }
            guard let best else { throw SpecError("\(file.path): no canonical content can be shown as an example") }
            code[name] = ContentExamples.statement("content", name, best.1)
            expected[name] = best.0
        }
        for schema in library.commonObjects {
            guard let name = schema.swiftName, code[name] == nil else { continue }
            let required = schema.members.filter(\.isRequired)
            let shown = required.isEmpty ? Array(schema.members.prefix(2)) : required
            let arguments = shown.compactMap { member in
                argument(member, placeholder(member)).map { "\(identifier(member.swiftName)): \($0)" }
            }
            code[name] = ContentExamples.statement("object", name, arguments)
        }
    }

    /// The Swift file of a test that runs all examples.
    func file() -> String {
        let blocks: [SwiftText] = code.sorted { $0.key < $1.key }.map { name, lines in
            let check = expected[name].map { "try check(content.encodedString(), \(quoted($0)))" }
            return """
                do {
                    \(lines)
                    \(check ?? "_ = object")
                }
                """
        }
        let text: SwiftText = """
            /// The examples of the contents and their nested objects.
            enum ContentExamples {
                static func run(_ check: (String, String) throws -> Void) throws {
                    \(SwiftText.joined(blocks))
                }
            }
            """
        return text.file(source: "Spec/content-types and Fixtures/cases/content", imports: ["IMWire"])
    }

    /// Returns the value that a case writes back unchanged, or nil if it is long or has a deviation.
    private static func canonical(_ item: PlainJSON) -> PlainJSON? {
        guard item["op"]?.string == "content.roundtrip", let outcome = item["expect"]?.elements?.first,
            outcome["deviations"]?.elements?.isEmpty == true, let text = outcome["text"]?.string, text.utf8.count <= 700
        else { return nil }
        return try? PlainJSON(parsing: text)
    }

    /// Returns the arguments that create an object with exactly these members, the required ones first.
    private mutating func call(_ schema: Schema, _ value: PlainJSON) -> [String]? {
        guard let members = value.members else { return nil }
        let known = schema.members
        guard members.allSatisfy({ member in known.contains { $0.name == member.name } }) else { return nil }
        var arguments: [String] = []
        for member in known.filter(\.isRequired) + known.filter({ !$0.isRequired }) {
            guard let own = value[member.name] else {
                if member.isRequired { return nil }
                continue
            }
            guard let text = argument(member, own) else { return nil }
            arguments.append("\(identifier(member.swiftName)): \(text)")
        }
        return arguments
    }

    /// Returns a value as Swift, or nil if it has another type or cannot be written exactly.
    private mutating func argument(_ member: SchemaMember, _ value: PlainJSON) -> String? {
        switch member.kind {
        case .string, .base64: return value.string.map(quoted)
        case .integer: return value.integer.map(String.init)
        case .number: return ContentExamples.number(value)
        case .boolean: return value.boolean.map(String.init)
        case .any: return value.string.map(quoted) ?? "RawJSON(text: \(quoted(value.text)))"
        case .strings:
            guard let elements = value.elements, elements.count == value.strings.count else { return nil }
            return "[\(value.strings.map(quoted).joined(separator: ", "))]"
        case .object(let schema): return object(schema, value)
        case .objects(let schema):
            guard let elements = value.elements else { return nil }
            let objects = elements.compactMap { object(schema, $0) }
            return objects.count == elements.count ? "[\(objects.joined(separator: ", "))]" : nil
        case .rawObject, .stringMap, .stringListMap:
            return value.members.map { _ in "RawJSON(text: \(quoted(value.text)))" }
        case .rawArray: return value.elements.map { _ in "RawJSON(text: \(quoted(value.text)))" }
        }
    }

    /// Returns a value for a member of an object that no case has.
    private func placeholder(_ member: SchemaMember) -> PlainJSON {
        switch member.kind {
        case .integer, .number: .number("1")
        case .boolean: .boolean(true)
        default: .string(member.name)
        }
    }

    /// Returns a number as a literal if Swift writes that literal as the case does.
    private static func number(_ value: PlainJSON) -> String? {
        guard case .number(let text) = value else { return nil }
        if value.integer.map(String.init) == text || Double(text).map({ "\($0)" }) == text { return text }
        return "JSONNumber(text: \(quoted(text)))"
    }

    /// Returns the call that creates a nested object, which is also the example of its type.
    private mutating func object(_ schema: Schema, _ value: PlainJSON) -> String? {
        guard let arguments = call(schema, value) else { return nil }
        if code[schema.typeName].map({ $0.count == 1 && arguments.count > 1 }) ?? true {
            code[schema.typeName] = ContentExamples.statement("object", schema.typeName, arguments)
        }
        return "\(schema.typeName)(\(arguments.joined(separator: ", ")))"
    }

    /// Returns the lines of a declaration, with an argument a line if one line is too long.
    static func statement(_ constant: String, _ type: String, _ arguments: [String]) -> [String] {
        let start = "let \(constant) = \(arguments.contains { $0.contains("(text:") } ? "try " : "")\(type)("
        let line = "\(start)\(arguments.joined(separator: ", ")))"
        guard line.count > 100 else { return [line] }
        let rows = arguments.enumerated().map { index, text in
            "    \(text)\(index == arguments.count - 1 ? ")" : ",")"
        }
        return [start] + rows
    }
}
