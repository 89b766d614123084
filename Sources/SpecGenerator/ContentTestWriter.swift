// SPDX-License-Identifier: Apache-2.0

import TypeGenerator

/// A writer of test data: each content and nested object with all of its members, and its canonical JSON text.
///
/// The text is derived from the schemas only, so that it is independent of the content writer.
struct ContentTestWriter {
    private let objects: [(schema: Schema, name: String, members: [Member])]

    /// A value as Swift source and as JSON text.
    private struct Example {
        var swift: String
        var json: String
    }

    init(_ library: SchemaLibrary) throws {
        objects = try (library.commonObjects + library.contentTypes).compactMap { _, schema in
            guard let name = schema.swiftName, schema.isOpaque != true else { return nil }
            return (schema, name, try Member.members(of: schema, in: library))
        }.sorted { $0.1 < $1.1 }
    }

    func write(to code: inout Code) throws {
        code.documentation("Every content and nested object with all of its members.")
        code.line("enum WholeContents {")
        try code.indented { code in
            code.line("static func all() throws -> [any JSONCheck] {")
            code.indented { code in
                code.line("[")
                code.indented { code in
                    for object in objects { code.line("try \(check(object.schema, object.name, object.members)),") }
                }
                code.line("]")
            }
            code.line("}")
            for object in objects {
                code.line()
                try write(object.name, object.members, to: &code)
            }
        }
        code.line("}")
    }

    /// Returns the check of one object, whose deviations are those of members that should not be sent at all.
    private func check(_ schema: Schema, _ name: String, _ members: [Member]) -> String {
        let deviations = members.compactMap { member in member.property.foreign.map { quoted($0) } }
        var text = "WholeContent(\(function(name))(), json: #\"\(json(name))\"#"
        if !deviations.isEmpty { text += ", deviations: [\(deviations.joined(separator: ", "))]" }
        if let objectName = schema.objectName {
            text += ", type: \(quoted(objectName)), flags: \(schema.persistence?.flags.map(String.init) ?? "nil")"
        }
        return text + ")"
    }

    private func write(_ name: String, _ members: [Member], to code: inout Code) throws {
        let sorted = members.filter(\.isRequired) + members.filter { !$0.isRequired }
        code.line("private static func \(function(name))() throws -> \(name) {")
        code.indented { code in
            code.line("\(name)(")
            code.indented { code in
                for (index, member) in sorted.enumerated() {
                    let value = example(member).swift
                    code.line("\(member.swiftName): \(value)\(index + 1 < sorted.count ? "," : "")")
                }
            }
            code.line(")")
        }
        code.line("}")
    }

    private func example(_ member: Member) -> Example {
        let text = quoted(member.wireName)
        switch member.kind {
        case .string:
            let value = known(member).first.map(quoted) ?? text
            return Example(swift: value, json: value)
        case .base64: return Example(swift: quoted("AQID"), json: quoted("AQID"))
        case .integer:
            let value = known(member).last ?? "\(member.wireName.utf8.count)"
            return Example(swift: value, json: value)
        case .number: return Example(swift: "\(member.wireName.utf8.count).5", json: "\(member.wireName.utf8.count).5")
        case .boolean: return Example(swift: "true", json: "true")
        case .any: return Example(swift: text, json: text)
        case .strings: return Example(swift: "[\(text), \"\"]", json: "[\(text),\"\"]")
        case .object(let name): return Example(swift: "try \(function(name))()", json: json(name))
        case .objects(let name):
            let element = "try \(function(name))()"
            return Example(swift: "[\(element), \(element)]", json: "[\(json(name)),\(json(name))]")
        case .rawObject: return raw(#"{"b":1,"a":[null]}"#)
        case .rawArray: return raw(#"[{"b":1},null]"#)
        case .stringMap: return raw(#"{"k":"v"}"#)
        case .stringListMap: return raw(#"{"k":["v","w"]}"#)
        }
    }

    /// Returns the values that the schema lists, in ascending order.
    private func known(_ member: Member) -> [String] {
        (member.property.values ?? [:]).keys.sorted { ($0.count, $0) < ($1.count, $1) }
    }

    private func raw(_ json: String) -> Example {
        Example(swift: "try RawJSON(text: #\"\(json)\"#)", json: json)
    }

    private func json(_ name: String) -> String {
        let members = objects.first { $0.name == name }?.members ?? []
        return "{\(members.map { "\(quoted($0.wireName)):\(example($0).json)" }.joined(separator: ","))}"
    }

    private func function(_ name: String) -> String {
        identifier(name.prefix(1).lowercased() + name.dropFirst())
    }
}
