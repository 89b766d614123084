// SPDX-License-Identifier: Apache-2.0

extension Manifest {
    /// Reads a manifest (CMP-001…CMP-014).
    ///
    /// - Throws: The first error found, with its path.
    package init(parsing bytes: [UInt8]) throws(ManifestError) {
        let object = try FactObject(file: bytes, of: "manifest", Manifest.version)
        self.init(platform: try object.required("platform"))
        title = try object.string("title")
        shape = try object.word("shape") ?? .wire
        reading = try object.object("reading") { (reading) throws(ManifestError) in
            Reading(
                types: try reading.word("types"), characters: try reading.word("characters"),
                source: try reading.source())
        }
        notes = try object.strings("notes")
        sdk = try object.object("sdk") { (sdk) throws(ManifestError) in
            SDK(
                name: try sdk.required("name"), version: try sdk.string("version"),
                commit: try sdk.string("commit"), url: try sdk.string("url"))
        }
        provenance = try object.list("provenance") { (place) throws(ManifestError) in
            Provenance(
                source: try place.required("source"), commit: try place.string("commit"),
                note: try place.string("note"))
        }
        objectNameLimit = try object.object("objectNameLimit") { (limit) throws(ManifestError) in
            guard let value = try limit.integer("value") else { throw limit.missing("value") }
            return Claim(value, try limit.source())
        }
        types = try object.list("types", ManifestType.init)
        objects = try object.list("objects", ManifestObject.init)
        enumerations = try object.list("enumerations", ManifestEnumeration.init)
        try object.finish()
    }
}

extension ManifestType {
    init(_ object: FactObject) throws(ManifestError) {
        self.init(objectName: try object.present("objectName"))
        className = try object.string("class")
        aliases = try object.list("aliases") { (alias) throws(ManifestError) in
            Claim(try alias.required("objectName"), try alias.source())
        }
        shape = try object.word("shape")
        category = try object.word("category")
        flags = try object.list("flags", ManifestFlags.init)
        if object.has("members") { members = try object.list("members", ManifestMember.init) }
        hasCommonMembers = try object.boolean("commonMembers")
        direction = try object.word("direction") ?? .both
        reading = try object.word("reading")
        source = try object.source()
        note = try object.string("note")
        try object.finish()
    }
}

extension ManifestObject {
    init(_ object: FactObject) throws(ManifestError) {
        self.init(name: try object.required("name"))
        className = try object.string("class")
        shape = try object.word("shape")
        members = try object.list("members", ManifestMember.init)
        source = try object.source()
        try object.finish()
    }
}

extension ManifestFlags {
    init(_ object: FactObject) throws(ManifestError) {
        self.init(
            value: try object.integer("value"), words: try object.strings("words"), source: try object.source())
        persisted = try object.boolean("persisted")
        counted = try object.boolean("counted")
        place = try object.string("place")
        bits = object.has("bits") ? try object.integers("bits") : nil
        if value == nil, words.isEmpty, bits == nil, persisted == nil, counted == nil {
            throw ManifestError(object.path, "no flags: write value, words, bits, persisted or counted")
        }
        try object.finish()
    }
}

extension ManifestMember {
    init(_ object: FactObject) throws(ManifestError) {
        self.init(try object.required("name"), try object.words("type"), source: try object.source())
        declaredType = try object.string("declaredType")
        isRequired = try object.boolean("required")
        aliases = try object.strings("aliases")
        property = try object.string("property")
        direction = try object.word("direction") ?? .both
        absent = try object.word("absent")
        omits = try object.words("omits")
        defaultValue = object.raw("default")
        carries = try object.string("carries")
        maxBytes = try object.integer("maxBytes")
        members = try object.list("members", ManifestMember.init)
        try object.finish()
    }
}

extension ManifestEnumeration {
    init(_ object: FactObject) throws(ManifestError) {
        self.init(name: try object.required("name"))
        className = try object.string("class")
        representation = try object.word("representation") ?? .value
        values = try object.list("values") { (value) throws(ManifestError) in
            let made = Value(
                try value.required("name"), try value.integer("number"), text: try value.string("text"),
                source: try value.source())
            try value.finish()
            return made
        }
        source = try object.source()
        try object.finish()
    }
}
