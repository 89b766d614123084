// SPDX-License-Identifier: Apache-2.0

import Schemas
import TypeGenerator

/// A writer of test data: each content and nested object with all of its members, and its canonical JSON text.
///
/// The text is derived from the schemas only, so that it is independent of the content writer.
struct ContentTestWriter {
    private let objects: [(schema: Schema, name: String)]

    /// A value as Swift source and as JSON text.
    private struct Example {
        var swift: String
        var json: String
    }

    init(_ library: SchemaLibrary) {
        objects = (library.commonObjects + library.contentTypes).compactMap { schema in
            schema.swiftName.map { (schema, $0) }
        }.sorted { $0.1 < $1.1 }
    }

    func file() -> String {
        let text: SwiftText = """
            /// Every content and nested object with all of its members.
            enum WholeContents {
                static func all() throws -> [any JSONCheck] {
                    [
                        \(objects.map { "try \(check($0.schema, $0.name))," })
                    ]
                }

                \(SwiftText.joined(objects.map { function($0.name, $0.schema.members) }, separator: "\n\n"))
            }
            """
        return text.file(source: "Spec/content-types and Spec/common-objects", imports: ["IMWire"])
    }

    /// Returns the check of one object, whose deviations are those of members that should not be sent at all.
    private func check(_ schema: Schema, _ name: String) -> String {
        let deviations = schema.members.compactMap { member in member.deviation(.foreign).map { quoted($0) } }
        var text = "WholeContent(\(function(name))(), json: #\"\(json(schema))\"#"
        if !deviations.isEmpty { text += ", deviations: [\(deviations.joined(separator: ", "))]" }
        if let objectName = schema.objectName {
            text += ", type: \(quoted(objectName)), flags: \(schema.flags.map(String.init) ?? "nil")"
        }
        return text + ")"
    }

    private func function(_ name: String, _ members: [SchemaMember]) -> SwiftText {
        let sorted = members.filter(\.isRequired) + members.filter { !$0.isRequired }
        return """
            private static func \(function(name))() throws -> \(name) {
                \(name)(
                    \(sorted.map { "\($0.swiftName): \(example($0).swift)" }.joined(separator: ",\n"))
                )
            }
            """
    }

    private func example(_ member: SchemaMember) -> Example {
        let text = quoted(member.name)
        switch member.kind {
        case .string:
            let value = known(member).first.map(quoted) ?? text
            return Example(swift: value, json: value)
        case .base64: return Example(swift: quoted("AQID"), json: quoted("AQID"))
        case .integer:
            let value = known(member).last ?? "\(member.name.utf8.count)"
            return Example(swift: value, json: value)
        case .number: return Example(swift: "\(member.name.utf8.count).5", json: "\(member.name.utf8.count).5")
        case .boolean: return Example(swift: "true", json: "true")
        case .any: return Example(swift: text, json: text)
        case .strings: return Example(swift: "[\(text), \"\"]", json: "[\(text),\"\"]")
        case .object(let schema): return Example(swift: "try \(function(schema.typeName))()", json: json(schema))
        case .objects(let schema):
            let element = "try \(function(schema.typeName))()"
            return Example(swift: "[\(element), \(element)]", json: "[\(json(schema)),\(json(schema))]")
        case .rawObject: return raw(#"{"b":1,"a":[null]}"#)
        case .rawArray: return raw(#"[{"b":1},null]"#)
        case .stringMap: return raw(#"{"k":"v"}"#)
        case .stringListMap: return raw(#"{"k":["v","w"]}"#)
        }
    }

    /// Returns the values that the schema lists, in ascending order.
    private func known(_ member: SchemaMember) -> [String] {
        member.values.map(\.name).sorted { ($0.count, $0) < ($1.count, $1) }
    }

    private func raw(_ json: String) -> Example {
        Example(swift: "try RawJSON(text: #\"\(json)\"#)", json: json)
    }

    private func json(_ schema: Schema) -> String {
        "{\(schema.members.map { "\(quoted($0.name)):\(example($0).json)" }.joined(separator: ","))}"
    }

    private func function(_ name: String) -> String {
        identifier(name.prefix(1).lowercased() + name.dropFirst())
    }
}
