// SPDX-License-Identifier: Apache-2.0

import Schemas

/// The JSON Schemas of the packets, as bytes and in polling.
struct PacketSchemas {
    let layouts: PacketFile
    /// The registries that members name.
    let registries: [String: Registry]

    /// The schemas of the packets, with their members in the order of the layout (RMTP-030).
    var schemas: [PlainJSON.Member] {
        layouts.packets.map { packet in
            let schema: PlainJSON = [
                "type": "object",
                "description": .string(packet.notes),
                "x-packetType": .integer(Int(packet.type)),
                "properties": .object(packet.members.map { (name: $0.name, value: property($0)) }),
            ]
            return (name: packet.name, value: schema)
        }
    }

    private func property(_ member: PacketFile.Member) -> PlainJSON {
        let bits = member.bits.map { bits in
            PlainJSON.object(bits.map { (name: $0.name, value: .string("\($0.mask): \($0.meaning)")) })
        }
        let notes = PlainJSON.members([
            "description": .string(member.meaning),
            "x-kind": .string(member.kind.rawValue),
            "x-only": member.only.map(PacketSchemas.scope),
            "x-not": member.not.map(PacketSchemas.scope),
            "x-bits": bits,
            "x-bit": member.bit.map { .string($0) },
            "x-announcedBy": member.announcedBy.map { .string($0) },
            "x-values": member.registry.flatMap { registries[$0]?.meanings },
        ])
        return PacketSchemas.schema(of: member.kind.rawValue).merging(notes)
    }

    private static func scope(_ scope: PacketFile.FormatScope) -> PlainJSON {
        .members([
            "direction": scope.direction.map { .string($0) },
            "versions": scope.versions.map { .list($0.map { .integer($0) }) },
        ])
    }

    /// The schemas of the packets in a reply of polling (RMTP-093).
    var polled: [PlainJSON.Member] {
        layouts.packets.filter { $0.direction != "up" }.map { packet in
            let names = Set(packet.members.map(\.name))
            var members: [PlainJSON.Member] = [(name: "headerCode", value: PacketSchemas.headerCode)]
            for member in layouts.polling
            where names.contains(member.member) || (member.also ?? []).contains(packet.name) {
                let description: PlainJSON = ["description": .string(member.meaning)]
                let schema = PacketSchemas.schema(of: member.kind).merging(description)
                members.append((name: member.wire ?? member.member, value: schema))
            }
            let schema: PlainJSON = [
                "type": "object",
                "description": .string(packet.meaning),
                "required": ["headerCode"],
                "properties": .object(members),
            ]
            return (name: "Polled\(packet.name)", value: schema)
        }
    }

    private static let headerCode: PlainJSON = [
        "type": "integer", "minimum": -128, "maximum": 127,
        "description": "The header byte as a signed number (RMTP-092).",
    ]

    private static func schema(of kind: String) -> PlainJSON {
        func integer(_ most: String) -> PlainJSON { ["type": "integer", "minimum": 0, "maximum": .number(most)] }
        switch kind {
        case "u8", "flags": return integer("255")
        case "u16": return integer("65535")
        case "u32": return integer("4294967295")
        case "u64": return integer("18446744073709551615")
        case "qos": return integer("3")
        case "boolean": return ["type": "boolean"]
        case "rest": return ["type": "string", "contentEncoding": "base64"]
        case "body": return ["type": "string", "contentMediaType": "application/json"]
        default: return ["type": "string"]
        }
    }
}
