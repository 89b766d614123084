// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

extension Manifest {
    /// The manifest as JSON text: members in a fixed order, small values on one line, so that changes read well (CMP-015).
    package var json: String {
        var object = FactWriter()
        object.add("manifest", Manifest.version)
        object.add("platform", platform)
        object.add("title", title)
        object.add("sdk", sdk?.json)
        object.add("provenance", provenance.map(\.json))
        if shape != .wire { object.add("shape", shape.rawValue) }
        object.add("reading", reading?.json)
        object.add("notes", texts: notes)
        object.add("objectNameLimit", objectNameLimit.map { $0.json("value", .integer($0.value)) })
        object.add("types", types.map(\.json))
        object.add("objects", objects.map(\.json))
        object.add("enumerations", enumerations.map(\.json))
        return object.value.text() + "\n"
    }
}

extension Manifest.SDK {
    var json: FactValue {
        var object = FactWriter()
        object.add("name", name)
        object.add("version", version)
        object.add("commit", commit)
        object.add("url", url)
        return object.value
    }
}

extension Manifest.Reading {
    var json: FactValue {
        var object = FactWriter()
        object.add("types", types?.rawValue)
        object.add("characters", characters?.rawValue)
        object.add("source", source?.json)
        return object.value
    }
}

extension Manifest.Provenance {
    var json: FactValue {
        var object = FactWriter()
        object.add("source", source)
        object.add("commit", commit)
        object.add("note", note)
        return object.value
    }
}

extension Claim {
    func json(_ name: String, _ value: FactValue) -> FactValue {
        var object = FactWriter()
        object.add(name, value)
        object.add("source", source?.json)
        return object.value
    }
}

extension FactSource {
    var json: FactValue {
        var object = FactWriter()
        object.add("file", file)
        object.add("line", line)
        if certainty != .sure { object.add("certainty", certainty.rawValue) }
        return object.value
    }
}

extension ManifestType {
    var json: FactValue {
        var object = FactWriter()
        object.add("objectName", objectName)
        object.add("class", className)
        object.add("aliases", aliases.map { $0.json("objectName", .string($0.value)) })
        object.add("shape", shape?.rawValue)
        object.add("category", category?.rawValue)
        object.add("flags", flags.map(\.json))
        if direction != .both { object.add("direction", direction.rawValue) }
        object.add("commonMembers", hasCommonMembers)
        object.add("members", members.map { .array($0.map(\.json)) })
        object.add("reading", reading?.rawValue)
        object.add("source", source?.json)
        object.add("note", note)
        return object.value
    }
}

extension ManifestObject {
    var json: FactValue {
        var object = FactWriter()
        object.add("name", name)
        object.add("class", className)
        object.add("shape", shape?.rawValue)
        object.add("members", members.map(\.json))
        object.add("source", source?.json)
        return object.value
    }
}

extension ManifestFlags {
    var json: FactValue {
        var object = FactWriter()
        object.add("value", value)
        object.add("words", texts: words)
        object.add("bits", bits.map { .array($0.map(FactValue.integer)) })
        object.add("persisted", persisted)
        object.add("counted", counted)
        object.add("place", place)
        object.add("source", source?.json)
        return object.value
    }
}

extension ManifestMember {
    var json: FactValue {
        var object = FactWriter()
        object.add("name", name)
        if types.count == 1 {
            object.add("type", types[0].rawValue)
        } else {
            object.add("type", texts: types.map(\.rawValue))
        }
        object.add("declaredType", declaredType)
        object.add("required", isRequired)
        object.add("aliases", texts: aliases)
        object.add("property", property)
        if direction != .both { object.add("direction", direction.rawValue) }
        object.add("absent", absent?.rawValue)
        object.add("omits", texts: omits.map(\.rawValue))
        object.add("default", defaultValue.map(FactValue.raw))
        object.add("carries", carries)
        object.add("maxBytes", maxBytes)
        object.add("members", members.map(\.json))
        object.add("source", source?.json)
        return object.value
    }
}

extension ManifestEnumeration {
    var json: FactValue {
        var object = FactWriter()
        object.add("name", name)
        object.add("class", className)
        if representation != .value { object.add("representation", representation.rawValue) }
        object.add("values", values.map(\.json))
        object.add("source", source?.json)
        return object.value
    }
}

extension ManifestEnumeration.Value {
    var json: FactValue {
        var object = FactWriter()
        object.add("name", name)
        object.add("number", number)
        object.add("text", text)
        object.add("source", source?.json)
        return object.value
    }
}
