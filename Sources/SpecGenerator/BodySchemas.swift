// SPDX-License-Identifier: Apache-2.0

import Schemas

/// The JSON Schemas of the bodies of packets in polling (RMTP-095, PRB-060); a PUBLISH or QUERY on a WebSocket has them
/// as protobuf messages, whose fields have the number `x-field`.
struct BodySchemas {
    let messages: [ProtoFile.Message]
    let enumerations: [ProtoFile.Enumeration]

    /// Returns a reference to the schema of a message.
    static func reference(_ message: String) -> PlainJSON { .reference("#/components/schemas/body-\(message)") }

    var schemas: [PlainJSON.Member] {
        messages.map { message in
            let required = message.fields.filter { $0.label == .required }.map { PlainJSON.string($0.name) }
            let schema = PlainJSON.members([
                "type": "object",
                "description": .string(message.comment),
                "required": required.isEmpty ? nil : .list(required),
                "properties": .object(message.fields.map { (name: $0.name, value: property($0)) }),
            ])
            return (name: "body-\(message.name)", value: schema)
        }
    }

    private func property(_ field: ProtoFile.Field) -> PlainJSON {
        let value = value(field.type)
        let schema = field.label == .repeated ? ["type": "array", "items": value] : value
        // Draft 7 ignores what stands beside a reference.
        let base: PlainJSON = schema["$ref"] == nil ? schema : ["allOf": [schema]]
        return base.merging(
            .members([
                "description": field.comment.isEmpty ? nil : .string(field.comment),
                "x-field": .integer(field.number),
            ]))
    }

    private func value(_ type: String) -> PlainJSON {
        switch type {
        case "bool": return ["type": "boolean"]
        case "string", "bytes": return ["type": "string", "x-kind": .string(type)]
        case "int32", "int64": return ["type": "integer", "format": .string(type)]
        default: break
        }
        guard let enumeration = enumerations.first(where: { $0.name == type }) else {
            return BodySchemas.reference(type)
        }
        let values = enumeration.values.map { value in
            (name: String(value.number), value: PlainJSON.string("\(value.name): \(value.comment)"))
        }
        return ["type": "integer", "format": "int32", "x-values": .object(values)]
    }
}
