// SPDX-License-Identifier: Apache-2.0

import Schemas
import TypeGenerator

/// The contents of `Spec/registry/server-api.json`.
struct ServerAPIRegistry: Decodable {
    var entries: [Entry]
    var callbacks: [Callback]

    /// A request that the service posts to the application's server.
    struct Callback: Decodable {
        var name: String
        var meaning: String
        var body: String
        var fields: [Field]
    }

    struct Entry: Decodable {
        var path: String
        var name: String
        var section: String
        var meaning: String
        var body: String?
        var source: String?
        var fields: [Field]
        var answer: [Member]
    }

    struct Field: Decodable {
        var name: String
        var type: String
        var range: [Int?]?
        var occurs: [Int?]
        var keyed: Bool?
        /// The meaning of a field of a callback; `server-api-members.json` has those of requests.
        var meaning: String?
        /// The name of the registry of the values.
        var registry: String?
    }

    struct Member: Decodable {
        var name: String
        var type: String
        var members: [Member]?
    }
}

/// A writer of the Swift file and of the page of the server API's forms.
struct ServerAPIWriter {
    private let entries: [ServerAPIRegistry.Entry]

    init(_ registry: ServerAPIRegistry) throws {
        entries = registry.entries
        for key in [\ServerAPIRegistry.Entry.path, \ServerAPIRegistry.Entry.name] {
            guard Set(entries.map { $0[keyPath: key] }).count == entries.count else {
                throw SpecError("server-api.json: a path or a name occurs twice")
            }
        }
        for entry in entries {
            guard Set(entry.fields.map(\.name)).count == entry.fields.count else {
                throw SpecError("server-api.json: \(entry.path) names a field twice")
            }
        }
    }

    // MARK: Swift

    func swift() throws -> String {
        let cases = entries.map { "/// \($0.meaning)\ncase \($0.name) = \(quoted($0.path))" }
        let forms: [SwiftText] = try entries.map { entry in
            """
            .\(entry.name): ServiceForm(
                isJSON: \(entry.body == "json"),
                fields: \(list(try entry.fields.map(rule))),
                answer: \(list(try entry.answer.map(member)))
            ),
            """
        }
        let text: SwiftText = """
            /// A service of the server API, identified by the path to which requests are posted (API-081).
            @nonexhaustive
            public enum ServiceEndpoint: String, Hashable, Sendable, CaseIterable {
                \(cases)
            }

            extension ServiceEndpoint {
                /// The form of each service.
                static let forms: [ServiceEndpoint: ServiceForm] = [
                    \(SwiftText.joined(forms))
                ]
            }
            """
        return text.file(source: "Spec/registry/server-api.json", imports: ["IMWire"])
    }

    private func list(_ items: [String]) -> SwiftText {
        items.isEmpty ? "[]" : "[\n    \(items.map { $0 + "," })\n]"
    }

    private func rule(_ field: ServerAPIRegistry.Field) throws -> String {
        func range(_ bounds: [Int?]?, _ highest: String, _ lowest: Int = 0) -> String {
            guard let bounds, bounds.count == 2 else { return "\(lowest)...\(highest)" }
            return "\(bounds[0] ?? lowest)...\(bounds[1].map(String.init) ?? highest)"
        }
        let value: String
        switch field.type {
        case "id": value = ".text(1...64)"
        case "text": value = ".text(\(range(field.range, "Int.max")))"
        case "integer": value = ".integer(\(range(field.range, "Int64.max")))"
        case "bit", "boolean", "content": value = ".\(field.type)"
        case "type": value = ".objectName"
        case "object": value = ".json(.object)"
        case "list": value = ".json(.array)"
        default: throw SpecError("server-api.json: \(field.name) has the unknown type \(field.type)")
        }
        let keyed = field.keyed ?? false ? ", isKeyed: true" : ""
        return "FieldRule(\(quoted(field.name)), \(value), \(range(field.occurs, "Int.max"))\(keyed))"
    }

    private func member(_ member: ServerAPIRegistry.Member) throws -> String {
        let kinds = ["text", "integer", "boolean", "object", "texts", "objects", "users", "messageUIDs"]
        guard kinds.contains(member.type) else {
            throw SpecError("server-api.json: \(member.name) has the unknown type \(member.type)")
        }
        let members = try (member.members ?? []).map(self.member)
        let list = members.isEmpty ? "" : ", [\(members.joined(separator: ", "))]"
        return "AnswerMember(\(quoted(member.name)), .\(member.type)\(list))"
    }

    // MARK: Page

    /// Returns the page that lists the forms for readers.
    func page() -> String {
        var lines = [
            "# The forms of the server API", "",
            "This page is generated from [registry/server-api.json](registry/server-api.json); the rules are in",
            "[server-api.md](server-api.md). A field occurs once, unless its row gives another number; `?` marks an optional",
            "field. The range of a text is that of its length in bytes. Every answer also has `code`, and `errorMessage` for",
            "a failure. Facts are documented, unless the table says *inferred*.",
        ]
        var section = ""
        for entry in entries {
            if entry.section != section {
                section = entry.section
                lines += ["", "## \(section)", "", "| path | fields | answer | meaning |", "|---|---|---|---|"]
            }
            let fields = entry.fields.map(cell).joined(separator: ", ")
            let answer = entry.answer.map(cell).joined(separator: ", ")
            let notes = (entry.body == "json" ? " JSON body (API-082)." : "") + (entry.source.map { " *\($0)*" } ?? "")
            lines.append("| `\(entry.path)` | \(fields) | \(answer) | \(entry.meaning)\(notes) |")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func cell(_ field: ServerAPIRegistry.Field) -> String {
        func text(_ bounds: [Int?]) -> String {
            guard let highest = bounds[1] else { return "\(bounds[0] ?? 0) or more" }
            return "\(bounds[0] ?? 0) to \(highest)"
        }
        var words = [field.type] + (field.range.map { [text($0)] } ?? [])
        let occurs = field.occurs
        if occurs != [1, 1], occurs != [0, 1] { words.append("\(text(occurs)) times") }
        let name = field.keyed ?? false ? field.name + "[id]" : field.name
        return "`\(name)`\(occurs == [0, 1] ? "?" : "") (\(words.joined(separator: "; ")))"
    }

    private func cell(_ member: ServerAPIRegistry.Member) -> String {
        let inner = (member.members ?? []).map { "`\($0.name)` \($0.type)" }.joined(separator: ", ")
        return "`\(member.name)` (\(member.type)\(inner.isEmpty ? "" : ": " + inner))"
    }
}
