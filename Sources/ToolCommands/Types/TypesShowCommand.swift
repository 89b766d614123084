// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire
import Schemas

struct TypesShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows one type: its members, flags, platform names and notes.",
        usage: "imwire types show [<options>] <object-name>",
        discussion: """
            Members are listed in the order in which they are written; those of nested \
            objects are indented. A content without a member that is "required" deviates.

            EXAMPLES
              imwire types show RC:TxtMsg
              imwire types show RC:StreamMsg --format json
              imwire types show app:GiftMsg --types Examples/gift
            """)

    @Argument(help: "The type's name, such as RC:TxtMsg (case-sensitive).")
    var objectName: String

    @Option(help: "text: for people; json: one object.")
    var format = OutputFormat.text

    @OptionGroup var custom: CustomTypeOptions

    func run() throws {
        let types = try custom.read()
        let type = try ContentType.named(objectName, in: types.registry)
        guard let schema = try types.library().schema(type.objectName) else {
            throw CommandFailure(message: "\(type.objectName) has no schema in this build", exit: .broken)
        }
        let out = Output()
        switch format {
        case .text: TypeText(type: type, schema: schema, out: out).write()
        case .json: out.record(TypeJSON(type: type, schema: schema).text)
        }
        out.flush()
    }
}

struct TypeText {
    let type: ContentType
    let schema: Schema
    let out: Output

    func write() {
        out.line(out.style.bold("\(type.objectName): \(schema.title ?? "")"))
        for line in TextLayout.wrap(schema.description ?? "") { out.line(line) }
        out.line("")
        for line in TextLayout.columns(facts) { out.line(line) }
        writeMembers()
        section("Names on platforms", TextLayout.columns(schema.platforms.map { ["  \($0.platform)", $0.name] }))
        section("Notes", schema.notes.flatMap { TextLayout.wrap($0, indent: 2) })
        section("Known from", schema.sources.map { "  \($0)" })
    }

    private var facts: [[String]] {
        var flags = type.flags
        if let number = type.persistence?.rawValue { flags += " (\(number))" }
        let others = type.acceptedPersistence.map { "\($0.description) (\($0.rawValue))" }
        if !others.isEmpty { flags += "; also seen: \(others.joined(separator: ", "))" }
        var facts = [["Category", type.category.rawValue], ["Flags", flags]]
        facts.append(["Digest", digest])
        facts.append(["Swift type", schema.swiftName ?? "none: kept as bytes"])
        if let provenance = schema.provenance { facts.append(["Provenance", provenance]) }
        if let since = schema.since { facts.append(["Since", since]) }
        return facts
    }

    private var digest: String {
        switch schema.digest {
        case .text(let text): text
        case .member(let name): "the member \(name)"
        case nil: "none"
        }
    }

    private func writeMembers() {
        if schema.isOpaque {
            return section("Members", ["  They are not published; the content is kept as bytes."])
        }
        var lines = table(schema.members, depth: 1)
        for foreign in schema.foreignMembers {
            lines.append("  \(foreign.name): not part of the type; reported as \(foreign.deviation), and kept")
        }
        section("Members", lines.isEmpty ? ["  none"] : lines)
    }

    /// Returns the rows of the table, with name, type and whether the member is required, and its description below.
    private func table(_ members: [SchemaMember], depth: Int) -> [String] {
        let margin = String(repeating: "  ", count: depth)
        let rows = TextLayout.columns(
            members.map { [margin + $0.name, $0.type, $0.isRequired ? "required" : "optional"] })
        var lines: [String] = []
        for (member, row) in zip(members, rows) {
            lines.append(row)
            let text = ([member.description ?? ""] + member.remarks).joined(separator: " ")
            lines += TextLayout.wrap(text, indent: depth * 2 + 4).map(out.style.faint)
            lines += table(member.object?.members ?? [], depth: depth + 1)
        }
        return lines
    }

    private func section(_ title: String, _ lines: [String]) {
        if lines.isEmpty { return }
        out.line("")
        out.line(out.style.bold(title))
        for line in lines { out.line(line) }
    }
}

#endif
