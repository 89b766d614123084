// SPDX-License-Identifier: Apache-2.0

import Schemas
import TypeGenerator

/// A writer of the Swift file of one packet: its struct, its view, and the code that reads and writes them.
struct PacketWriter {
    private let packet: PacketFile.Packet
    private var name: String { "\(packet.swift.type)Packet" }
    private var view: String { "\(packet.swift.type)View" }

    init(_ packet: PacketFile.Packet) {
        self.packet = packet
    }

    func file() -> String {
        var code = Code(source: PacketFile.source)
        for line in ["import IMWire", ""] { code.line(line) }
        structure(&code)
        code.line()
        access(&code)
        code.line()
        viewStructure(&code)
        if let flags = packet.flags {
            code.line()
            options(flags, &code)
        }
        return code.text
    }

    // MARK: The packet

    private func structure(_ code: inout Code) {
        code.documentation(packet.notes)
        code.line("///")
        code.documentation(
            "A field is nil if a decoded packet ended before it. An encoded packet has its whole layout."
        )
        code.line("public struct \(name): Hashable, Sendable {")
        code.indented { code in
            code.documentation("The low four bits of the header.")
            code.line("public var flags: RMTPFlags")
            for member in packet.stored {
                code.documentation(member.meaning)
                code.line("public var \(member.swiftName): \(member.swiftType)?")
            }
            if !packet.hasRest {
                code.documentation("The bytes that follow the last field, unchanged (RMTP-043).")
                code.line("public var trailing: [UInt8] = []")
            }
            code.line()
            code.documentation("Creates a packet without fields.")
            code.line("package init(bare flags: RMTPFlags) { self.flags = flags }")
            code.line()
            code.documentation("Creates a packet by copying the bytes of a view.")
            code.line("public init(_ view: borrowing \(view)) {")
            code.indented { code in
                code.line("flags = view.flags")
                for member in packet.stored { code.line("\(member.swiftName) = view.\(copied(member))") }
            }
            code.line("}")
            code.line()
            writing(&code)
        }
        code.line("}")
    }

    private func copied(_ member: PacketFile.Member) -> String {
        switch member.kind {
        case .string: "\(member.swiftName)?.text"
        case .rest: "\(member.swiftName)?.copied"
        default: member.swiftName
        }
    }

    /// Writes the subscript that gives generic code access to members by name.
    private func access(_ code: inout Code) {
        code.line("extension \(name): FrameMembers {")
        code.indented { code in
            code.documentation("A field of the layout, of any kind.")
            code.line("package subscript(_ member: FrameMember) -> FrameValue? {")
            code.indented { code in
                guard !packet.stored.isEmpty else {
                    code.line("get { nil }")
                    code.line("set {}")
                    return
                }
                code.line("get {")
                code.indented { code in
                    code.line("switch member {")
                    for member in packet.stored {
                        let raw = member.kind == .qos || member.kind == .flags ? "?.rawValue" : ""
                        code.line("case .\(member.frameCase): FrameValue(\(member.swiftName)\(raw))")
                    }
                    code.line("default: nil")
                    code.line("}")
                }
                code.line("}")
                code.line("set {")
                code.indented { code in
                    code.line("switch member {")
                    for member in packet.stored {
                        code.line("case .\(member.frameCase): \(member.swiftName) = newValue?.\(taken(member))")
                    }
                    code.line("default: break")
                    code.line("}")
                }
                code.line("}")
            }
            code.line("}")
        }
        code.line("}")
    }

    private func taken(_ member: PacketFile.Member) -> String {
        switch member.kind {
        case .u8, .u16, .u32, .u64: "number()"
        case .string: "text"
        case .rest: "bytes"
        case .boolean: "boolean"
        case .qos: "number(UInt8.self).flatMap(RMTPQoS.init(rawValue:))"
        case .flags: "number(UInt8.self).map(\(member.swiftType).init(rawValue:))"
        }
    }

    // MARK: Reading

    private func reading(_ code: inout Code) {
        let isOpen = packet.members.isEmpty ? "_" : "format"
        let usesFormat = packet.written.contains { $0.condition("") != nil || $0.mayEnd != nil }
        code.line("init(")
        code.indented { code in
            code.line(
                "_ flags: RMTPFlags, _ \(usesFormat ? isOpen : "_"): RMTPFormat, "
                    + "_ body: Span<UInt8>, _ reader: inout FrameReader<some FrameTrace>")
        }
        code.line(") throws(DecodeError) {")
        code.indented { code in
            var mayBeOver = false
            for member in packet.written {
                if let end = member.endCondition("format") {
                    if !mayBeOver { code.line("var isOver = false") }
                    mayBeOver = true
                    code.line("if \(end), reader.remaining == 0 { isOver = true }")
                }
                var present: [String] = mayBeOver ? ["!isOver"] : []
                if let condition = member.condition("format") { present.append(condition) }
                if let bit = member.announcedBy, let flags = packet.flags {
                    let told = "\(flags.swiftName)?.contains(.\(packet.bit(bit))) ?? false"
                    if let condition = flags.condition("format") {
                        if member.condition("format") == nil {
                            present.append("(\(condition) ? \(told) : true)")
                        } else {
                            present.append("(\(told))")
                        }
                    } else {
                        present.append(packet.written.count > 1 && !present.isEmpty ? "(\(told))" : told)
                    }
                }
                read(member, present.joined(separator: " && "), &code)
            }
            if !packet.hasRest { code.line("try reader.finish()") }
            // A view that is complete at once need not be stored and destroyed when a later member is refused.
            for name in ["flags"] + (packet.hasSlices ? ["body"] : []) + packet.written.map(property) {
                code.line("self.\(name) = \(name)")
            }
        }
        code.line("}")
    }

    /// Returns the stored property of the view for a member of the body.
    private func property(_ member: PacketFile.Member) -> String {
        switch member.kind {
        case .string, .rest: "\(member.frameCase)Place"
        default: member.swiftName
        }
    }

    private func read(_ member: PacketFile.Member, _ present: String, _ code: inout Code) {
        func either(_ value: String, _ absent: String) -> String {
            present.isEmpty ? value : "\(present) ? \(value) : \(absent)"
        }
        switch member.kind {
        case .string:
            let place = either("try reader.text(.\(member.frameCase), body)", ".absent")
            code.line("let \(property(member)): FrameTextPlace = \(place)")
        case .rest: code.line("let \(property(member)) = reader.rest()")
        case .flags:
            code.line("let place = reader.position")
            code.line("let byte: UInt8? = \(either("try reader.number(.\(member.frameCase), body)", "nil"))")
            code.line("let \(member.swiftName) = byte.map(\(member.swiftType).init(rawValue:))")
            code.line("if \(member.swiftName)?.isStray ?? false {")
            code.indented { code in
                let id = "Deviation.ID(\(member.deviation ?? 0))"
                code.line("try reader.refuse(.packetFlags, \(id), .\(member.frameCase), at: place)")
            }
            code.line("}")
        default:
            let value = either("try reader.number(.\(member.frameCase), body)", "nil")
            code.line("let \(member.swiftName): \(member.swiftType)? = \(value)")
        }
    }

    // MARK: Writing

    private func writing(_ code: inout Code) {
        code.line("@_lifetime(output: copy output)")
        code.line(
            "func write(_ writer: inout FrameWriter, _ output: inout MutableSpan<UInt8>) throws(EncodeError) {")
        code.indented { code in
            let written = packet.written
            for (index, member) in written.enumerated() {
                if let end = member.endCondition("writer.format") {
                    let absent = written[index...].map { "\($0.swiftName) == nil" }.joined(separator: ", ")
                    code.line("if \(end), \(absent) {")
                    code.indented { code in
                        code.line("// A reader would read trailing bytes as fields (RMTP-043).")
                        code.line("guard trailing.isEmpty else { throw EncodeError(.member) }")
                        code.line("return")
                    }
                    code.line("}")
                }
                write(member, &code)
            }
            if !packet.hasRest { code.line("writer.rest(trailing, &output)") }
        }
        code.line("}")
        if let flags = packet.flags {
            code.line()
            flagsByte(flags, &code)
        }
    }

    private func write(_ member: PacketFile.Member, _ code: inout Code) {
        let statement =
            switch member.kind {
            case .string: "try writer.text(\(member.swiftName), &output)"
            case .rest: "writer.rest(\(member.swiftName), &output)"
            case .flags: "try writer.number(flagsByte(), &output)"
            default: "try writer.number(\(member.swiftName), &output)"
            }
        var present: [String] = []
        if let bit = member.announcedBy, let flags = packet.flags {
            let group = packet.written.filter { $0.announcedBy == bit }.map { "\($0.swiftName) != nil" }
            let isOther = flags.condition("") != nil && member.condition("") == nil
            let other = isOther ? flags.condition("writer.format").map { "!(\($0))" } : nil
            present.append(([other].compactMap { $0 } + group).joined(separator: " || "))
        }
        guard let condition = member.condition("writer.format") else {
            code.line(present.isEmpty ? statement : "if \(present[0]) { \(statement) }")
            return
        }
        code.line("if \(condition) {")
        code.indented { $0.line(present.isEmpty ? statement : "if \(present[0]) { \(statement) }") }
        code.line("} else if \(member.swiftName) != nil {")
        code.indented { $0.line("throw EncodeError(.member)") }
        code.line("}")
    }

    /// Writes the method that computes the flags byte, which states which members follow.
    private func flagsByte(_ flags: PacketFile.Member, _ code: inout Code) {
        code.documentation("Returns the flags byte, which announces the fields that follow.")
        code.line("private func flagsByte() throws(EncodeError) -> UInt8 {")
        code.indented { code in
            code.line("var byte: UInt8 = 0")
            for member in packet.members where member.bit != nil && member.announcedBy == nil {
                code.line("guard let \(member.swiftName) else { throw EncodeError(.member) }")
                code.line("byte |= \(value(member, member.swiftName))")
            }
            for bit in packet.announcing {
                let present = packet.written.filter { $0.announcedBy == bit }.map { "\($0.swiftName) != nil" }
                code.line("if \(present.joined(separator: " || ")) {")
                let dependent = packet.members.filter { $0.announcedBy == bit && $0.bit != nil }
                code.indented { code in
                    code.line("byte |= \(packet.mask(bit).literal)")
                    for member in dependent {
                        let value = value(member, member.swiftName)
                        code.line("if let \(member.swiftName) { byte |= \(value) }")
                    }
                }
                if dependent.isEmpty {
                    code.line("}")
                } else {
                    let absent = dependent.map { "\($0.swiftName) != nil" }.joined(separator: " || ")
                    code.line("} else if \(absent) {")
                    code.indented { $0.line("throw EncodeError(.member)") }
                    code.line("}")
                }
            }
            guard flags.kept == true else { return code.line("return byte") }
            code.line(
                "// Fields announced by an unknown flag are in the trailing bytes, which must then be present.")
            code.line("let told = \(flags.swiftName)?.rawValue ?? byte")
            let known = "\(flags.swiftType).known.rawValue"
            code.line("guard told & \(known) == byte, told & ~\(known) == 0 || !trailing.isEmpty else {")
            code.indented { $0.line("throw EncodeError(.flags)") }
            code.line("}")
            code.line("return told")
        }
        code.line("}")
    }

    private func value(_ member: PacketFile.Member, _ name: String) -> String {
        let mask = packet.mask(member.bit ?? "")
        guard member.kind == .qos else { return "\(name) ? \(mask.literal) : 0" }
        return "\(name).rawValue << \(mask.trailingZeroBitCount)"
    }

    // MARK: The view

    private func viewStructure(_ code: inout Code) {
        code.documentation("A view of a \(packet.name) in the input.")
        code.line("public struct \(view): ~Escapable, BitwiseCopyable {")
        code.indented { code in
            if packet.hasSlices { code.line("private let body: Span<UInt8>") }
            for member in packet.written where member.kind == .string || member.kind == .rest {
                code.line("private let \(member.frameCase)Place: Frame\(member.kind == .rest ? "Rest" : "Text")Place")
            }
            code.documentation("The low four bits of the header.")
            code.line("public let flags: RMTPFlags")
            for member in packet.members {
                code.documentation(member.meaning)
                if member.bit != nil {
                    bitProperty(member, &code)
                } else if member.kind == .string || member.kind == .rest {
                    let type = member.kind == .rest ? "Span<UInt8>" : "FrameTextView"
                    code.line("public var \(member.swiftName): \(type)? {")
                    code.indented { code in
                        code.line("@_lifetime(copy self)")
                        code.line("get { \(member.frameCase)Place.view(body) }")
                    }
                    code.line("}")
                } else {
                    code.line("public let \(member.swiftName): \(member.swiftType)?")
                }
            }
            code.line()
            if packet.swift.inlined == true { code.line("@inline(__always)") }
            code.line("@_lifetime(copy body)")
            reading(&code)
        }
        code.line("}")
    }

    private func bitProperty(_ member: PacketFile.Member, _ code: inout Code) {
        guard let flags = packet.flags, let bit = member.bit else { return }
        let type = member.swiftType
        code.line("public var \(member.swiftName): \(type)? {")
        code.indented { code in
            let group = member.announcedBy.map { ", \(flags.swiftName).contains(.\(packet.bit($0)))" } ?? ""
            code.line("guard let \(flags.swiftName)\(group) else { return nil }")
            let mask = packet.mask(bit)
            code.line(
                member.kind == .qos
                    ? "return RMTPQoS(rawValue: (\(flags.swiftName).rawValue & \(mask.literal)) >> "
                        + "\(mask.trailingZeroBitCount))"
                    : "return \(flags.swiftName).contains(.\(packet.bit(bit)))")
        }
        code.line("}")
    }

    // MARK: Flags

    private func options(_ flags: PacketFile.Member, _ code: inout Code) {
        let path = flags.swiftType.split(separator: ".").map(String.init)
        guard path.count == 2 else { return options(path[0], flags, &code) }
        code.line("extension \(path[0]) {")
        code.indented { options(path[1], flags, &$0) }
        code.line("}")
    }

    private func options(_ name: String, _ flags: PacketFile.Member, _ code: inout Code) {
        code.documentation("The flags of a \(packet.name) (\(flags.requirement ?? "RMTP-030")).")
        code.line("public struct \(name): OptionSet, Hashable, Sendable, BitwiseCopyable {")
        code.indented { code in
            code.documentation("The byte on the wire; bits without a meaning are kept.")
            code.line("public let rawValue: UInt8")
            code.line()
            code.documentation("Creates flags from the byte.")
            code.line("public init(rawValue: UInt8) {")
            code.indented { $0.line("self.rawValue = rawValue") }
            code.line("}")
            code.line()
            let bits = flags.bits ?? []
            for bit in bits {
                code.documentation("The bit \(bit.mask): \(bit.meaning).")
                code.line(
                    "public static let \((bit.swift ?? bit.name).swiftSpelling) = \(name)(rawValue: 0x\(bit.mask))")
            }
            code.line()
            let known = bits.reduce(UInt8(0)) { $0 | (UInt8($1.mask, radix: 16) ?? 0) }
            code.documentation("All bits with a meaning.")
            code.line("public static let known = \(name)(rawValue: \(known.literal))")
            code.line()
            code.documentation("Whether a bit is set that has no meaning, or none without another bit.")
            var stray = ["rawValue & \((~known).literal) != 0"]
            for bit in packet.announcing {
                let dependent = packet.members.filter { $0.announcedBy == bit }.compactMap(\.bit)
                let mask = dependent.reduce(UInt8(0)) { $0 | packet.mask($1) }
                if mask != 0 { stray.append("(!contains(.\(packet.bit(bit))) && rawValue & \(mask.literal) != 0)") }
            }
            code.line("var isStray: Bool { \(stray.joined(separator: " || ")) }")
        }
        code.line("}")
    }
}

extension PacketFile {
    static let source = "Spec/rmtp/packets.json"
}

extension UInt8 {
    /// The mask as a Swift literal.
    var literal: String { "0x" + (self < 16 ? "0" : "") + String(self, radix: 16) }
}
