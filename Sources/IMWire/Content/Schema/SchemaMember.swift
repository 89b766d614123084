// SPDX-License-Identifier: Apache-2.0

/// A member of a schema with its reference resolved.
struct SchemaMember {
    let kind: Kind
    /// The description at the member itself.
    let own: SchemaNode
    /// The description that the member refers to, or the member itself if it has no reference.
    let target: SchemaNode

    enum Kind {
        case plain(MemberTable.Kind)
        case object(ObjectSchema), objects(ObjectSchema)
    }

    /// Creates a member from its description, resolving its reference.
    init(_ own: SchemaNode, in reader: inout SchemaReader) throws(SchemaError) {
        guard let found = try reader.target(of: own) else {
            try own.allow(SchemaKeywords.member)
            try self.init(own, own, in: &reader)
            return
        }
        try own.allow(SchemaKeywords.reference)
        let file = reader.file(found.index)
        if found.fragment.isEmpty {
            if file.isObject {
                let object = try reader.object(found.index, from: (own, "$ref"))
                self.init(kind: .object(object), own: own, target: file)
            } else if file["properties"] == nil {
                try self.init(own, file, in: &reader)
            } else {
                throw own.fault(
                    .reference, at: "$ref",
                    "\(file.file) describes single members; add #/properties/…")
            }
            return
        }
        let name = SchemaMember.name(in: found.fragment)
        guard let name, let member = try file.node("properties")?.node(name) else {
            throw own.fault(.reference, at: "$ref", "expected #/properties/NAME, with a member of \(file.file)")
        }
        if member["$ref"] != nil {
            throw own.fault(.reference, at: "$ref", "the member it names is itself a reference; refer to that file")
        }
        try self.init(own, member, in: &reader)
    }

    /// Creates a member that `target` describes.
    private init(_ own: SchemaNode, _ target: SchemaNode, in reader: inout SchemaReader) throws(SchemaError) {
        if let kind = try own.string("x-kind"), try target.string("x-kind") != kind {
            throw own.fault(.keyword, at: "x-kind", "it belongs to what the member refers to")
        }
        self.init(kind: try SchemaMember.kind(of: target, &reader), own: own, target: target)
    }

    /// Creates a member from a file that describes a value, in order to check the file.
    init(value file: SchemaNode, in reader: inout SchemaReader) throws(SchemaError) {
        try self.init(file, file, in: &reader)
    }

    private init(kind: Kind, own: SchemaNode, target: SchemaNode) {
        self.kind = kind
        self.own = own
        self.target = target
    }

    /// Returns the unescaped name in `/properties/NAME`, or nil if the fragment has another form.
    private static func name(in fragment: String) -> String? {
        let start = "/properties/"
        guard fragment.hasPrefix(start) else { return nil }
        let step = fragment.dropFirst(start.count)
        guard !step.contains("/") else { return nil }
        var name = ""
        var isEscape = false
        for scalar in step.unicodeScalars {
            if isEscape {
                guard scalar == "0" || scalar == "1" else { return nil }
                name += scalar == "0" ? "~" : "/"
            } else if scalar != "~" {
                name.unicodeScalars.append(scalar)
            }
            isEscape = !isEscape && scalar == "~"
        }
        return isEscape ? nil : name
    }

    /// Returns the deviation that a keyword names, at the member itself or else at its target; 0 for the general
    /// deviation.
    func deviation(_ keyword: String) throws(SchemaError) -> UInt16 {
        if let number = try own.deviation(keyword) { return number }
        return try target.deviation(keyword) ?? 0
    }

    /// Returns the node that has a keyword: the member itself, or else its target.
    func holder(of keyword: String) -> SchemaNode { own[keyword] == nil ? target : own }
}

// MARK: - Kinds

extension SchemaMember {
    /// Returns the kind of value that the member holds (CNT-192).
    private static func kind(of node: SchemaNode, _ reader: inout SchemaReader) throws(SchemaError) -> Kind {
        let type = try typeName(of: node)
        if let kind = try node.string("x-kind") {
            switch kind {
            case "any": return .plain(.any)
            case "stringMap": return .plain(.stringMap)
            case "stringListMap": return .plain(.stringListMap)
            case "rawObject": return .plain(.rawObject)
            case "rawList": return .plain(.rawArray)
            default:
                throw node.fault(
                    .value, at: "x-kind", "expected any, rawObject, rawList, stringMap or stringListMap")
            }
        }
        guard let type else { throw node.fault(.missing, "type is missing") }
        switch type {
        case "string":
            guard let encoding = try node.string("contentEncoding") else { return .plain(.string) }
            guard encoding == "base64" else {
                throw node.fault(.value, at: "contentEncoding", "the only encoding is base64")
            }
            return .plain(.base64)
        case "integer": return .plain(.integer)
        case "number": return .plain(.number)
        case "boolean": return .plain(.boolean)
        case "object": return .plain(.rawObject)
        default: return try list(node, &reader)  // "array"
        }
    }

    /// Returns the type that a member or an element of a list has, or nil if its schema names none (CNT-225).
    private static func typeName(of node: SchemaNode) throws(SchemaError) -> String? {
        if node["type"]?.kind == .array { throw node.fault(.missing, "expected one type") }
        let type = try node.string("type")
        switch type {
        case nil, "string", "integer", "number", "boolean", "object", "array": return type
        default:
            throw node.fault(.value, at: "type", "expected string, integer, number, boolean, object or array")
        }
    }

    /// Returns the kind of a list; one whose elements are neither strings nor objects of a file is kept as JSON text.
    private static func list(_ node: SchemaNode, _ reader: inout SchemaReader) throws(SchemaError) -> Kind {
        guard let items = try node.node("items") else { return .plain(.rawArray) }
        if let found = try reader.target(of: items) {
            try items.allow(SchemaKeywords.elementReference)
            guard found.fragment.isEmpty, reader.file(found.index).isObject else {
                throw items.fault(.reference, at: "$ref", "expected a file that describes an object")
            }
            return .objects(try reader.object(found.index, from: (items, "$ref")))
        }
        try items.allow(SchemaKeywords.element)
        return .plain(try typeName(of: items) == "string" ? .strings : .rawArray)
    }
}
