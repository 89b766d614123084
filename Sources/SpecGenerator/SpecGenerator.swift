// SPDX-License-Identifier: Apache-2.0

import Platform
import Schemas
import TypeGenerator

/// A generator that reads `Spec/` and writes the Swift sources derived from it.
package struct SpecGenerator {
    private let root: URL

    /// Creates a generator for the package at `root`.
    package init(root: URL) {
        self.root = root
    }

    /// Returns the generated files: paths relative to the package's root, and texts.
    package func files() throws -> [(path: String, text: String)] {
        let spec = root.appending(path: "Spec")
        let library = try SpecGenerator.library(spec)
        var files: [(path: String, text: String)] = []
        func add(_ folder: String, _ name: String, _ text: String) {
            files.append(("\(folder)/\(name).generated.swift", text))
        }
        let content = "Sources/IMWire/Content/Generated"
        let enumerations = try self.enumerations(library)
        let examples = try ContentExamples(library, cases: root.appending(path: "Fixtures/cases/content"))
        var assignable: [TypeWriter] = []
        for (folder, schemas) in [("common-objects", library.commonObjects), ("content-types", library.contentTypes)] {
            for schema in schemas where schema.swiftName != nil {
                let source = "\(folder)/\(schema.file)\(SchemaLibrary.ending)"
                let writer = try TypeWriter(
                    schema, source: source, enumerations: enumerations[schema.objectName ?? schema.file] ?? [:],
                    example: examples.code[schema.swiftName ?? ""] ?? [])
                add(content, writer.swiftName, try writer.text().file(source: "Spec/\(source)"))
                if schema.objectName != nil { assignable.append(writer) }
            }
        }
        add("Sources/IMWireValues/Values/Generated", "Assignments", AssignmentWriter(types: assignable).file())
        add(content, "BuiltInTypes", try builtInTypes(library))
        add(content, "CommonObjects", CommonObjectWriter(library: library).file())
        let platforms = try ProfileWriter(library, platforms: root.appending(path: "Fixtures/platforms"))
        add(content, "EncodeProfile+Platforms", try platforms.file())

        let codes = "Sources/IMWire/Codes/Generated"
        let packetCodes = "Sources/IMWireRMTP/Codes/Generated"
        let types = RegistryWriter.types.map { ($0.0, $0.1, codes) }
        for (file, type, folder) in types + RegistryWriter.packetTypes.map({ ($0.0, $0.1, packetCodes) }) {
            let registry = try decode(Registry.self, "registry/\(file).json")
            add(folder, type, RegistryWriter.type(type, registry, source: file))
        }
        for (file, type, rawType, folder) in RegistryWriter.vocabularies {
            let registry = try decode(Registry.self, "registry/\(file).json")
            add(folder, type, RegistryWriter.type(type, registry, source: file, rawType: rawType))
        }
        for (file, name, type) in [
            ("error-codes", "client", "ServiceCode+Client"), ("server-api-codes", "serverAPI", "ServiceCode+ServerAPI"),
        ] {
            let registry = try decode(CodeRegistry.self, "registry/\(file).json")
            add(codes, type, RegistryWriter.codes(name, registry, source: file))
        }

        let services = try decode(ServerAPIRegistry.self, "registry/server-api.json")
        let forms = try ServerAPIWriter(services)
        add("Sources/IMWireServerAPI/Generated", "ServiceEndpoint", try forms.swift())
        files.append(("Spec/server-api-forms.md", forms.page()))
        let document = OpenAPIWriter(
            frame: try json("registry/server-api-document.json"), registry: services,
            meanings: try decode(MemberMeanings.self, "registry/server-api-members.json"),
            codes: try decode(CodeRegistry.self, "registry/server-api-codes.json"),
            registries: try registries(["channel-types"]))
        files.append((OpenAPIWriter.path, try document.file()))

        let topics = try decode(TopicRegistry.self, "registry/rmtp-topics.json")
        add(packetCodes, "RMTPTopic", TopicWriter.file(topics))
        let layouts = try PacketFile(parsing: Data(contentsOf: spec.appending(path: "rmtp/packets.json")))
        for file in PacketTableWriter.files(layouts) {
            add("Sources/IMWireRMTP/Packets/Generated", file.name, file.text)
        }
        let bodies = "Sources/IMWireRMTP/Bodies/Generated"
        let schemas = try ProtoLibrary(spec.appending(path: "rmtp"))
        let connections = AsyncAPIWriter(
            frame: try json("registry/rongcloud-document.json"), topics: topics,
            packets: PacketSchemas(
                layouts: layouts, registries: try registries(RegistryWriter.packetTypes.map(\.0))),
            bodies: BodySchemas(messages: schemas.bodies, enumerations: schemas.enumerations))
        files.append((AsyncAPIWriter.path, connections.file()))
        for file in try schemas.swiftFiles(source: "Spec/rmtp", namespace: "RMTPBody", imports: ["IMWire"]) {
            add(bodies, file.name, file.text)
        }
        add(
            "Sources/IMWireRMTP/Envelope/Generated", "EnvelopeFields",
            try schemas.envelopes(source: "Spec/rmtp", namespace: "RMTPBody"))
        add(bodies, "RMTPBody+All", schemas.table(source: "Spec/rmtp"))
        add("Tests/IMWireRMTPTests/Whole", "WholeBodies", try schemas.wholeBodies(source: "Spec/rmtp"))
        add("Tests/IMWireTests/Whole", "WholeContents", ContentTestWriter(library).file())
        add("Tests/IMWireTests/Snippets", "ContentExamples", examples.file())
        add("Tests/IMWireRMTPTests/Snippets", "BodyExamples", try schemas.bodyExamples(source: "Spec/rmtp"))
        let probe = "Tests/IMWireRMTPTests/Probe"
        let probes = try ProtoLibrary(root.appending(path: probe))
        for file in try probes.swiftFiles(source: probe, imports: ["IMWire", "IMWireRMTP"]) {
            add(probe, file.name, file.text)
        }

        let tables = WiresharkTables(
            spec: spec, library: library, layouts: layouts, schemas: schemas, topics: topics,
            statuses: try RegistryWriter.packetTypes.map { file, _ in
                (file, try decode(Registry.self, "registry/\(file).json"))
            })
        files.append((WiresharkWriter.path, try WiresharkWriter.file(tables, root: root)))

        let requests = try RequestSchema(
            parsing: String(contentsOf: spec.appending(path: "testee-request.schema.json"), encoding: .utf8))
        add("Sources/IMWireValues/Requests/Generated", "RequestRule", try requests.file())
        files.append((RequestCases.path, try RequestCases(schema: requests).file()))
        files += try ErrorCodes(spec).files()
        add("Sources/IMWireSpec/Generated", "SpecText", try SpecText(spec).file())
        add("Sources/IMWireSpec/Generated", "SpecSchemas", try schemaTexts(library, spec))
        let paths = files.map(\.path)
        guard Set(paths).count == paths.count else { throw SpecError("two schemas give the same Swift name") }
        return files
    }

    /// Writes the files that differ, and removes generated files that are obsolete.
    ///
    /// - Returns: The paths that changed.
    package func write() throws -> [String] {
        let files = try files()
        let stale = try stale(files)
        for path in stale {
            let url = root.appending(path: path)
            if let file = files.first(where: { $0.path == path }) {
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try file.text.write(to: url, atomically: true, encoding: .utf8)
            } else {
                try FileManager.default.removeItem(at: url)
            }
        }
        return stale
    }

    /// Returns the paths of generated files that are out of date.
    package func stale() throws -> [String] {
        try stale(try files())
    }

    private func stale(_ files: [(path: String, text: String)]) throws -> [String] {
        var stale = files.filter { file in
            (try? String(contentsOf: root.appending(path: file.path), encoding: .utf8)) != file.text
        }.map(\.path)
        let expected = Set(files.map(\.path))
        for folder in Set(files.map { $0.path.split(separator: "/").dropLast().joined(separator: "/") }).sorted() {
            let found = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []
            stale += found.map { "\(folder)/\($0)" }.filter {
                $0.hasSuffix(".generated.swift") && !expected.contains($0)
            }
        }
        return stale
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ path: String) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(contentsOf: root.appending(path: "Spec/\(path)")))
        } catch {
            throw SpecError("\(path): \(error)")
        }
    }

    private func json(_ path: String) throws -> PlainJSON {
        try PlainJSON(parsing: String(contentsOf: root.appending(path: "Spec/\(path)"), encoding: .utf8))
    }

    /// Returns registries by their names.
    private func registries(_ names: [String]) throws -> [String: Registry] {
        var registries: [String: Registry] = [:]
        for name in names { registries[name] = try decode(Registry.self, "registry/\(name).json") }
        return registries
    }

    /// Reads the schemas, each of which must have a title, a description and a provenance.
    private static func library(_ spec: URL) throws -> SchemaLibrary {
        func files(_ folder: String) throws -> [SchemaLibrary.File] {
            let folder = spec.appending(path: folder)
            return try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { $0.hasSuffix(SchemaLibrary.ending) }.sorted()
                .map { ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) }
        }
        let library = try SchemaLibrary(
            contentTypes: try files("content-types"), commonObjects: try files("common-objects"))
        for schema in library.contentTypes + library.commonObjects
        where schema.title == nil || schema.description == nil || schema.provenance == nil {
            throw SpecError("\(schema.file): title, description or x-provenance is missing")
        }
        return library
    }

    /// Returns the enumerations of members, by the name of the type or object and the name of the member.
    private func enumerations(_ library: SchemaLibrary) throws -> [String: [String: MemberEnumeration]] {
        let schemas =
            library.commonObjects.map { ($0.file, $0) } + library.contentTypes.map { ($0.objectName ?? "", $0) }
        var enumerations: [String: [String: MemberEnumeration]] = [:]
        for (file, type, property) in RegistryWriter.types {
            let registry = try decode(Registry.self, "registry/\(file).json")
            for place in registry.members ?? [] {
                let parts = place.split(separator: "/").map(String.init)
                guard parts.count == 2, let schema = schemas.first(where: { $0.0 == parts[0] })?.1,
                    schema.member(parts[1]) != nil
                else { throw SpecError("\(file): \(place) is no member") }
                enumerations[parts[0], default: [:]][parts[1]] = MemberEnumeration(
                    type: type, property: property, isText: registry.isText)
            }
        }
        return enumerations
    }

    private func builtInTypes(_ library: SchemaLibrary) throws -> String {
        let types = try library.contentTypes.map { schema in
            guard let name = schema.objectName, let category = schema.category,
                schema.isOpaque || schema.swiftName != nil
            else { throw SpecError("\(schema.file): objectName, category or Swift name is missing") }
            let accepted = schema.acceptedFlags.map { persistence($0) }.joined(separator: ", ")
            return "ContentType(\(quoted(name)), .\(category), \(persistence(schema.flags)), "
                + (accepted.isEmpty ? "" : "accepted: [\(accepted)], ")
                + (schema.swiftName.map { "\($0).self)," } ?? "nil),")
        }
        let text: SwiftText = """
            extension ContentType {
                /// Every built-in type.
                static let builtIn: [ContentType] = [
                    \(types)
                ]
            }

            \(library.contentTypes.compactMap(\.swiftName).map { "extension \($0): BuiltInContent {}" })
            """
        return text.file(source: "Spec/content-types")
    }

    /// Returns the file with the texts of the schemas, for the tools that show them.
    private func schemaTexts(_ library: SchemaLibrary, _ spec: URL) throws -> String {
        func texts(_ folder: String, _ files: [(file: String, name: String)]) throws -> SwiftText {
            .joined(
                try files.map { file, name in
                    let url = spec.appending(path: "\(folder)/\(file).schema.json")
                    let text = try String(contentsOf: url, encoding: .utf8)
                    guard !text.contains("\"\"\"##") else { throw SpecError("\(file): cannot be quoted") }
                    return ###"""
                        (
                            \###(quoted(name)),
                            ##"""
                            \###(text.split(separator: "\n").map(String.init))
                            """##
                        ),
                        """###
                })
        }
        let types = try texts("content-types", library.contentTypes.map { ($0.file, $0.objectName ?? "") })
        let objects = try texts("common-objects", library.commonObjects.map { ($0.file, $0.file) })
        let classes = library.contentTypes.map { schema in
            let names = schema.platforms.flatMap { $0.name.split(separator: " / ").map(String.init) }
            let distinct = names.enumerated().filter { !$1.contains(" ") && names.firstIndex(of: $1) == $0 }
            return "(\(quoted(schema.objectName ?? "")), \(quoted(distinct.map(\.element).joined(separator: " ")))),"
        }
        let text: SwiftText = """
            extension SpecSchema {
                /// The schemas of `Spec/content-types`: what they describe, and their text.
                static let contentTypes: [(name: String, text: String)] = [
                    \(types)
                ]
                /// The schemas of `Spec/common-objects`: what they describe, and their text.
                static let commonObjects: [(name: String, text: String)] = [
                    \(objects)
                ]
                /// The types, and the names of the classes that represent them on any platform, separated by spaces.
                package static let classes: [(objectName: String, names: String)] = [
                    \(classes)
                ]
            }
            """
        return text.file(source: "Spec/content-types and Spec/common-objects")
    }
}
