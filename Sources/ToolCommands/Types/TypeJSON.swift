// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire

/// One type as programs read it: the schema's facts, with its references followed.
struct TypeJSON {
    /// What the registry knows.
    let type: ContentType
    /// What the schema says.
    let schema: SchemaView

    /// The JSON text.
    var text: String {
        var object = type.summary(in: schema.catalog)
        object.add("description", schema.summary)
        object.add("digest", raw: schema.schema["x-digest"].map(TypeJSON.compact) ?? "null")
        object.add("since", raw: schema.since.map { RawJSON($0).text } ?? "null")
        object.add("members", raw: list(schema.members))
        var platforms = JSONObject()
        for (platform, name) in schema.platforms { platforms.add(platform, name) }
        object.add("platforms", raw: platforms.text)
        object.add("notes", raw: strings(schema.notes))
        object.add("sources", raw: strings(schema.sources))
        return object.text
    }

    private func list(_ members: [MemberView]) -> String {
        let texts = members.map { member in
            var object = JSONObject()
            object.add("name", member.name)
            object.add("type", member.kind)
            object.add("required", member.isRequired)
            object.add("description", member.summary)
            object.add("remarks", raw: strings(member.remarks))
            if !member.members.isEmpty { object.add("members", raw: list(member.members)) }
            return object.text
        }
        return "[\(texts.joined(separator: ","))]"
    }

    private func strings(_ texts: [String]) -> String {
        "[\(texts.map { RawJSON($0).text }.joined(separator: ","))]"
    }

    /// A value without the line breaks that it has in its file.
    private static func compact(_ value: RawJSON) -> String {
        guard let members = value.members else { return value.text }
        var object = JSONObject()
        for (name, value) in members { object.add(name, raw: compact(value)) }
        return object.text
    }
}

#endif
