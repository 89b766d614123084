// SPDX-License-Identifier: Apache-2.0

import Schemas

/// A writer of the Swift file of one schema.
package struct TypeWriter {
    package let schema: Schema
    package let swiftName: String
    package let source: String
    private let members: [SchemaMember]
    /// The enumerations of members whose known values have a Swift type, by the names of the members.
    private let enumerations: [String: MemberEnumeration]
    /// The comments and imports at the start of the file.
    private let header: Code

    package init(
        _ schema: Schema, source: String, enumerations: [String: MemberEnumeration] = [:], header: Code? = nil
    ) throws {
        guard let name = schema.swiftName else { throw SpecError("\(source): no x-swiftName") }
        self.schema = schema
        self.source = source
        swiftName = name
        members = schema.members
        self.enumerations = enumerations
        self.header = header ?? Code(source: "Spec/\(source)")
    }

    package func file() throws -> String {
        let names = members.flatMap(names)
        if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw SpecError("\(source): two properties would be called \(twice); give another name in x-swift")
        }
        var code = header
        documentation(&code)
        code.line("public struct \(swiftName): \(schema.objectName == nil ? "ContentObject" : "MessageContent") {")
        code.indented { code in
            if let objectName = schema.objectName {
                code.documentation("The type's name on the wire.")
                code.line("public static let objectName: ObjectName = \(quoted(objectName))")
                code.documentation("The flags of the type in the registry.")
                let flags = schema.json["x-persistence"] == nil ? ".counted" : Code.persistence(schema.flags)
                code.line("public static var persistence: Persistence? { \(flags) }")
                code.line()
            }
            for member in members {
                property(member, &code)
                known(member, &code)
            }
            code.documentation("The members that the schema does not name, in their order of arrival.")
            code.line("public var unknownMembers = UnknownMembers()")
            code.line()
            initializer(&code)
            code.line()
            decoder(&code)
            code.line()
            encoder(&code)
        }
        code.line("}")
        code.line()
        code.line("extension \(swiftName) {")
        try code.indented { code in
            // A sticker has a member `digest`, which already serves as its digest.
            if let digest = schema.digest, !members.contains(where: { $0.swiftName == "digest" }) {
                try self.digest(digest, &code)
                code.line()
            }
            try table(&code)
        }
        code.line("}")
        return code.text
    }

    private func documentation(_ code: inout Code) {
        let title = schema.title ?? swiftName
        code.documentation(schema.objectName.map { "\(title) (`\($0)`)." } ?? "\(title).")
        code.line("///")
        if let description = schema.description { code.documentation(description) }
        for note in schema.notes { code.documentation("- \(note)") }
        if !schema.platforms.isEmpty {
            let platforms = schema.platforms.sorted { $0.platform < $1.platform }
            let names = platforms.map { "\($0.platform) `\($0.name)`" }.joined(separator: ", ")
            code.line("///")
            code.documentation("Names: \(names).")
        }
        if let since = schema.since { code.documentation("Since: \(since).") }
        if let provenance = schema.provenance { code.documentation("Provenance: \(provenance).") }
    }

    private func property(_ member: SchemaMember, _ code: inout Code) {
        var text = member.description ?? ""
        if !member.values.isEmpty {
            let list = member.values.sorted { ($0.name.count, $0.name) < ($1.name.count, $1.name) }
                .map { "`\($0.name)` \($0.value.string ?? $0.value.text)" }
            text += " Known values: \(list.joined(separator: ", ")); others are kept."
        }
        if let since = member.since { text += " Since \(since)." }
        if member.isRequired {
            text += " Required: \(fallback(member).map { "`\($0)`" } ?? "nil") if a peer omitted it."
        }
        if member.swiftName != member.name { text += " On the wire: `\(member.name)`." }
        code.documentation(text.isEmpty ? "The member `\(member.name)`." : text)
        let name = identifier(member.swiftName)
        guard let fallback = fallback(member) else {
            code.line("public var \(name): \(member.swiftType)?")
            return
        }
        let stored = storage(member)
        code.line("public var \(name): \(member.swiftType) {")
        code.indented { code in
            code.line("get { \(stored) ?? \(fallback) }")
            code.line("set { \(stored) = newValue }")
        }
        code.line("}")
        code.documentation("Whether ``\(member.swiftName)`` is present; an absent member is not written.")
        code.line("public var \(prefixed("has", member)): Bool { \(stored) != nil }")
        code.documentation("Removes ``\(member.swiftName)``.")
        code.line("public mutating func \(prefixed("clear", member))() { \(stored) = nil }")
        code.line("private var \(stored): \(member.swiftType)?")
    }

    /// Writes the property for the known values of a member.
    private func known(_ member: SchemaMember, _ code: inout Code) {
        guard let enumeration = enumerations[member.name] else { return }
        let name = storage(member)
        let type = enumeration.type
        let reason = enumeration.isText ? "it is absent" : "it is absent or not an integer in range"
        code.documentation("``\(member.swiftName)`` as a typed value, or nil if \(reason).")
        code.line("public var \(enumeration.property): \(type)? {")
        code.indented { code in
            if enumeration.isText {
                code.line("get { \(name).map(\(type).init(rawValue:)) }")
                code.line("set { \(name) = newValue?.rawValue }")
            } else {
                code.line("get { \(name)?.int.map(\(type).init(rawValue:)) }")
                code.line("set { \(name) = newValue.map { JSONNumber($0.rawValue) } }")
            }
        }
        code.line("}")
    }

    /// Returns the value of a required member that is absent, or nil for a member that is optional in Swift.
    private func fallback(_ member: SchemaMember) -> String? {
        // The `digest` of a sticker is also the optional digest of every content.
        if schema.objectName != nil, member.swiftName == "digest" { return nil }
        return member.isRequired ? member.fallback : nil
    }

    /// Returns the name of the property that stores a member, whether or not it is absent.
    private func storage(_ member: SchemaMember) -> String {
        fallback(member) == nil ? identifier(member.swiftName) : prefixed("stored", member)
    }

    private func prefixed(_ prefix: String, _ member: SchemaMember) -> String {
        prefix + member.swiftName.prefix(1).uppercased() + member.swiftName.dropFirst()
    }

    /// Returns the names that a member adds to the type.
    private func names(_ member: SchemaMember) -> [String] {
        let own = [member.swiftName]
        let more = fallback(member) == nil ? [] : ["has", "clear", "stored"].map { prefixed($0, member) }
        return own + more + (enumerations[member.name].map { [$0.property] } ?? [])
    }

    private func initializer(_ code: inout Code) {
        let sorted = members.filter(\.isRequired) + members.filter { !$0.isRequired }
        code.documentation("Creates a value from its members; only the required ones are needed.")
        code.line("public init(")
        code.indented { code in
            for (index, member) in sorted.enumerated() {
                let type = member.isRequired ? member.swiftType : "\(member.swiftType)? = nil"
                code.line("\(identifier(member.swiftName)): \(type)\(index + 1 < sorted.count ? "," : "")")
            }
        }
        code.line(") {")
        code.indented { code in
            for member in members {
                let name = identifier(member.swiftName)
                code.line(storage(member) == name ? "self.\(name) = \(name)" : "\(storage(member)) = \(name)")
            }
        }
        code.line("}")
    }

    private func decoder(_ code: inout Code) {
        code.documentation("Decodes the object at the position of `reader`.")
        code.line("@inline(never)")  // The witness would be a copy that takes as long to compile.
        code.line("public init(decoding reader: inout ContentDecoder) throws(DecodeError) {")
        code.indented { code in
            code.line("try reader.open(Self.memberTable)")
            if members.isEmpty {
                code.line("while try reader.next() != nil {}")
                code.line("unknownMembers = try reader.unknownMembers()")
                return
            }
            code.line("while let slot = try reader.next() {")
            code.indented { code in
                code.line("switch slot {")
                for (slot, member) in members.enumerated() {
                    code.line("case \(slot): \(storage(member)) = try reader.\(member.read)")
                }
                code.line("default: break  // the table has no other slot")
                code.line("}")
            }
            code.line("}")
            code.line("unknownMembers = try reader.unknownMembers()")
        }
        code.line("}")
    }

    private func encoder(_ code: inout Code) {
        code.documentation("Encodes the object in its canonical form.")
        code.line("@inline(never)")
        code.line("public func encode(to writer: inout ContentEncoder) {")
        code.indented { code in
            code.line("writer.open(unknownMembers)")
            for member in members {
                code.line("writer.member(\(quoted(member.name)), \(storage(member)))")
            }
            code.line("writer.close(unknownMembers)")
        }
        code.line("}")
    }

    private func digest(_ digest: Schema.Digest, _ code: inout Code) throws {
        code.documentation("The text that a conversation list shows for the message.")
        switch digest {
        case .text(let text): code.line("public var digest: String? { \(quoted(text)) }")
        case .member(let name):
            guard let member = schema.member(name) else { throw SpecError("\(source): the digest is not a member") }
            code.line("public var digest: String? { \(storage(member)) }")
        }
    }
}

// MARK: - The member table

extension TypeWriter {
    private func table(_ code: inout Code) throws {
        var arguments: [(label: String, lines: [String])] = [("", try members.map(tableMember))]
        var aliases: [String] = []
        for (slot, member) in members.enumerated() {
            for alias in member.aliases {
                aliases.append(
                    ".init(\(quoted(alias.name)), slot: \(slot), deviation: \(try number(alias.deviation)))")
            }
        }
        if !aliases.isEmpty { arguments.append(("aliases: ", aliases)) }
        var foreign = try schema.foreignMembers.sorted { $0.name < $1.name }
            .map { ".init(\(quoted($0.name)), deviation: \(try number($0.deviation)))" }
        if schema.objectName != nil { foreign.append(".init(\"messageName\", deviation: 90)") }
        if !foreign.isEmpty { arguments.append(("foreign: ", foreign)) }

        code.documentation("The table in which the reader looks up members.")
        code.line("public static let memberTable = MemberTable(")
        try code.indented { code in
            for (index, argument) in arguments.enumerated() {
                code.line("\(argument.label)[")
                code.indented { code in
                    for line in argument.lines { code.line("\(line),") }
                }
                let isLast = index + 1 == arguments.count && schema.twin == nil && schema.empty == nil
                code.line(isLast ? "]" : "],")
            }
            if let twin = schema.twin {
                let slots = try twin.members.map { name in
                    guard let slot = members.firstIndex(where: { $0.name == name }) else {
                        throw SpecError("\(source): the twin \(name) is no member")
                    }
                    return slot
                }
                guard slots.count == 2 else { throw SpecError("\(source): twins are two") }
                let end = schema.empty == nil ? "" : ","
                code.line("twin: .init(\(slots[0]), \(slots[1]), deviation: \(try number(twin.deviation)))\(end)")
            }
            if let empty = schema.empty { code.line("emptyDeviation: \(try number(empty))") }
        }
        code.line(")")
    }

    private func tableMember(_ member: SchemaMember) throws -> String {
        var line = ".init(\(quoted(member.name)), \(member.tableKind)"
        if member.isRequired { line += ", required: true" }
        let labels: [(label: String, keyword: SchemaMember.Deviation)] = [
            ("coerced", .coerce), ("missing", .missing), ("null", .null), ("foreign", .foreign), ("url", .url),
        ]
        for (label, keyword) in labels {
            if let deviation = member.deviation(keyword) { line += ", \(label): \(try number(deviation))" }
        }
        if let values = member.valueAliases {
            let list = try values.map.sorted { $0.name < $1.name }.map { written, meaning in
                let meant = meaning.string.map { ".string(\(quoted($0)))" } ?? ".integer(\(meaning.text))"
                return ".init(\(quoted(written)), \(meant), deviation: \(try number(values.deviation)))"
            }
            line += ", values: [\(list.joined(separator: ", "))]"
        }
        return line + ")"
    }
}
