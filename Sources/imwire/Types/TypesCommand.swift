// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import IMWire

/// `imwire types`: what is known of the built-in message types.
struct TypesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "types",
        abstract: "Lists the built-in message types, or shows one of them.",
        discussion: """
            Examples:
              imwire types
              imwire types --category signal
              imwire types show RC:TxtMsg
              imwire types schema RC:TxtMsg > text.schema.json
            """,
        subcommands: [TypesListCommand.self, TypesShowCommand.self, TypesSchemaCommand.self],
        defaultSubcommand: TypesListCommand.self)
}

/// The categories that the command line takes; a type of one's own is nowhere in the list.
enum TypeCategory: String, ExpressibleByArgument, CaseIterable {
    case content, notification, status, signal
}

/// `imwire types list`: a line a type.
struct TypesListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists all types: name, category, flags, Swift type, provenance.",
        discussion: """
            Flags are those of the registry: persisted (stored), counted (as unread), status (kept nowhere), none, \
            or unknown where nobody has published them. A type without a Swift type is passed on as its bytes.

            Provenance says how well a type is known: seed (the agreed base), documented (published by the vendor) or \
            inferred (from programs that use it).

            Examples:
              imwire types
              imwire types --category notification
              imwire types --format json | jq -r .objectName
            """)

    @Option(help: "Only this category.")
    var category: TypeCategory?

    @Option(help: "text: for people; json: one object a line.")
    var format = LineFormat.text

    func run() {
        let types = ContentRegistry.builtIn.all.filter { type in
            category.map { $0.rawValue == type.category.rawValue } ?? true
        }
        let out = Output()
        switch format {
        case .text:
            let rows = types.map { type in
                let schema = SchemaView(type: type.objectName)
                return [
                    type.objectName.rawValue, type.category.rawValue, type.flags, schema?.swiftName ?? "-",
                    schema?.provenance ?? "-",
                ]
            }
            let head = ["objectName", "category", "flags", "Swift type", "provenance"]
            for (index, line) in TextLayout.columns([head] + rows).enumerated() {
                out.line(index == 0 ? out.style.bold(line) : line)
            }
            out.line(TextLayout.count(types.count, "type"))
        case .json:
            for type in types { out.line(type.summary.text) }
        }
        out.flush()
    }
}

/// `imwire types schema`: the JSON Schema as it is in the specification.
struct TypesSchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Writes the JSON Schema (2020-12) of a type.",
        discussion: """
            Example:
              imwire types schema RC:TxtMsg > text.schema.json
            """)

    @Argument(help: "The type's name, such as RC:TxtMsg.")
    var objectName: String

    func run() throws {
        let type = try ContentType.named(objectName)
        guard let schema = SchemaView(type: type.objectName) else {
            throw CommandFailure(message: "\(type.objectName) has no schema in this build", exit: .broken)
        }
        let out = Output()
        out.line(schema.schema.text)
        out.flush()
    }
}

extension ContentType {
    /// The flags in words.
    var flags: String { persistence?.description ?? "unknown" }

    /// What the list says of the type, as JSON.
    var summary: JSONObject {
        let schema = SchemaView(type: objectName)
        var object = JSONObject()
        object.add("objectName", objectName.rawValue)
        object.add("title", schema?.title)
        object.add("category", category.rawValue)
        object.add("persistence", raw: persistence.map { String($0.rawValue) } ?? "null")
        object.add("alternatives", raw: "[\(acceptedPersistence.map { String($0.rawValue) }.joined(separator: ","))]")
        object.add("swiftName", raw: schema?.swiftName.map { RawJSON($0).text } ?? "null")
        object.add("provenance", schema?.provenance)
        return object
    }
}
