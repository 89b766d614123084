// SPDX-License-Identifier: Apache-2.0

import Schemas
import TypeGenerator

/// The cases of `Fixtures/cases/testee/members.json`: every member of every operation with every wrong value (TST-140).
struct RequestCases {
    static let path = "Fixtures/cases/testee/members.json"
    let schema: RequestSchema

    /// A value for each type of JSON, and numbers that are almost integers.
    private static let values = ["null", "true", "0", "0.5", "1.0", "\"imwire\"", "[]", "{}"]

    /// Returns the file with one case for each member, in the order of the operations.
    func file() throws -> String {
        var cases: [String] = []
        for operation in schema.operations {
            guard case .object(let own, _) = operation.rule, case .object(let common, _) = schema.common else {
                continue
            }
            let required = Set(own.filter(\.isRequired).map(\.name))
            for member in (own + common).sorted(by: { $0.name < $1.name }) {
                guard operation.examples.contains(where: { $0[member.name] != nil }) else {
                    // `mode` and `limits` have a meaning in some operations only.
                    if common.contains(where: { $0.name == member.name }) { continue }
                    throw SpecError("testee-request.schema.json: no example of \(operation.name) has \(member.name)")
                }
                try walk([member.name], member.rule, member.isRequired, operation.examples) {
                    path, rule, isRequired, example in
                    let base = (example.members ?? []).filter { required.contains($0.name) || $0.name == path[0] }
                    if let text = try text(operation.name, base, path, rule, isRequired) { cases.append(text) }
                }
            }
        }
        return "{\"area\": \"testee/members\", \"cases\": [\n\(cases.joined(separator: ",\n"))\n]}\n"
    }

    private typealias Rule = RequestSchema.Rule

    /// Visits a place and all places in it that an example has, each with the first such example.
    private func walk(
        _ path: [String], _ rule: Rule, _ isRequired: Bool, _ examples: [PlainJSON],
        _ visit: ([String], Rule, Bool, PlainJSON) throws -> Void
    ) throws {
        let examples = examples.filter { RequestCases.value(at: path[...], in: $0) != nil }
        guard let example = examples.first else { return }
        let rule = try schema.resolved(rule)
        try visit(path, rule, isRequired, example)
        switch rule {
        case .list(let item, _, _): try walk(path + ["0"], item, false, examples, visit)
        case .object(let members, _):
            for member in members { try walk(path + [member.name], member.rule, member.isRequired, examples, visit) }
        default: break
        }
    }

    private static func value(at path: ArraySlice<String>, in json: PlainJSON) -> PlainJSON? {
        guard let first = path.first else { return json }
        let inner = json.elements.map { $0.first } ?? json[first]
        return inner.flatMap { value(at: path.dropFirst(), in: $0) }
    }

    /// Returns the case of a place, or nil if every value is allowed there and it may be absent.
    private func text(
        _ operation: String, _ base: [(name: String, value: PlainJSON)], _ path: [String], _ rule: Rule,
        _ isRequired: Bool
    ) throws -> String? {
        var seen: Set<String> = []
        let wrong = try candidates(rule).filter { try seen.insert($0).inserted && !allows(rule, $0) }
        if wrong.isEmpty, !isRequired { return nil }
        let words = ([operation] + path).flatMap { $0.lowercased().split { !$0.isLetter && !$0.isNumber } }
        let id = "tst-member-\(words.joined(separator: "-"))"
        let place = path.joined(separator: "/")
        let absent = isRequired ? ", \"absent\": true" : ""
        let title =
            isRequired
            ? "A testee skips \(operation) without \(place) or with a wrong value in it"
            : "A testee skips \(operation) with a wrong value in \(place)"
        let request = RequestCases.json(.object(base + [("op", .string(operation))]))
        return "{\"id\": \"\(id)\", \"title\": \"\(title)\", \"requirements\": [\"TST-101\", \"TST-140\"], "
            + "\"level\": \"MUST\", \"op\": \"request\", \"input\": {\"request\": \(request), \"path\": \"/\(place)\", "
            + "\"values\": [\(wrong.joined(separator: ", "))]\(absent)}, \"expect\": [{\"skipped\": true}], "
            + "\"provenance\": \"testee-request.schema.json\", \"since\": \"2.0.0\"}"
    }

    /// Returns values of all types, and values just outside the rule.
    private func candidates(_ rule: Rule) throws -> [String] {
        switch rule {
        case .integer(let range?): RequestCases.values + ["\(range.lowerBound - 1)", "\(range.upperBound + 1)"]
        case .string: RequestCases.values + ["\"\\ud83d\""]
        case .integer(nil): RequestCases.values + ["-0"]
        case .base64: RequestCases.values + ["\"QQ\"", "\"QQ==\\n\"", "\"QQ=\""]
        case .units: RequestCases.values + ["\"d8\""]
        case .numbers(let numbers): RequestCases.values + ["\((numbers.max() ?? 0) + 1)", "\"\(numbers.first ?? 0)\""]
        case .list(_, let isSet, let count):
            RequestCases.values + (count.upperBound < .max ? ["[\"a\"]", "[\"a\",\"b\",\"c\"]"] : [])
                + (isSet ? ["[\"deflate\",\"deflate\"]"] : [])
        case .either(let rules):
            RequestCases.values
                + rules.flatMap { rule -> [String] in
                    guard case .object(let members, _) = rule else { return [] }
                    return members.flatMap { member in ["null", "\"d8\""].map { "{\"\(member.name)\":\($0)}" } }
                }
        default: RequestCases.values
        }
    }

    /// Returns whether a rule allows a candidate.
    private func allows(_ rule: Rule, _ json: String) throws -> Bool {
        let first = json.first
        switch try schema.resolved(rule) {
        case .anything: return true
        case .boolean: return json == "true"
        case .string: return first == "\"" && !json.contains("\\ud83d")
        case .frameText: return first == "\""
        case .base64, .units: return false
        case .words(let words): return words.contains { "\"\($0)\"" == json }
        case .numbers(let numbers): return numbers.contains { "\($0)" == json }
        case .integer(let range):
            guard let integer = Int(json), json != "-0" else { return false }
            return range?.contains(integer) ?? true
        case .list(_, _, let count): return json == "[]" && count.contains(0)
        case .object(let members, _): return json == "{}" && !members.contains(where: \.isRequired)
        case .either(let rules): return try rules.contains { try allows($0, json) }
        case .definition: return false
        }
    }

    private static func json(_ value: PlainJSON) -> String {
        switch value {
        case .object(let members):
            "{"
                + members.sorted { $0.name < $1.name }.map { "\(quotedJSON($0.name)): \(json($0.value))" }
                .joined(separator: ", ") + "}"
        case .list(let elements): "[" + elements.map(json).joined(separator: ", ") + "]"
        case .string(let text): quotedJSON(text)
        default: value.text
        }
    }

    /// Returns a string of an example, in which only quotes need an escape.
    private static func quotedJSON(_ text: String) -> String {
        "\"\(text.replacing("\"", with: "\\\""))\""
    }
}
