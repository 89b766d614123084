// SPDX-License-Identifier: Apache-2.0

import Platform
import TypeGenerator

/// A writer of the common objects in the form that the codec needs at run time: their schemas without annotations.
struct CommonObjectWriter {
    /// The keywords that do not affect the bytes.
    private static let notes: Set<String> = [
        "$schema", "title", "description", "x-provenance", "x-sources", "x-notes", "x-platforms", "x-swiftName",
        "x-swift", "x-values", "x-unit", "x-since",
    ]

    let library: SchemaLibrary
    let spec: URL

    func file() throws -> String {
        var code = Code(source: "Spec/common-objects")
        code.documentation("The common objects of contents, to which custom schemas can refer.")
        code.line("enum CommonObjects {")
        try code.indented { code in
            code.line("static let files: [SchemaFile] = [")
            try code.indented { code in
                for (file, _) in library.commonObjects {
                    let name = "\(file).schema.json"
                    let data = try Data(contentsOf: spec.appending(path: "common-objects/\(name)"))
                    let encoder = JSONEncoder()
                    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                    let schema = try JSONDecoder().decode(PlainJSON.self, from: data)
                    let text = try encoder.encode(CommonObjectWriter.stripped(schema))
                    code.line("SchemaFile(")
                    code.indented { code in
                        code.line("name: \(quoted(name)),")
                        code.line("text: #\"\"\"")
                        code.indented { $0.line(String(decoding: text, as: UTF8.self)) }
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
        guard case .object(let object) = value else { return value }
        var kept: [String: PlainJSON] = [:]
        for (name, value) in object where isNames || !notes.contains(name) {
            kept[name] = stripped(value, isNames: name == "properties" && !isNames)
        }
        return .object(kept)
    }
}
