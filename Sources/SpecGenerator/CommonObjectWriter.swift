// SPDX-License-Identifier: Apache-2.0

import Schemas
import TypeGenerator

/// A writer of the common objects in the form that the codec needs at run time: their schemas without annotations.
struct CommonObjectWriter {
    /// The keywords that do not affect the bytes.
    private static let notes: Set<String> = [
        "$schema", "title", "description", "x-provenance", "x-sources", "x-notes", "x-platforms", "x-swiftName",
        "x-swift", "x-values", "x-unit", "x-since",
    ]

    let library: SchemaLibrary

    func file() -> String {
        var code = Code(source: "Spec/common-objects")
        code.documentation("The common objects of contents, to which custom schemas can refer.")
        code.line("enum CommonObjects {")
        code.indented { code in
            code.line("static let files: [SchemaFile] = [")
            code.indented { code in
                for schema in library.commonObjects {
                    code.line("SchemaFile(")
                    code.indented { code in
                        code.line("name: \(quoted(schema.file + SchemaLibrary.ending)),")
                        code.line("text: #\"\"\"")
                        code.indented { $0.line(CommonObjectWriter.stripped(schema.json).text) }
                        code.line("    \"\"\"#),")
                    }
                }
            }
            code.line("]")
        }
        code.line("}")
        return code.text
    }

    /// Returns `value` without annotations, where `isNames` marks `properties`, whose members are names and not
    /// keywords.
    private static func stripped(_ value: PlainJSON, isNames: Bool = false) -> PlainJSON {
        if let elements = value.elements { return .list(elements.map { stripped($0) }) }
        guard let members = value.members?.sorted(by: { $0.name < $1.name }) else { return value }
        return .object(
            members.filter { isNames || !notes.contains($0.name) }
                .map { ($0.name, stripped($0.value, isNames: $0.name == "properties" && !isNames)) })
    }
}
