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
        let files: [SwiftText] = library.commonObjects.map { schema in
            ##"""
            SchemaFile(
                name: \##(quoted(schema.file + SchemaLibrary.ending)),
                text: #"""
                    \##(CommonObjectWriter.stripped(schema.json).text)
                    """#),
            """##
        }
        let text: SwiftText = """
            /// The common objects of contents, to which custom schemas can refer.
            enum CommonObjects {
                static let files: [SchemaFile] = [
                    \(SwiftText.joined(files))
                ]
            }
            """
        return text.file(source: "Spec/common-objects")
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
