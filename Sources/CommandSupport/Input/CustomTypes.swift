// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import IMWire
import Platform

/// The options for an application's own types.
package struct CustomTypeOptions: ParsableArguments {
    @Option(
        name: .customLong("types"),
        help: ArgumentHelp(
            "A folder with schemas of your own types, *.schema.json (Spec/custom-types.md). May be repeated.",
            valueName: "folder"),
        completion: .directory)
    package var folders: [String] = []

    @Flag(help: "Accept a schema whose objectName starts with RC: (CNT-122).")
    package var overrideReserved = false

    package init() {}

    package func validate() throws {
        if overrideReserved, folders.isEmpty { throw ValidationError("--override-reserved is for types; add --types") }
    }

    /// Reads the schemas.
    package func read() throws(CommandFailure) -> CustomTypes {
        try CustomTypes(folders, overridingReserved: overrideReserved)
    }
}

/// An application's own types, read from folders.
package struct CustomTypes {
    /// The suffix of a schema's file name.
    package static let ending = ".schema.json"

    /// The schema files, each named by its path.
    package private(set) var files: [SchemaFile] = []
    /// The types that the schemas describe.
    package private(set) var schemas: [ContentSchema] = []
    /// The built-in types and the application's own types.
    package private(set) var registry = ContentRegistry.builtIn

    /// Reads every schema in the folders.
    ///
    /// - Throws: An error that includes the file and the place in it.
    package init(_ folders: [String], overridingReserved: Bool = false) throws(CommandFailure) {
        for folder in folders { try read(folder) }
        guard !folders.isEmpty else { return }
        do throws(SchemaError) {
            schemas = try ContentSchema.read(files)
        } catch {
            throw .usage(TextLayout.shown(error.description, limit: 1_024))
        }
        if schemas.isEmpty {
            throw .usage("no schema in \(TextLayout.path(folders[0])) has an x-objectName")
        }
        for schema in schemas {
            do throws(RegistrationError) {
                try registry.register(schema, overridingReserved: overridingReserved)
            } catch {
                throw .usage("\(TextLayout.path(schema.file))#/x-objectName: \(CustomTypes.reason(error))")
            }
        }
    }

    private mutating func read(_ folder: String) throws(CommandFailure) {
        let shown = TextLayout.path(folder)
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw .usage("\(shown) is not a folder that can be read")
        }
        let schemas = names.filter { $0.hasSuffix(CustomTypes.ending) }.sorted()
        if schemas.isEmpty { throw .usage("\(shown) holds no schema; the files are named *\(CustomTypes.ending)") }
        for name in schemas {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            files.append(SchemaFile(name: path, text: try CustomTypes.bytes(path)))
        }
    }

    /// Returns a file's bytes; pipes and devices are rejected, because reading one might never end.
    private static func bytes(_ path: String) throws(CommandFailure) -> [UInt8] {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .usage("\(TextLayout.path(path)) is not a file that can be read")
        }
        return try InputFile.contents(of: path, maximum: DecodingLimits().contentBytes, kind: "schema.json")
    }

    /// Returns the reason that a name was rejected, in terms of the command line.
    private static func reason(_ error: RegistrationError) -> String {
        let name = TextLayout.shown(error.objectName.rawValue)
        return switch error.code {
        case .reserved:
            "\(name) starts with RC:, which the service reserves for its own types; choose your own prefix,"
                + " or give --override-reserved if the application already ships with it"
        case .taken: "\(name) is a built-in type, or another schema has it already"
        default: TextLayout.shown(error.description, limit: 256)
        }
    }
}

#endif
