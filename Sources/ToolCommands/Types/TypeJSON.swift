// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireValues
import Schemas

/// The JSON form of a type: the facts of its schema, with references resolved.
struct TypeJSON {
    let type: ContentType
    let schema: Schema

    var text: String {
        var object = type.summary(schema)
        object.add("description", schema.description ?? "")
        object.add("digest", RawJSON(scanned: schema.json["x-digest"]?.text ?? "null"))
        object.add("since", schema.since.map { RawJSON($0) } ?? .null)
        object.add("members", list(schema.members))
        var platforms = JSONBuilder()
        for (platform, name) in schema.platforms { platforms.add(platform, name) }
        object.add("platforms", platforms.json)
        object.add("notes", schema.notes.map { RawJSON($0) })
        object.add("sources", schema.sources.map { RawJSON($0) })
        return object.json.text
    }

    private func list(_ members: [SchemaMember]) -> [RawJSON] {
        members.map { member in
            var object = JSONBuilder()
            object.add("name", member.name)
            object.add("type", member.type)
            object.add("required", member.isRequired)
            object.add("description", member.description ?? "")
            object.add("remarks", member.remarks.map { RawJSON($0) })
            object.add("members", some: list(member.object?.members ?? []))
            return object.json
        }
    }
}

#endif
