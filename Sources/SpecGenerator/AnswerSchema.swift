// SPDX-License-Identifier: Apache-2.0

import Schemas

/// The JSON Schema of the answer of a service (API-085, API-086).
struct AnswerSchema {
    private let entry: ServerAPIRegistry.Entry
    private let meanings: MemberMeanings

    init(_ entry: ServerAPIRegistry.Entry, _ meanings: MemberMeanings) {
        self.entry = entry
        self.meanings = meanings
    }

    func schema() throws -> PlainJSON {
        let common = PlainJSON.reference("#/components/schemas/Answer")
        return entry.answer.isEmpty ? common : ["allOf": [common, try object(entry.answer)]]
    }

    /// Returns the schema of an object: of a whole answer, or of an element of a list in it.
    private func object(_ members: [ServerAPIRegistry.Member]?) throws -> PlainJSON {
        guard let members else { return ["type": "object"] }
        var properties: [PlainJSON.Member] = []
        for member in members {
            let meaning = try meanings.answer(member.name, of: entry.name)
            properties.append(
                (name: member.name, value: try value(member).merging(["description": .string(meaning)])))
        }
        return ["type": "object", "properties": .object(properties)]
    }

    private func value(_ member: ServerAPIRegistry.Member) throws -> PlainJSON {
        switch member.type {
        case "text": return ["type": "string"]
        case "integer": return ["type": "integer", "format": "int64"]
        case "boolean": return ["type": "boolean"]
        case "object": return ["type": "object"]
        case "texts": return ["type": "array", "items": ["type": "string"]]
        case "objects": return ["type": "array", "items": try object(member.members)]
        case "users":
            return ["type": "array", "items": ["anyOf": [["type": "string"], try object(member.members)]]]
        case "messageUIDs":
            return ["type": "array", "items": .reference("#/components/schemas/PublishedMessage")]
        default: throw SpecError("server-api.json: \(member.name) has the unknown type \(member.type)")
        }
    }
}
