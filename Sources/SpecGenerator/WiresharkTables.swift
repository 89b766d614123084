// SPDX-License-Identifier: Apache-2.0

import Platform
import Schemas
import TypeGenerator

/// The tables of the Wireshark dissector, in Lua.
struct WiresharkTables {
    let spec: URL
    let library: SchemaLibrary
    let layouts: PacketFile
    let schemas: ProtoLibrary
    let topics: TopicRegistry
    let statuses: [(String, Registry)]

    /// Returns the Lua source, which declares the local `imwire` with all tables.
    func source() throws -> String {
        var lines = ["local imwire = {}", ""]
        func add(_ name: String, _ entries: [(LuaValue, LuaValue)]) {
            lines.append("imwire.\(name) = {")
            lines += entries.map { "  [\($0.source)] = \($1.source)," }
            lines += ["}", ""]
        }
        add("limits", try limits(of: ["content.md", "framing.md"]).map { (.string($0), .integer($1)) })
        add("packet_limits", try limits(of: ["rmtp.md"]).map { (.string($0), .integer($1)) })
        add("deviations", try SpecText(spec).deviations.map { (.string($0.id), .string($0.title)) })
        add("packets", layouts.packets.map { (.integer(Int($0.type)), packet($0)) })
        add(
            "enums",
            schemas.enumerations.map {
                (.string($0.name), .table($0.values.map { (.integer($0.number), .string($0.name)) }))
            })
        add("messages", schemas.bodies.map { (.string($0.name), message($0)) })
        add("topics", topics.entries.map { (.string("\($0.packet) \($0.value)"), topic($0)) })
        add("statuses", statuses.map { (.string($0), status($1)) })
        add("contents", library.contentTypes.map { (.string($0.objectName ?? ""), content($0)) })
        add("chat", try chat())
        return lines.joined(separator: "\n")
    }

    private func limits(of chapters: [String]) throws -> [(String, Int)] {
        try chapters.flatMap { try ChapterTables(spec.appending(path: $0)).limits(behind: "## Limits") }
    }

    // MARK: RongCloud's packets

    private func packet(_ packet: PacketFile.Packet) -> LuaValue {
        let masks = (packet.flags?.bits ?? []).map { bit in
            (bit.name, LuaValue.integer(Int(bit.mask, radix: 16) ?? 0))
        }
        return .record([
            ("name", .string(packet.name)), ("direction", .string(packet.direction)),
            ("otherWay", packet.otherWay.map { .string($0) }), ("flags", packet.flags.map { .string($0.name) }),
            ("flagsDeviation", packet.flags?.deviation.map { .string("DEV-\($0)") }), ("masks", .record(masks)),
            ("members", .list(packet.members.map(member))),
        ])
    }

    private func member(_ member: PacketFile.Member) -> LuaValue {
        func place(_ place: PacketFile.FormatScope?) -> LuaValue? {
            place.map {
                .record([
                    ("direction", $0.direction.map { .string($0) }),
                    ("versions", $0.versions.map { .list($0.map { .integer($0) }) }),
                ])
            }
        }
        return .record([
            ("name", .string(member.name)), ("kind", .string(member.kind.rawValue)),
            ("bit", member.bit.map { .string($0) }), ("announcedBy", member.announcedBy.map { .string($0) }),
            ("only", place(member.only)), ("not", place(member.not)),
            ("mayEnd", member.mayEnd.map { .list($0.map { .integer($0) }) }),
            ("unit", member.unit.map { .string($0) }), ("registry", member.registry.map { .string($0) }),
        ])
    }

    private func message(_ message: ProtoFile.Message) -> LuaValue {
        .table(
            message.fields.map { field in
                (
                    .integer(field.number),
                    .record([
                        ("name", .string(field.name)), ("label", .string(field.label.rawValue)),
                        ("type", .string(field.type)),
                    ])
                )
            })
    }

    private func topic(_ entry: TopicRegistry.Entry) -> LuaValue {
        .record([
            ("direction", .string(entry.direction)), ("request", entry.request.map { .string($0) }),
            ("alternatives", LuaValue.texts(entry.alternatives ?? [])), ("answer", entry.answer.map { .string($0) }),
        ])
    }

    private func status(_ registry: Registry) -> LuaValue {
        .table(
            registry.entries.compactMap { entry in
                guard case .number(let number) = entry.value else { return nil }
                return (.integer(number), .string(entry.name))
            })
    }

    // MARK: Contents and chat messages

    private func content(_ schema: Schema) -> LuaValue {
        guard !schema.isOpaque else {
            return .record([("title", .string(schema.title ?? "")), ("opaque", .boolean(true))])
        }
        let members = schema.members.map { member in
            let aliases = member.aliases.map { ($0.name, LuaValue.string($0.deviation)) }
            func deviation(_ keyword: SchemaMember.Deviation) -> LuaValue? {
                member.deviation(keyword).map { .string($0) }
            }
            return LuaValue.record([
                ("name", .string(member.name)), ("kind", .string(WiresharkTables.kind(of: member.kind))),
                ("required", member.isRequired ? .boolean(true) : nil),
                ("aliases", aliases.isEmpty ? nil : .record(aliases)),
                ("coerce", deviation(.coerce)), ("missing", deviation(.missing)), ("null", deviation(.null)),
                ("empty", deviation(.empty)),
            ])
        }
        return .record([("title", .string(schema.title ?? "")), ("members", .list(members))])
    }

    /// Returns the name of a kind for the dissector's checks of a member's value.
    private static func kind(of kind: SchemaMember.Kind) -> String {
        switch kind {
        case .string: "string"
        case .base64: "base64"
        case .integer: "integer"
        case .number: "number"
        case .boolean: "boolean"
        case .object, .rawObject, .stringMap, .stringListMap: "object"
        case .any, .objects, .strings, .rawArray: "other"
        }
    }

    private func chat() throws -> [(LuaValue, LuaValue)] {
        let chapter = try ChapterTables(spec.appending(path: "chat.md"))
        let spellings = ChapterTables.code(try chapter.paragraph("CHT-011"))
        guard spellings.count >= 6 else { throw SpecError("chat.md: CHT-011 names three spellings and three others") }
        let others = Dictionary(uniqueKeysWithValues: zip(spellings[0..<3], spellings[3..<6]))
        func members(_ id: String) throws -> LuaValue {
            .list(
                try chapter.rows(behind: "**\(id)**").map { row in
                    guard row.count == 4, let name = ChapterTables.code(row[0]).first else {
                        throw SpecError("chat.md: \(row) is no member")
                    }
                    return .record([
                        ("name", .string(name)), ("kind", .string(WiresharkTables.kind(of: row[1]))),
                        ("aliases", others[name].map { .record([($0, .string("DEV-117"))]) }),
                    ])
                })
        }
        func list(_ texts: [String]) -> LuaValue { .list(texts.map { .string($0) }) }
        func table(_ id: String, _ cell: Int, _ take: (String) -> [String]) throws -> LuaValue {
            .record(
                try chapter.rows(behind: "**\(id)**").map { row in
                    (ChapterTables.code(row[0]).first ?? "", list(take(row[cell])))
                })
        }
        let kinds = try chapter.rows(behind: "**CHT-003**").compactMap { ChapterTables.code($0[0]).first }
        let state = ChapterTables.code(try chapter.paragraph("CHT-015"))
        let sentence = try chapter.paragraph("CHT-015").firstRange(of: "It is `")
        guard sentence != nil, state.contains("byMyself"), state.contains("lastTimeString") else {
            throw SpecError("chat.md: CHT-015 does not list the local state")
        }
        let first = state.firstIndex(of: "byMyself") ?? 0
        let last = state.firstIndex(of: "lastTimeString") ?? 0
        return [
            (.string("kinds"), list(kinds.filter { $0 != "unknown" })), (.string("members"), try members("CHT-010")),
            (.string("content"), try members("CHT-021")),
            (
                .string("required"),
                try table("CHT-014", 1) { cell in
                    // The text after the first parenthesis has other identifiers.
                    ChapterTables.code(cell).filter { !$0.hasPrefix("DEV-") }
                }
            ),
            (
                .string("contents"),
                try table("CHT-020", 2) { cell in cell.contains("(required)") ? [ChapterTables.code(cell)[0]] : [] }
            ),
            (.string("localState"), list(Array(state[first...last]))),
        ]
    }

    /// Returns the name of a type in the chapter on chat messages, for the dissector's checks.
    private static func kind(of type: String) -> String {
        let word = String(type.prefix { $0.isLetter })
        return ["string", "integer", "number"].contains(word) ? word : "other"
    }
}
