// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire
import IMWireSpec
import IMWireValues
import Schemas

struct TypesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "types",
        abstract: "Lists the built-in message types, or shows one of them.",
        discussion: """
            EXAMPLES
              imwire types
              imwire types --category signal
              imwire types show RC:TxtMsg
              imwire types schema RC:TxtMsg > text.schema.json
              imwire types generate --swift Examples/gift
            """,
        subcommands: [
            TypesListCommand.self, TypesShowCommand.self, TypesSchemaCommand.self, TypesGenerateCommand.self,
        ],
        defaultSubcommand: TypesListCommand.self)
}

enum TypeCategory: String, ExpressibleByArgument, CaseIterable {
    case content, notification, status, signal, custom
}

struct TypesListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists all types: name, category, flags, Swift type, provenance.",
        usage: "imwire types list [<options>]",
        discussion: """
            The flags are those of the registry: persisted (stored), counted (as \
            unread), status (not stored), none, or unknown if they are not published. \
            Contents of a type without a Swift type are kept as bytes.

            The provenance says how well a type is known: seed (the agreed base), \
            documented (published by the vendor) or inferred (from programs that use it).

            EXAMPLES
              imwire types
              imwire types --category notification
              imwire types --format json | head -3
            """)

    @Option(help: "Only this category.")
    var category: TypeCategory?

    @Option(help: "text: for people; json: one object a line.")
    var format = OutputFormat.text

    @OptionGroup var custom: CustomTypeOptions

    func run() throws {
        let own = try custom.read()
        let library = try own.library()
        let types = own.registry.all.filter { type in
            category.map { $0.rawValue == type.category.rawValue } ?? true
        }
        let out = Output()
        switch format {
        case .text:
            let rows = types.map { type in
                let schema = library.schema(type.objectName)
                return [
                    type.objectName.rawValue, type.category.rawValue, type.flags, schema?.swiftName ?? "-",
                    schema.map { $0.provenance ?? "" } ?? "-",
                ]
            }
            let head = ["objectName", "category", "flags", "Swift type", "provenance"]
            for (index, line) in TextLayout.columns([head] + rows).enumerated() {
                out.line(index == 0 ? out.style.bold(line) : line)
            }
            out.line(TextLayout.count(types.count, "type"))
        case .json:
            for type in types { out.record(type.summary(library.schema(type.objectName)).json.text) }
        }
        out.flush()
    }
}

struct TypesSchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Writes the JSON Schema (2020-12) of a type.",
        usage: "imwire types schema [<options>] <object-name>",
        discussion: """
            EXAMPLES
              imwire types schema RC:TxtMsg > text.schema.json
            """)

    @Argument(help: "The type's name, such as RC:TxtMsg.")
    var objectName: String

    @OptionGroup var custom: CustomTypeOptions

    func run() throws {
        let types = try custom.read()
        let type = try ContentType.named(objectName, in: types.registry)
        let own = types.schemas.first { $0.objectName == type.objectName }?.file
        let file = types.files.first { $0.name == own }.flatMap { try? RawJSON(parsing: $0.text.span).text }
        guard let text = SpecSchema.contentType(type.objectName.rawValue) ?? file else {
            throw CommandFailure(message: "\(type.objectName) has no schema in this build", exit: .broken)
        }
        Output.emit(document: text + "\n")
    }
}

extension ContentType {
    var flags: String { persistence?.description ?? "unknown" }

    /// Returns the JSON object for the type in the list.
    func summary(_ schema: Schema?) -> JSONBuilder {
        var object = JSONBuilder()
        object.add("objectName", objectName.rawValue)
        object.add("title", schema.map { $0.title ?? "" })
        object.add("category", category.rawValue)
        object.add("persistence", persistence.map { RawJSON.integer($0.rawValue) } ?? .null)
        object.add("alternatives", acceptedPersistence.map { RawJSON.integer($0.rawValue) })
        object.add("swiftName", schema?.swiftName.map { RawJSON($0) } ?? .null)
        object.add("provenance", schema.map { $0.provenance ?? "" })
        return object
    }
}

#endif
