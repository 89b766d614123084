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
    /// Swift that creates a value.
    private let example: [String]

    package init(
        _ schema: Schema, source: String, enumerations: [String: MemberEnumeration] = [:], example: [String] = []
    ) throws {
        guard let name = schema.swiftName else { throw SpecError("\(source): no x-swiftName") }
        self.schema = schema
        self.source = source
        swiftName = name
        members = schema.members
        self.enumerations = enumerations
        self.example = example
    }

    package func text() throws -> SwiftText {
        let names = members.flatMap(names)
        if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw SpecError("\(source): two properties would be called \(twice); give another name in x-swift")
        }
        let flags = schema.json["x-persistence"] == nil ? ".counted" : persistence(schema.flags)
        let type: SwiftText? = schema.objectName.map { objectName in
            """
            /// The type's name on the wire.
            public static let objectName: ObjectName = \(quoted(objectName))
            /// The flags of the type in the registry.
            public static var persistence: Persistence? { \(flags) }

            """
        }
        return """
            \(documentation)
            public struct \(swiftName): \(schema.objectName == nil ? "ContentObject" : "MessageContent") {
                \(type ?? "")
                \(SwiftText.joined(members.flatMap { [property($0)] + known($0) }))
                /// The members that the schema does not name, in their order of arrival.
                public var unknownMembers = UnknownMembers()

                \(initializer)

                \(SwiftText.joined(slots))
                \(decoder)

                \(encoder)
            }

            extension \(swiftName) {
                \(try digest())
                \(try table())
            }
            """
    }

    private var documentation: [String] {
        let title = schema.title ?? swiftName
        var lines = [schema.objectName.map { "\(title) (`\($0)`)." } ?? "\(title).", ""]
        if let description = schema.description, !description.isEmpty { lines.append(description) }
        lines += schema.notes.map { "- \($0)" }
        if !schema.platforms.isEmpty {
            let platforms = schema.platforms.sorted { $0.platform < $1.platform }
            lines += ["", "Names: \(platforms.map { "\($0.platform) `\($0.name)`" }.joined(separator: ", "))."]
        }
        if let since = schema.since { lines.append("Since: \(since).") }
        if let provenance = schema.provenance { lines.append("Provenance: \(provenance).") }
        return lines.map(comment) + SwiftText.example(example)
    }

    /// Returns a text as one line of a documentation comment; a schema's text can have line breaks.
    private func comment(_ text: String) -> String {
        "///" + text.split(whereSeparator: \.isWhitespace).map { " \($0)" }.joined()
    }

    private func property(_ member: SchemaMember) -> SwiftText {
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
        if text.isEmpty { text = "The member `\(member.name)`." }
        let name = identifier(member.swiftName)
        guard let fallback = fallback(member) else {
            return "\(comment(text))\npublic var \(name): \(member.swiftType)?"
        }
        let stored = storage(member)
        return """
            \(comment(text))
            public var \(name): \(member.swiftType) {
                get { \(stored) ?? \(fallback) }
                set { \(stored) = newValue }
            }
            /// Whether ``\(member.swiftName)`` is present; an absent member is not written.
            public var \(prefixed("has", member)): Bool { \(stored) != nil }
            /// Removes ``\(member.swiftName)``.
            public mutating func \(prefixed("clear", member))() { \(stored) = nil }
            private var \(stored): \(member.swiftType)?
            """
    }

    /// Returns the property for the known values of a member, if they have a Swift type.
    private func known(_ member: SchemaMember) -> [SwiftText] {
        guard let enumeration = enumerations[member.name] else { return [] }
        let name = storage(member)
        let type = enumeration.type
        let isText = enumeration.isText
        let reason = isText ? "it is absent" : "it is absent or not an integer in range"
        let value = isText ? "newValue?.rawValue" : "newValue.map { JSONNumber($0.rawValue) }"
        return [
            """
            /// ``\(member.swiftName)`` as a typed value, or nil if \(reason).
            public var \(enumeration.property): \(type)? {
                get { \(name)\(isText ? "" : "?.int").map(\(type).init(rawValue:)) }
                set { \(name) = \(value) }
            }
            """
        ]
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
        let name = member.swiftName
        // A name that is an id is in capitals behind a prefix, as `ID` in `messageID`.
        let capitals = ["id", "pid", "sid", "uid"].contains(name) ? name.count : 1
        return prefix + name.prefix(capitals).uppercased() + name.dropFirst(capitals)
    }

    /// Returns the names that a member adds to the type.
    private func names(_ member: SchemaMember) -> [String] {
        let more = fallback(member) == nil ? [] : ["has", "clear", "stored"].map { prefixed($0, member) }
        return [member.swiftName] + more + (enumerations[member.name].map { [$0.property] } ?? [])
    }

    /// The statements of a method that assign the members that are present in `other`, a value of the same type.
    package var assignments: [String] {
        members.map { member in
            let name = identifier(member.swiftName)
            guard fallback(member) == nil else {
                return "if other.\(prefixed("has", member)) { self.\(name) = other.\(name) }"
            }
            return "if let value = other.\(name) { self.\(name) = value }"
        }
    }

    private var initializer: SwiftText {
        let sorted = members.filter(\.isRequired) + members.filter { !$0.isRequired }
        let parameters = sorted.map {
            "\(identifier($0.swiftName)): \($0.isRequired ? $0.swiftType : "\($0.swiftType)? = nil")"
        }
        let assignments = members.map { member in
            let name = identifier(member.swiftName)
            return storage(member) == name ? "self.\(name) = \(name)" : "\(storage(member)) = \(name)"
        }
        return """
            /// Creates a value from its members; only the required ones are needed.
            public init(
                \(parameters.joined(separator: ",\n"))
            ) {
                \(assignments)
            }
            """
    }

    private var decoder: SwiftText {
        let cases = members.map { "case .\(identifier($0.swiftName)): \(storage($0)) = try reader.\($0.read)" }
        let loop: SwiftText =
            if cases.isEmpty {
                "while try reader.next() != nil {}"
            } else {
                """
                while let slot = try reader.next(), let member = Slot(rawValue: slot) {
                    switch member {
                    \(cases)
                    }
                }
                """
            }
        let empty: [SwiftText] =
            members.isEmpty
            ? []
            : [
                """
                /// Creates a value without members.
                private init() {}

                """
            ]
        // A value that an initializer fills member by member is copied when it returns, and one that a method fills is not.
        // The method is not inlined, because the witness would be a copy that takes as long to compile.
        return """
            \(SwiftText.joined(empty))
            /// Decodes the object at the position of `reader`.
            public init(decoding reader: inout ContentDecoder) throws(DecodeError) {
                self.init()
                try decodeMembers(&reader)
            }

            @inline(never)
            private mutating func decodeMembers(_ reader: inout ContentDecoder) throws(DecodeError) {
                try reader.open(Self.memberTable)
                \(loop)
                unknownMembers = try reader.unknownMembers()
            }
            """
    }

    /// The numbers by which the reader reports members, which are their places in the table.
    private var slots: [SwiftText] {
        guard !members.isEmpty else { return [] }
        return [
            """
            /// The members by their places in the table.
            private enum Slot: Int {
                \(members.map { "case \(identifier($0.swiftName))" })
            }

            """
        ]
    }

    private var encoder: SwiftText {
        """
        /// Encodes the object in its canonical form.
        @inline(never)
        public func encode(to writer: inout ContentEncoder) {
            writer.open(unknownMembers)
            \(members.map { "writer.member(\(quoted($0.name)), \(storage($0)))" })
            writer.close(unknownMembers)
        }
        """
    }

    private func digest() throws -> String {
        // A sticker has a member `digest`, which already serves as its digest.
        guard let digest = schema.digest, !members.contains(where: { $0.swiftName == "digest" }) else { return "" }
        let value: String
        switch digest {
        case .text(let text): value = quoted(text)
        case .member(let name):
            guard let member = schema.member(name) else { throw SpecError("\(source): the digest is not a member") }
            value = storage(member)
        }
        return "/// The text that a conversation list shows for the message.\npublic var digest: String? { \(value) }\n"
    }
}

// MARK: - The member table

extension TypeWriter {
    private func table() throws -> SwiftText {
        let aliases = try members.enumerated().flatMap { slot, member in
            try member.aliases.map {
                ".init(\(quoted($0.name)), slot: \(slot), deviation: \(try number($0.deviation)))"
            }
        }
        var foreign = try schema.foreignMembers.sorted { $0.name < $1.name }
            .map { ".init(\(quoted($0.name)), deviation: \(try number($0.deviation)))" }
        if schema.objectName != nil { foreign.append(".init(\"messageName\", deviation: 90)") }
        let lists = [("", try members.map(tableMember)), ("aliases: ", aliases), ("foreign: ", foreign)]
        var arguments: [SwiftText] = lists.filter { $0.0.isEmpty || !$0.1.isEmpty }.map { label, lines in
            "\(label)[\n    \(lines.map { "\($0)," })\n]"
        }
        if let twin = schema.twin {
            let slots = try twin.members.map { name in
                guard let slot = members.firstIndex(where: { $0.name == name }) else {
                    throw SpecError("\(source): the twin \(name) is no member")
                }
                return slot
            }
            guard slots.count == 2 else { throw SpecError("\(source): twins are two") }
            arguments.append("twin: .init(\(slots[0]), \(slots[1]), deviation: \(try number(twin.deviation)))")
        }
        if let empty = schema.empty { arguments.append("emptyDeviation: \(try number(empty))") }
        return """
            /// The table in which the reader looks up members.
            public static let memberTable = MemberTable(
                \(SwiftText.joined(arguments, separator: ",\n"))
            )
            """
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
