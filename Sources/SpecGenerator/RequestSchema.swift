// SPDX-License-Identifier: Apache-2.0

import Schemas
import TypeGenerator

/// The schema of requests to a testee, `Spec/testee-request.schema.json`, as far as it is used (TST-140).
struct RequestSchema {
    /// The operations in the order of the schema, each with its members and its examples.
    let operations: [(name: String, rule: Rule, examples: [PlainJSON])]
    /// The members of every operation.
    let common: Rule
    private let definitions: [String: PlainJSON]

    /// What is allowed in one place.
    indirect enum Rule: Sendable {
        case anything, boolean, string, frameText, base64, units
        case integer(ClosedRange<Int>?)
        case words([String])
        case numbers([Int])
        case list(Rule, isSet: Bool, count: ClosedRange<Int>)
        case object([Member], others: Rule?)
        case either([Rule])
        case definition(String)
    }

    /// A member of an object.
    struct Member: Sendable {
        var name: String
        var rule: Rule
        var isRequired: Bool
    }

    init(parsing text: String) throws {
        let root = try PlainJSON(parsing: text)
        definitions = RequestSchema.dictionary(root["$defs"])
        var operations: [(name: String, rule: Rule, examples: [PlainJSON])] = []
        for branch in root["allOf"]?.elements ?? [] {
            guard let name = branch["if"]?["properties"]?["op"]?["const"]?.string, let then = branch["then"] else {
                throw SpecError("testee-request.schema.json: a branch without an operation")
            }
            operations.append((name, try RequestSchema.object(then), then["examples"]?.elements ?? []))
        }
        self.operations = operations
        guard case .object(let members, _) = try RequestSchema.object(root) else { throw SpecError("unreachable") }
        common = .object(members.filter { $0.name != "id" && $0.name != "op" }, others: nil)
    }

    /// The definitions, by name.
    func definitionRules() throws -> [(name: String, rule: Rule)] {
        try definitions.keys.sorted().map { ($0, try RequestSchema.rule(definitions[$0] ?? .object([]))) }
    }

    /// Returns the rule of a place with its reference resolved.
    func resolved(_ rule: Rule) throws -> Rule {
        guard case .definition(let name) = rule else { return rule }
        guard let definition = definitions[name] else { throw SpecError("testee-request.schema.json: no \(name)") }
        return try resolved(try RequestSchema.rule(definition))
    }

    // MARK: Reading

    private static let patterns: [String: Rule] = [
        "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$": .base64,
        "^(?:[0-9A-Fa-f]{4})*$": .units,
    ]

    private static func dictionary(_ json: PlainJSON?) -> [String: PlainJSON] {
        Dictionary((json?.members ?? []).map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }

    private static func rule(_ schema: PlainJSON) throws -> Rule {
        if let reference = schema["$ref"]?.string {
            return .definition(String(reference.split(separator: "/").last ?? ""))
        }
        if let choices = schema["anyOf"]?.elements { return .either(try choices.map(rule)) }
        if let values = schema["enum"]?.elements {
            let words = values.compactMap(\.string)
            return words.count == values.count ? .words(words) : .numbers(values.compactMap(\.integer))
        }
        switch schema["type"]?.string {
        case nil: return .anything
        case "boolean": return .boolean
        case "string":
            if schema["x-surrogates"]?.boolean == true { return .frameText }
            guard let pattern = schema["pattern"]?.string else { return .string }
            guard let rule = patterns[pattern] else { throw SpecError("an unknown pattern: \(pattern)") }
            return rule
        case "integer":
            let bounds = (schema["minimum"]?.integer, schema["maximum"]?.integer)
            guard bounds.0 != nil || bounds.1 != nil else { return .integer(nil) }
            return .integer((bounds.0 ?? -9_007_199_254_740_991)...(bounds.1 ?? 9_007_199_254_740_991))
        case "array":
            return .list(
                try rule(schema["items"] ?? .object([])), isSet: schema["uniqueItems"]?.boolean ?? false,
                count: (schema["minItems"]?.integer ?? 0)...(schema["maxItems"]?.integer ?? Int.max))
        case "object": return try object(schema)
        case let type?: throw SpecError("testee-request.schema.json: the type \(type) is not read")
        }
    }

    private static func object(_ schema: PlainJSON) throws -> Rule {
        let required = Set((schema["required"]?.elements ?? []).compactMap(\.string))
        let properties = dictionary(schema["properties"])
        let members = try properties.keys.sorted().map { name in
            Member(
                name: name, rule: try rule(properties[name] ?? .object([])), isRequired: required.contains(name))
        }
        return .object(members, others: try schema["additionalProperties"].map(rule))
    }

    // MARK: The Swift file

    /// Returns the rules as Swift.
    func file() throws -> String {
        let all: [SwiftText] = operations.map { operation in
            """
            (
                \(quoted(operation.name)),
                [
                    \(RequestSchema.members(operation.rule))
                ]
            ),
            """
        }
        let rules = try definitionRules().map { name, rule in
            "private static let \(name)Definition: RequestRule = \(RequestSchema.swift(rule))"
        }
        let text: SwiftText = """
            extension RequestRule {
                /// The members that a request of any operation may have.
                static let common: [Member] = [
                    \(RequestSchema.members(common))
                ]

                /// The members of each operation.
                static let operations: [(name: String, members: [Member])] = [
                    \(SwiftText.joined(all))
                ]

                \(rules.joined(separator: "\n\n"))
            }
            """
        return text.file(source: "Spec/testee-request.schema.json")
    }

    private static func members(_ rule: Rule) -> [String] {
        guard case .object(let members, _) = rule else { return [] }
        return members.map { "\(swift($0))," }
    }

    private static func swift(_ member: Member) -> String {
        "Member(\(quoted(member.name)), \(swift(member.rule))\(member.isRequired ? ", isRequired: true" : ""))"
    }

    private static func swift(_ rule: Rule) -> String {
        switch rule {
        case .anything: ".anything"
        case .boolean: ".boolean"
        case .string: ".string"
        case .frameText: ".frameText"
        case .base64: ".base64"
        case .units: ".units"
        case .integer(let range): ".integer(\(range.map { "\($0.lowerBound)...\($0.upperBound)" } ?? "nil"))"
        case .words(let words): ".words([\(words.map(quoted).joined(separator: ", "))])"
        case .numbers(let numbers): ".numbers(\(numbers))"
        case .list(let item, let isSet, let count):
            ".list(\(swift(item)), isSet: \(isSet), count: \(count.lowerBound)..."
                + (count.upperBound == .max ? "Int.max)" : "\(count.upperBound))")
        case .object(let members, let others):
            ".object([\(members.map(swift).joined(separator: ", "))], others: \(others.map(swift) ?? "nil"))"
        case .either(let rules): ".either([\(rules.map(swift).joined(separator: ", "))])"
        case .definition(let name): "\(name)Definition"
        }
    }
}
