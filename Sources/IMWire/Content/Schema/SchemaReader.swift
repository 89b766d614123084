// SPDX-License-Identifier: Apache-2.0

/// A reader that builds the types and objects described by an application's schema files.
///
/// Each file is built once, however many references it has, so that the tables are no larger than the files.
struct SchemaReader {
    /// The maximum number of files that are read together.
    static let maximumFiles = 1_024
    /// The maximum nesting depth of objects; content is nested no deeper than 32 (CNT-092).
    static let maximumDepth = 16

    private let memory = FixedMemory()
    /// The application's files in their order, followed by the common objects that they may refer to.
    private let files: [SchemaNode]
    private let ownFiles: Int
    /// The indices of the files, by the last component of their names.
    private var indices: [String: Int] = [:]
    /// The object of each file that is built, and the number of objects nested in one another in it, its own included.
    private var built: [(object: ObjectSchema, height: Int)?]
    /// The files being built, starting with the outermost, and the greatest height of the objects in each of them.
    private var open: [(file: Int, inner: Int)] = []

    init(_ files: [SchemaFile], _ limits: DecodingLimits) throws(SchemaError) {
        if files.count > SchemaReader.maximumFiles {
            throw SchemaError(
                .limit, files[SchemaReader.maximumFiles].name, "", "more than \(SchemaReader.maximumFiles) schemas")
        }
        var nodes: [SchemaNode] = []
        for file in files {
            if indices.updateValue(nodes.count, forKey: file.baseName) != nil {
                throw SchemaError(.name, file.name, "", "two files have this name; references could mean either")
            }
            nodes.append(try SchemaNode(file: file, limits: limits))
        }
        ownFiles = nodes.count
        for file in CommonObjects.files where indices[file.name] == nil {
            indices[file.name] = nodes.count
            nodes.append(try SchemaNode(file: file, limits: DecodingLimits()))
        }
        self.files = nodes
        built = Array(repeating: nil, count: nodes.count)
    }

    /// Builds every type and checks the files that are not types.
    mutating func read() throws(SchemaError) -> [ContentSchema] {
        var types: [ContentSchema] = []
        for index in 0..<ownFiles {
            let file = files[index]
            if file["x-objectName"] != nil {
                types.append(try type(index))
            } else if file.isObject {
                _ = try object(index)
            } else {
                try check(file)
            }
        }
        return types
    }

    /// Checks a file that describes a value, or members that types adopt individually.
    private mutating func check(_ file: SchemaNode) throws(SchemaError) {
        if file["properties"] == nil {
            try file.allow(SchemaKeywords.value)
            _ = try SchemaMember(value: file, in: &self)
            return
        }
        try file.allow(SchemaKeywords.object)
        guard try file.string("x-kind") == "members" else {
            throw file.fault(.value, at: "x-kind", "the only kind of a file with properties is members")
        }
        for (name, value) in try file.node("properties")?.members ?? [] {
            let path = file.path + "/properties"
            let own = try SchemaNode(value, file.file, SchemaNode.path(path, to: name))
            _ = try SchemaMember(own, in: &self)
        }
    }

    /// Returns the schema of the object that a file describes.
    mutating func object(_ index: Int, from reference: (node: SchemaNode, key: String)? = nil) throws(SchemaError)
        -> ObjectSchema
    {
        let file = files[index]
        if let reference {
            if open.contains(where: { $0.file == index }) {
                throw reference.node.fault(.reference, at: reference.key, "\(file.file) refers to itself")
            }
            // An object that was built before brings its own nested objects along (CNT-196).
            if open.count + (built[index]?.height ?? 1) > SchemaReader.maximumDepth {
                throw reference.node.fault(
                    .limit, at: reference.key, "more than \(SchemaReader.maximumDepth) nested objects")
            }
        }
        let part: (object: ObjectSchema, height: Int)
        if let earlier = built[index] {
            part = earlier
        } else {
            open.append((file: index, inner: 0))
            let object = try ObjectBuilder(file, isType: file["x-objectName"] != nil).build(memory, &self)
            part = (object, 1 + (open.popLast()?.inner ?? 0))
            built[index] = part
        }
        // The object that is being built has this one in it.
        if let last = open.indices.last { open[last].inner = max(open[last].inner, part.height) }
        return part.object
    }

    /// Returns the file that a reference names, regardless of its directory, and the fragment after `#`.
    func target(of node: SchemaNode, _ key: String = "$ref") throws(SchemaError) -> (index: Int, fragment: String)? {
        guard let text = try node.string(key) else { return nil }
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = SchemaFile.baseName(parts.first ?? "")
        guard let index = indices[name] else {
            let hint =
                name.isEmpty ? "a reference names a file, such as gift.schema.json" : "there is no file \(name)"
            throw node.fault(.reference, at: key, hint)
        }
        return (index, parts.count > 1 ? parts[1] : "")
    }

    func file(_ index: Int) -> SchemaNode { files[index] }
}

extension SchemaNode {
    /// Whether the file describes an object, rather than a value or members that types adopt individually.
    var isObject: Bool { self["properties"] != nil && self["x-kind"] == nil }
}

// MARK: - Types

extension SchemaReader {
    private mutating func type(_ index: Int) throws(SchemaError) -> ContentSchema {
        let file = files[index]
        let isOpaque = try file.flag("x-opaque")
        if isOpaque, file["properties"] != nil {
            throw file.fault(.keyword, at: "properties", "an opaque type has no members")
        }
        try file.allow(isOpaque ? SchemaKeywords.opaqueType : SchemaKeywords.type)
        let name = ObjectName(rawValue: try file.string("x-objectName") ?? "")
        if !name.hasValidLength {
            throw file.fault(
                .value, at: "x-objectName", "an objectName has 1 to \(ObjectName.maximumLength) characters")
        }
        let category = try category(file)
        let flags = try persistence(file, category)
        let object = isOpaque ? nil : try object(index)
        return ContentSchema(
            objectName: name, category: category, persistence: flags.own, acceptedPersistence: flags.others,
            file: file.file, digest: try digest(file, object), object: object)
    }

    private func category(_ file: SchemaNode) throws(SchemaError) -> ContentType.Category {
        guard let text = try file.string("x-category") else { return .custom }
        guard let category = ContentType.Category(rawValue: text) else {
            let known = ContentType.Category.allCases.map(\.rawValue).joined(separator: ", ")
            throw file.fault(.value, at: "x-category", "expected one of \(known)")
        }
        return category
    }

    /// Returns the persistence flags, each of which is one of the service's bit sets (CNT-100).
    private func persistence(
        _ file: SchemaNode, _ category: ContentType.Category
    ) throws(SchemaError) -> (own: Persistence?, others: [Persistence]) {
        guard let node = try file.node("x-persistence") else { return (.counted, []) }
        try node.allow(["flags", "alternatives"])
        guard node["flags"] != nil else {
            throw node.fault(.missing, "flags is missing: 0, 1, 3 or 16, or null if they are unknown")
        }
        let own = try node.integer("flags", orNull: true).map { Persistence(rawValue: $0) }
        var others: [Persistence] = []
        for element in try node.list("alternatives") ?? [] {
            guard let number = element.value.number, let flags = number.int else {
                throw SchemaError(.value, file.file, element.path, "expected an integer")
            }
            others.append(Persistence(rawValue: flags))
        }
        let known: [Persistence] = [.none, .persisted, .counted, .status]
        for flags in [own].compactMap({ $0 }) + others where !known.contains(flags) {
            throw node.fault(.value, "\(flags.rawValue) is not 0, 1, 3 or 16")
        }
        return (own, others)
    }

    private func digest(_ file: SchemaNode, _ object: ObjectSchema?) throws(SchemaError) -> ContentSchema.Digest? {
        guard let node = try file.node("x-digest") else { return nil }
        try node.allow(["member", "text"])
        if let text = try node.string("text") { return .text(text) }
        guard let name = try node.string("member") else {
            throw node.fault(.missing, "a digest is a member or a text")
        }
        guard let object, let slot = object.slot(name), case .string = object.table.members[slot].kind else {
            throw node.fault(.value, at: "member", "\(SchemaNode.shown(name)) is not a member that holds a string")
        }
        return .member(slot)
    }
}
