// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues
import TextSupport

extension Manifest {
    /// The manifest as JSON text, with members in a fixed order and small values on one line, so that changes are easy
    /// to read (CMP-015).
    package var json: String {
        var object = JSONBuilder()
        object.add("manifest", Manifest.version)
        object.add("platform", platform)
        object.add("title", title)
        object.add("sdk", sdk?.json)
        object.add("provenance", some: provenance.map(\.json))
        if shape != .wire { object.add("shape", shape.rawValue) }
        object.add("reading", reading?.json)
        object.add("notes", some: notes)
        object.add("objectNameLimit", objectNameLimit.map { $0.json("value", .integer($0.value)) })
        object.add("types", some: types.map(\.json))
        object.add("objects", some: objects.map(\.json))
        object.add("enumerations", some: enumerations.map(\.json))
        return JSONLayout.text(object.json) + "\n"
    }
}

extension Manifest.SDK {
    var json: RawJSON {
        var object = JSONBuilder()
        object.add("name", name)
        object.add("version", version)
        object.add("commit", commit)
        object.add("url", url)
        return object.json
    }
}

extension Manifest.Reading {
    var json: RawJSON {
        var object = JSONBuilder()
        object.add("types", types?.rawValue)
        object.add("characters", characters?.rawValue)
        object.add("source", source?.json)
        return object.json
    }
}

extension Manifest.Provenance {
    var json: RawJSON {
        var object = JSONBuilder()
        object.add("source", source)
        object.add("commit", commit)
        object.add("note", note)
        return object.json
    }
}

extension Claim {
    func json(_ name: String, _ value: RawJSON) -> RawJSON {
        var object = JSONBuilder()
        object.add(name, value)
        object.add("source", source?.json)
        return object.json
    }
}

extension FactSource {
    var json: RawJSON {
        var object = JSONBuilder()
        object.add("file", file)
        object.add("line", line)
        if certainty != .sure { object.add("certainty", certainty.rawValue) }
        return object.json
    }
}

extension ManifestType {
    var json: RawJSON {
        var object = JSONBuilder()
        object.add("objectName", objectName)
        object.add("class", className)
        object.add("aliases", some: aliases.map { $0.json("objectName", RawJSON($0.value)) })
        object.add("shape", shape?.rawValue)
        object.add("category", category?.rawValue)
        object.add("flags", some: flags.map(\.json))
        if direction != .both { object.add("direction", direction.rawValue) }
        object.add("commonMembers", hasCommonMembers)
        object.add("members", members.map { .array($0.map(\.json)) })
        object.add("reading", reading?.rawValue)
        object.add("source", source?.json)
        object.add("note", note)
        return object.json
    }
}

extension ManifestObject {
    var json: RawJSON {
        var object = JSONBuilder()
        object.add("name", name)
        object.add("class", className)
        object.add("shape", shape?.rawValue)
        object.add("members", some: members.map(\.json))
        object.add("source", source?.json)
        return object.json
    }
}

extension ManifestFlags {
    var json: RawJSON {
        var object = JSONBuilder()
        object.add("value", value)
        object.add("words", some: words)
        object.add("bits", bits.map { .array($0.map(RawJSON.integer)) })
        object.add("persisted", persisted)
        object.add("counted", counted)
        object.add("place", place)
        object.add("source", source?.json)
        return object.json
    }
}

extension ManifestMember {
    var json: RawJSON {
        var object = JSONBuilder()
        object.add("name", name)
        if types.count == 1 {
            object.add("type", types[0].rawValue)
        } else {
            object.add("type", some: types.map(\.rawValue))
        }
        object.add("declaredType", declaredType)
        object.add("required", isRequired)
        object.add("aliases", some: aliases)
        object.add("property", property)
        if direction != .both { object.add("direction", direction.rawValue) }
        object.add("absent", absent?.rawValue)
        object.add("omits", some: omits.map(\.rawValue))
        object.add("default", defaultValue.map { RawJSON(scanned: $0) })
        object.add("carries", carries)
        object.add("maxBytes", maxBytes)
        object.add("members", some: members.map(\.json))
        object.add("source", source?.json)
        return object.json
    }
}

extension ManifestEnumeration {
    var json: RawJSON {
        var object = JSONBuilder()
        object.add("name", name)
        object.add("class", className)
        if representation != .value { object.add("representation", representation.rawValue) }
        object.add("values", some: values.map(\.json))
        object.add("source", source?.json)
        return object.json
    }
}

extension ManifestEnumeration.Value {
    var json: RawJSON {
        var object = JSONBuilder()
        object.add("name", name)
        object.add("number", number)
        object.add("text", text)
        object.add("source", source?.json)
        return object.json
    }
}
