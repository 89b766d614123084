// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The operation `schema.check`, which decides whether the schemas of an application can be used.
package enum SchemaOperations {
    /// Answers with the names of the types that the files describe (TST-212).
    static func check(_ request: JSONObject) throws(OperationError) -> RawJSON {
        let overridesReserved = request["overridesReserved"]?.boolean ?? false
        let (_, names) = try registry(request["files"]?.elements ?? [], overridingReserved: overridesReserved)
        return .object(["value": names])
    }

    /// Returns the built-in types with those that files of schemas describe, and the names of the latter; a file is an
    /// object with a `name` and a `text`.
    package static func registry(
        _ files: [RawJSON], overridingReserved: Bool
    ) throws(OperationError) -> (types: ContentRegistry, names: [String]) {
        var schemaFiles: [SchemaFile] = []
        for file in files {
            guard let name = file["name"]?.string, let text = file["text"]?.string else {
                throw .unsupported("a file without a name or a text")
            }
            schemaFiles.append(SchemaFile(name: name, text: text))
        }
        let schemas: [ContentSchema]
        do throws(SchemaError) {
            schemas = try ContentSchema.decode(schemaFiles)
        } catch {
            throw .schema(error)
        }
        var registry = ContentRegistry.builtIn
        for schema in schemas {
            do throws(RegistrationError) {
                try registry.register(schema, overridingReserved: overridingReserved)
            } catch {
                throw .registration(error)
            }
        }
        return (registry, schemas.map(\.objectName.rawValue))
    }
}
