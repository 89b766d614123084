// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The operation `schema.check`, which decides whether the schemas of an application can be used.
enum SchemaOperations {
    /// Answers with the names of the types that the files describe (TST-212).
    static func check(_ request: JSONObject) throws(OperationError) -> RawJSON {
        var files: [SchemaFile] = []
        for file in request["files"]?.elements ?? [] {
            guard let name = file["name"]?.string, let text = file["text"]?.string else {
                throw .unsupported("a file without a name or a text")
            }
            files.append(SchemaFile(name: name, text: text))
        }
        let overridesReserved = request["overridesReserved"]?.boolean ?? false
        let schemas: [ContentSchema]
        do throws(SchemaError) {
            schemas = try ContentSchema.decode(files)
        } catch {
            throw .schema(error)
        }
        var registry = ContentRegistry.builtIn
        for schema in schemas {
            do throws(RegistrationError) {
                try registry.register(schema, overridingReserved: overridesReserved)
            } catch {
                throw .registration(error)
            }
        }
        return .object(["value": schemas.map(\.objectName.rawValue)])
    }
}
