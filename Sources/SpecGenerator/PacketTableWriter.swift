// SPDX-License-Identifier: Apache-2.0

import Schemas
import TypeGenerator

/// A writer of the code that packets share: the enumerations of all packets, and the table of their layouts.
struct PacketTableWriter {
    private let file: PacketFile
    private var packets: [PacketFile.Packet] { file.packets }

    init(_ file: PacketFile) {
        self.file = file
    }

    private func code() -> Code {
        var code = Code(source: PacketFile.source)
        for line in ["import IMWire", ""] { code.line(line) }
        return code
    }

    /// Writes a switch with one case per packet.
    private func each(
        _ subject: String, _ code: inout Code, other: String? = nil, _ line: (PacketFile.Packet) -> String
    ) {
        code.line("switch \(subject) {")
        for packet in packets { code.line("case .\(packet.swift.case)\(line(packet))") }
        if let other { code.line(other) }
        code.line("}")
    }

    // MARK: Packets

    func packetFile() -> String {
        var code = code()
        code.documentation("A packet with its own copy of its bytes.")
        code.line("@nonexhaustive")
        code.line("public enum RMTPPacket: Hashable, Sendable {")
        code.indented { code in
            for packet in packets {
                code.documentation(packet.meaning)
                code.line("case \(packet.swift.case)(\(packet.swift.type)Packet)")
            }
            code.documentation("A type without a layout.")
            code.line("case other(OtherPacket)")
            code.line()
            code.documentation("The first byte of the packet.")
            code.line("public var header: RMTPHeader {")
            code.indented { code in
                each("self", &code, other: "case .other(let packet): RMTPHeader(packet.type, packet.flags)") {
                    "(let packet): RMTPHeader(.\($0.swift.case), packet.flags)"
                }
            }
            code.line("}")
            code.line()
            code.documentation("Creates a packet by copying the bytes of a view.")
            code.line("public init(_ view: borrowing RMTPPacketView) {")
            code.indented { code in
                each("view.kind", &code, other: "case .other(let packet): self = .other(OtherPacket(packet))") {
                    "(let packet): self = .\($0.swift.case)(\($0.swift.type)Packet(packet))"
                }
                code.line("if !view.trailing.isEmpty { trailing = view.trailing.copied }")
            }
            code.line("}")
            code.line()
            code.documentation("Creates a packet without fields, or returns nil if the type has no layout.")
            code.line("package init?(bare type: RMTPType, _ flags: RMTPFlags) {")
            code.indented { code in
                each("type", &code, other: "default: return nil") {
                    ": self = .\($0.swift.case)(\($0.swift.type)Packet(bare: flags))"
                }
            }
            code.line("}")
            code.line()
            code.documentation("The fields, for code that handles all packets alike.")
            code.line("package var members: any FrameMembers {")
            code.indented { code in
                code.line("get {")
                code.indented { code in
                    each("self", &code, other: "case .other(let packet): return packet") { _ in
                        "(let packet): return packet"
                    }
                }
                code.line("}")
                code.line("set {")
                code.indented { code in
                    let other = "case .other: if let packet = newValue as? OtherPacket { self = .other(packet) }"
                    each("self", &code, other: other) {
                        ": if let packet = newValue as? \($0.swift.type)Packet { self = .\($0.swift.case)(packet) }"
                    }
                }
                code.line("}")
            }
            code.line("}")
            code.line()
            code.documentation(
                "Writes the body. The framing has checked the direction and writes the header.")
            code.line("@_lifetime(output: copy output)")
            code.line(
                "func write(_ writer: inout FrameWriter, _ output: inout MutableSpan<UInt8>) throws(EncodeError) {")
            code.indented { code in
                each("self", &code, other: "case .other(let packet): writer.rest(packet.data, &output)") { _ in
                    "(let packet): try packet.write(&writer, &output)"
                }
            }
            code.line("}")
        }
        code.line("}")
        return code.text
    }

    func viewFile() -> String {
        var code = code()
        code.line("extension RMTPPacketView {")
        code.indented { code in
            code.documentation("The fields of a packet, by its type.")
            code.line("@nonexhaustive")
            code.line("public enum Kind: ~Escapable, BitwiseCopyable {")
            code.indented { code in
                for packet in packets {
                    code.documentation(packet.meaning)
                    code.line("case \(packet.swift.case)(\(packet.swift.type)View)")
                }
                code.documentation("A type without a layout.")
                code.line("case other(OtherView)")
            }
            code.line("}")
            code.line()
            code.documentation("Reads the fields of a packet according to the layout of its type.")
            code.line("@inline(__always)")
            code.line("@_lifetime(copy body)")
            code.line("static func members(")
            code.indented { code in
                code.line("_ type: RMTPType, _ flags: RMTPFlags, _ format: RMTPFormat,")
                code.line("_ body: Span<UInt8>, _ reader: inout FrameReader<some FrameTrace>")
            }
            code.line(") throws(DecodeError) -> Kind {")
            code.indented { code in
                let other = "default: return .other(OtherView(type, flags, reader.all(body)))"
                each("type", &code, other: other) {
                    ": return .\($0.swift.case)(try \($0.swift.type)View(flags, format, body, &reader))"
                }
            }
            code.line("}")
        }
        code.line("}")
        return code.text
    }

    // MARK: The table

    func tableFile() -> String {
        var code = code()
        var names: [String] = []
        for name in packets.flatMap(\.members).map(\.name) where !names.contains(name) { names.append(name) }
        code.documentation("The fields of packets, with their names in errors, JSON and layouts (RMTP-003).")
        code.line("package enum FrameMember: UInt8, Sendable, BitwiseCopyable {")
        code.indented { code in
            code.line("case none, headerCode")
            for name in names { code.line("case \(name.swiftSpelling)") }
            code.line()
            code.documentation("The field's name, or an empty string for `none`.")
            code.line("package var name: String {")
            code.indented { code in
                code.line("switch self {")
                code.line("case .none: \"\"")
                for name in ["headerCode"] + names { code.line("case .\(name.swiftSpelling): \(quoted(name))") }
                code.line("}")
            }
            code.line("}")
        }
        code.line("}")
        code.line()
        code.line("extension RMTPType {")
        code.indented { code in
            for packet in packets {
                code.documentation(packet.meaning)
                code.line("public static let \(packet.swift.case) = RMTPType(rawValue: \(packet.type))")
            }
            code.line()
            code.documentation("Whether the layout of this type is known (RMTP-013).")
            code.line("public var hasLayout: Bool {")
            code.indented { code in
                code.line("switch rawValue {")
                code.line("case \(packets.map { String($0.type) }.joined(separator: ", ")): true")
                code.line("default: false")
                code.line("}")
            }
            code.line("}")
        }
        code.line("}")
        code.line()
        code.line("extension RMTPHeader {")
        code.indented { code in
            code.documentation("Returns whether a type of packet is sent in a direction (RMTP-045).")
            code.line("package static func fit(_ type: RMTPType, _ direction: RMTPDirection) -> Fit {")
            code.indented { code in
                code.line("switch (type, direction) {")
                for packet in packets {
                    guard let otherWay = packet.otherWay else { continue }
                    let fit = otherWay == "read" ? "readable" : "refused"
                    code.line("case (.\(packet.swift.case), .\(packet.direction == "up" ? "down" : "up")): .\(fit)")
                }
                code.line("default: .proper")
                code.line("}")
            }
            code.line("}")
        }
        code.line("}")
        code.line()
        layouts(&code)
        return code.text
    }

    private func layouts(_ code: inout Code) {
        code.line("extension RMTPLayout {")
        code.indented { code in
            code.documentation("The layouts of all types that have one.")
            code.line("package static let all: [RMTPLayout] = [")
            code.indented { code in
                for packet in packets {
                    code.line("RMTPLayout(")
                    code.indented { code in
                        code.line("name: \(quoted(packet.name)), type: .\(packet.swift.case),")
                        code.line("members: [")
                        code.indented { code in
                            for member in packet.members { code.line("\(layout(member, packet)),") }
                        }
                        code.line("]")
                    }
                    code.line("),")
                }
            }
            code.line("]")
            code.line()
            code.documentation("The members of the polling form, in writing order (RMTP-096).")
            code.line("package static let polled: [PollingMember] = [")
            code.indented { code in
                for polled in file.polling {
                    let also = (polled.also ?? []).compactMap { name in packets.first { $0.name == name } }
                    var line =
                        "PollingMember(.\(polled.member.swiftSpelling), \(quoted(polled.wire ?? polled.member)), "
                    line +=
                        "\(polled.kind == "string" ? ".text" : polled.kind == "body" ? ".rest" : number(polled.kind))"
                    if !also.isEmpty { line += ", also: [\(also.map { ".\($0.swift.case)" }.joined(separator: ", "))]" }
                    code.line(line + "),")
                }
            }
            code.line("]")
        }
        code.line("}")
    }

    private func number(_ kind: String) -> String {
        ".number(bytes: \(["u8": 1, "u16": 2, "u32": 4, "u64": 8][kind] ?? 0))"
    }

    private func layout(_ member: PacketFile.Member, _ packet: PacketFile.Packet) -> String {
        let kind =
            switch member.kind {
            case .u8, .u16, .u32, .u64: number(member.kind.rawValue)
            case .string: ".text"
            default: ".\(member.kind.rawValue)"
            }
        var line = "Member(.\(member.frameCase), \(kind), \(quoted(member.requirement ?? "RMTP-030"))"
        if let only = member.only { line += ", only: \(place(only))" }
        if let not = member.not { line += ", except: \(place(not))" }
        if let ends = member.mayEnd {
            line += ", mayEnd: [\(ends.map { ".\(PacketFile.version($0))" }.joined(separator: ", "))]"
        }
        if member.bit != nil { line += ", isBit: true" }
        if member.kind == .flags, member.kept != true { line += ", isHidden: true" }
        if let bit = member.announcedBy { line += ", announcedBy: \(packet.mask(bit).literal)" }
        if let bits = member.bits {
            line += ", bits: [\(bits.map { "(0x\($0.mask), \(quoted($0.meaning)))" }.joined(separator: ", "))]"
        }
        switch member.default {
        case .number(let number): line += ", usual: .number(\(number))"
        case .text(let text): line += ", usual: .text(\(quoted(text)))"
        case .boolean(let boolean): line += ", usual: .boolean(\(boolean))"
        case nil: break
        }
        if member.unit == "seconds" { line += ", isTime: true" }
        if let registry = member.registry { line += ", registry: \(quoted(registry))" }
        if member.wraps == true { line += ", wraps: true" }
        return line + ")"
    }

    private func place(_ place: PacketFile.Place) -> String {
        let versions = (place.versions ?? [2, 3, 4]).map { ".\(PacketFile.version($0))" }.joined(separator: ", ")
        return "Place(\(place.direction.map { ".\($0)" } ?? "nil"), [\(versions)])"
    }

    // MARK: Polling

    func pollingFile() -> String {
        var code = code()
        code.documentation(
            "A packet in the polling form: a JSON object in which any member may be absent (RMTP-093)."
        )
        code.line("public struct PollingPacket: Hashable, Sendable {")
        let types = ["u16": "UInt16", "u32": "UInt32", "u64": "UInt64", "string": "FrameText", "body": "RawJSON"]
        code.indented { code in
            code.documentation("The header byte.")
            code.line("public var header: RMTPHeader")
            for polled in file.polling {
                code.documentation(polled.meaning)
                code.line("public var \(polled.member.swiftSpelling): \(types[polled.kind] ?? "UInt8")?")
            }
            code.line()
            code.documentation("Creates a packet without fields.")
            code.line("public init(_ header: RMTPHeader) {")
            code.indented { $0.line("self.header = header") }
            code.line("}")
            code.line()
            code.documentation("A member of any kind except `data`, which is JSON itself.")
            code.line("package subscript(_ member: FrameMember) -> FrameValue? {")
            code.indented { code in
                let plain = file.polling.filter { $0.kind != "body" }
                code.line("get {")
                code.indented { code in
                    code.line("switch member {")
                    for polled in plain {
                        code.line("case .\(polled.member.swiftSpelling): FrameValue(\(polled.member.swiftSpelling))")
                    }
                    code.line("default: nil")
                    code.line("}")
                }
                code.line("}")
                code.line("set {")
                code.indented { code in
                    code.line("switch member {")
                    for polled in plain {
                        let value = polled.kind == "string" ? "text" : "number()"
                        code.line(
                            "case .\(polled.member.swiftSpelling): \(polled.member.swiftSpelling) = newValue?.\(value)")
                    }
                    code.line("default: break")
                    code.line("}")
                }
                code.line("}")
            }
            code.line("}")
        }
        code.line("}")
        return code.text
    }

    /// Returns the names and texts of all files.
    static func files(_ file: PacketFile) -> [(name: String, text: String)] {
        var files: [(name: String, text: String)] = []
        for packet in file.packets where !files.contains(where: { $0.name == "\(packet.swift.type)Packet" }) {
            files.append(("\(packet.swift.type)Packet", PacketWriter(packet).file()))
        }
        let tables = PacketTableWriter(file)
        files.append(("RMTPPacket", tables.packetFile()))
        files.append(("RMTPPacketView+Kind", tables.viewFile()))
        files.append(("RMTPLayout+All", tables.tableFile()))
        files.append(("PollingPacket", tables.pollingFile()))
        return files
    }
}
