// SPDX-License-Identifier: Apache-2.0

import Schemas
import TypeGenerator

/// A writer of the code that packets share: the enumerations of all packets, and the table of their layouts.
struct PacketTableWriter {
    private let file: PacketFile
    private var packets: [PacketFile.Packet] { file.packets }

    /// Returns the names and texts of all files.
    static func files(_ file: PacketFile) -> [(name: String, text: String)] {
        var texts: [(name: String, text: SwiftText)] = []
        for packet in file.packets where !texts.contains(where: { $0.name == "\(packet.swift.type)Packet" }) {
            texts.append(("\(packet.swift.type)Packet", PacketWriter(packet: packet).text))
        }
        let tables = PacketTableWriter(file: file)
        texts += [
            ("RMTPPacket", tables.packet), ("RMTPPacketView+Kind", tables.view), ("RMTPLayout+All", tables.table),
            ("PollingPacket", tables.polling),
        ]
        return texts.map { ($0, $1.file(source: "Spec/rmtp/packets.json", imports: ["IMWire"])) }
    }

    /// Returns a switch with one case per packet.
    private func each(_ subject: String, other: String, _ line: (PacketFile.Packet) -> String) -> SwiftText {
        """
        switch \(subject) {
        \(packets.map { "case .\($0.swift.case)\(line($0))" })
        \(other)
        }
        """
    }

    // MARK: Packets

    private var packet: SwiftText {
        let headers = each("self", other: "case .other(let packet): RMTPHeader(packet.type, packet.flags)") {
            "(let packet): RMTPHeader(.\($0.swift.case), packet.flags)"
        }
        let copies = each("view.kind", other: "case .other(let packet): self = .other(OtherPacket(packet))") {
            "(let packet): self = .\($0.swift.case)(\($0.swift.type)Packet(packet))"
        }
        let bare = each("type", other: "default: return nil") {
            ": self = .\($0.swift.case)(\($0.swift.type)Packet(bare: flags))"
        }
        let getters = each("self", other: "case .other(let packet): return packet") { _ in
            "(let packet): return packet"
        }
        let other = "case .other: if let packet = newValue as? OtherPacket { self = .other(packet) }"
        let setters = each("self", other: other) {
            ": if let packet = newValue as? \($0.swift.type)Packet { self = .\($0.swift.case)(packet) }"
        }
        let writers = each("self", other: "case .other(let packet): writer.rest(packet.data, &output)") { _ in
            "(let packet): try packet.write(&writer, &output)"
        }
        return """
            /// A packet with its own copy of its bytes.
            @nonexhaustive
            public enum RMTPPacket: Hashable, Sendable {
                \(packets.map { "/// \($0.meaning)\ncase \($0.swift.case)(\($0.swift.type)Packet)" })
                /// A type without a layout.
                case other(OtherPacket)

                /// The first byte of the packet.
                public var header: RMTPHeader {
                    \(headers)
                }

                /// Creates a packet by copying the bytes of a view.
                public init(_ view: borrowing RMTPPacketView) {
                    \(copies)
                    if !view.trailing.isEmpty { trailing = view.trailing.copied }
                }

                /// Creates a packet without fields, or returns nil if the type has no layout.
                package init?(bare type: RMTPType, _ flags: RMTPFlags) {
                    \(bare)
                }

                /// The fields, for code that handles all packets alike.
                package var members: any FrameMembers {
                    get {
                        \(getters)
                    }
                    set {
                        \(setters)
                    }
                }

                /// Writes the body. The framing has checked the direction and writes the header.
                @_lifetime(output: copy output)
                func write(_ writer: inout FrameWriter, _ output: inout MutableSpan<UInt8>) throws(EncodeError) {
                    \(writers)
                }
            }
            """
    }

    private var view: SwiftText {
        let members = each("type", other: "default: return .other(OtherView(type, flags, reader.all(body)))") {
            ": return .\($0.swift.case)(try \($0.swift.type)View(flags, format, body, &reader))"
        }
        return """
            extension RMTPPacketView {
                /// The fields of a packet, by its type.
                @nonexhaustive
                public enum Kind: ~Escapable, BitwiseCopyable {
                    \(packets.map { "/// \($0.meaning)\ncase \($0.swift.case)(\($0.swift.type)View)" })
                    /// A type without a layout.
                    case other(OtherView)
                }

                /// Reads the fields of a packet according to the layout of its type.
                @inline(__always)
                @_lifetime(copy body)
                static func members(
                    _ type: RMTPType, _ flags: RMTPFlags, _ format: RMTPFormat,
                    _ body: Span<UInt8>, _ reader: inout FrameReader<some FrameTrace>
                ) throws(DecodeError) -> Kind {
                    \(members)
                }
            }
            """
    }

    // MARK: The table

    private var table: SwiftText {
        var names: [String] = []
        for name in packets.flatMap(\.members).map(\.name) where !names.contains(name) { names.append(name) }
        let types = packets.map {
            "/// \($0.meaning)\npublic static let \($0.swift.case) = RMTPType(rawValue: \($0.type))"
        }
        let fits = packets.compactMap { packet in
            packet.otherWay.map { otherWay in
                "case (.\(packet.swift.case), .\(packet.direction == "up" ? "down" : "up")): "
                    + (otherWay == "read" ? ".readable" : ".refused")
            }
        }
        return """
            /// The fields of packets, with their names in errors, JSON and layouts (RMTP-003).
            package enum FrameMember: UInt8, Sendable, BitwiseCopyable {
                case none, headerCode
                \(names.map { "case \($0.swiftSpelling)" })

                /// The field's name, or an empty string for `none`.
                package var name: String {
                    switch self {
                    case .none: ""
                    \((["headerCode"] + names).map { "case .\($0.swiftSpelling): \(quoted($0))" })
                    }
                }
            }

            extension RMTPType {
                \(types)

                /// Whether the layout of this type is known (RMTP-013).
                public var hasLayout: Bool {
                    switch rawValue {
                    case \(packets.map { String($0.type) }.joined(separator: ", ")): true
                    default: false
                    }
                }
            }

            extension RMTPHeader {
                /// Returns whether a type of packet is sent in a direction (RMTP-045).
                package static func fit(_ type: RMTPType, _ direction: RMTPDirection) -> Fit {
                    switch (type, direction) {
                    \(fits)
                    default: .proper
                    }
                }
            }

            extension RMTPLayout {
                /// The layouts of all types that have one.
                package static let all: [RMTPLayout] = [
                    \(SwiftText.joined(packets.map(layout)))
                ]

                /// The members of the polling form, in writing order (RMTP-096).
                package static let polled: [PollingMember] = [
                    \(file.polling.map(polled))
                ]
            }
            """
    }

    private func polled(_ polled: PacketFile.Polled) -> String {
        let also = (polled.also ?? []).compactMap { name in packets.first { $0.name == name } }
        let kind = ["string": ".text", "body": ".rest"][polled.kind] ?? number(polled.kind)
        return "PollingMember(.\(polled.member.swiftSpelling), \(quoted(polled.wire ?? polled.member)), \(kind)"
            + (also.isEmpty ? "" : ", also: [\(also.map { ".\($0.swift.case)" }.joined(separator: ", "))]") + "),"
    }

    private func number(_ kind: String) -> String {
        ".number(bytes: \(["u8": 1, "u16": 2, "u32": 4, "u64": 8][kind] ?? 0))"
    }

    private func layout(_ packet: PacketFile.Packet) -> SwiftText {
        """
        RMTPLayout(
            name: \(quoted(packet.name)), type: .\(packet.swift.case),
            members: [
                \(packet.members.map { "\(layout($0, packet))," })
            ]
        ),
        """
    }

    private func layout(_ member: PacketFile.Member, _ packet: PacketFile.Packet) -> String {
        let kind =
            switch member.kind {
            case .u8, .u16, .u32, .u64: number(member.kind.rawValue)
            case .string: ".text"
            case .rest, .flags, .boolean, .qos: ".\(member.kind.rawValue)"
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

    private func place(_ place: PacketFile.FormatScope) -> String {
        let versions = (place.versions ?? [2, 3, 4]).map { ".\(PacketFile.version($0))" }.joined(separator: ", ")
        return "FormatScope(\(place.direction.map { ".\($0)" } ?? "nil"), [\(versions)])"
    }

    // MARK: Polling

    private var polling: SwiftText {
        let types = ["u16": "UInt16", "u32": "UInt32", "u64": "UInt64", "string": "FrameText", "body": "RawJSON"]
        let properties = file.polling.map {
            "/// \($0.meaning)\npublic var \($0.member.swiftSpelling): \(types[$0.kind] ?? "UInt8")?"
        }
        let plain = file.polling.filter { $0.kind != "body" }.map { (name: $0.member.swiftSpelling, kind: $0.kind) }
        let setters = plain.map {
            "case .\($0.name): \($0.name) = newValue?.\($0.kind == "string" ? "text" : "number()")"
        }
        return """
            /// A packet in the polling form: a JSON object in which any member may be absent (RMTP-093).
            public struct PollingPacket: Hashable, Sendable {
                /// The header byte.
                public var header: RMTPHeader
                \(properties)

                /// Creates a packet without fields.
                public init(_ header: RMTPHeader) {
                    self.header = header
                }

                /// A member of any kind except `data`, which is JSON itself.
                package subscript(_ member: FrameMember) -> FrameValue? {
                    get {
                        switch member {
                        \(plain.map { "case .\($0.name): FrameValue(\($0.name))" })
                        default: nil
                        }
                    }
                    set {
                        switch member {
                        \(setters)
                        default: break
                        }
                    }
                }
            }
            """
    }
}
