// SPDX-License-Identifier: Apache-2.0

import Schemas
import TypeGenerator

/// A writer of the Swift file of one packet: its struct, its view, and the code that reads and writes them.
struct PacketWriter {
    let packet: PacketFile.Packet
    private var name: String { "\(packet.swift.type)Packet" }
    private var view: String { "\(packet.swift.type)View" }

    var text: SwiftText {
        .joined([structure, access, viewStructure] + (packet.flags.map { [options($0)] } ?? []), separator: "\n\n")
    }

    // MARK: The packet

    private var structure: SwiftText {
        let trailing = """
            /// The bytes that follow the last field, unchanged (RMTP-043).
            public var trailing: [UInt8] = []
            """
        return """
            /// \(packet.notes)
            ///
            /// A field is nil if a decoded packet ended before it. An encoded packet has its whole layout.
            public struct \(name): Hashable, Sendable {
                /// The low four bits of the header.
                public var flags: RMTPFlags
                \(packet.stored.map { "/// \($0.meaning)\npublic var \($0.swiftName): \($0.swiftType)?" })
                \(packet.hasRest ? "" : trailing)

                /// Creates a packet without fields.
                package init(bare flags: RMTPFlags) { self.flags = flags }

                /// Creates a packet by copying the bytes of a view.
                public init(_ view: borrowing \(view)) {
                    flags = view.flags
                    \(packet.stored.map { "\($0.swiftName) = view.\(copied($0))" })
                }

                \(writing)
            }
            """
    }

    private func copied(_ member: PacketFile.Member) -> String {
        switch member.kind {
        case .string: "\(member.swiftName)?.text"
        case .rest: "\(member.swiftName)?.copied"
        case .u8, .u16, .u32, .u64, .flags, .boolean, .qos: member.swiftName
        }
    }

    /// The subscript that gives generic code access to members by name.
    private var access: SwiftText {
        let getters = packet.stored.map { member in
            let raw = member.kind == .qos || member.kind == .flags ? "?.rawValue" : ""
            return "case .\(member.frameCase): FrameValue(\(member.swiftName)\(raw))"
        }
        let setters = packet.stored.map { "case .\($0.frameCase): \($0.swiftName) = newValue?.\(value($0))" }
        let accessors: SwiftText = """
            get {
                switch member {
                \(getters)
                default: nil
                }
            }
            set {
                switch member {
                \(setters)
                default: break
                }
            }
            """
        return """
            extension \(name): FrameMembers {
                /// A field of the layout, of any kind.
                package subscript(_ member: FrameMember) -> FrameValue? {
                    \(packet.stored.isEmpty ? "get { nil }\nset {}" : accessors)
                }
            }
            """
    }

    private func value(_ member: PacketFile.Member) -> String {
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

    private var reading: SwiftText {
        let usesFormat = packet.written.contains { $0.condition("") != nil || $0.mayEnd != nil }
        var lines: [SwiftText] = []
        var mayBeOver = false
        for member in packet.written {
            if let end = member.endCondition("format") {
                if !mayBeOver { lines.append("var isOver = false") }
                mayBeOver = true
                lines.append("if \(end), reader.remaining == 0 { isOver = true }")
            }
            var present: [String] = mayBeOver ? ["!isOver"] : []
            if let condition = member.condition("format") { present.append(condition) }
            if let bit = member.announcedBy, let flags = packet.flags {
                let told = "\(flags.swiftName)?.contains(.\(packet.bit(bit))) ?? false"
                if let condition = flags.condition("format"), member.condition("format") == nil {
                    present.append("(\(condition) ? \(told) : true)")
                } else {
                    let isAlone = flags.condition("format") == nil && (packet.written.count == 1 || present.isEmpty)
                    present.append(isAlone ? told : "(\(told))")
                }
            }
            lines.append(read(member, present.joined(separator: " && ")))
        }
        // A view that is complete at once need not be stored and destroyed when a later member is refused.
        let stored = ["flags"] + (packet.hasSlices ? ["body"] : []) + packet.written.map(property)
        return """
            init(
                _ flags: RMTPFlags, _ \(usesFormat ? "format" : "_"): RMTPFormat, _ body: Span<UInt8>, \
            _ reader: inout FrameReader<some FrameTrace>
            ) throws(DecodeError) {
                \(SwiftText.joined(lines))
                \(packet.hasRest ? "" : "try reader.finish()")
                \(stored.map { "self.\($0) = \($0)" })
            }
            """
    }

    private func read(_ member: PacketFile.Member, _ present: String) -> SwiftText {
        func either(_ value: String, _ absent: String) -> String {
            present.isEmpty ? value : "\(present) ? \(value) : \(absent)"
        }
        let number = either("try reader.number(.\(member.frameCase), body)", "nil")
        switch member.kind {
        case .string:
            let text = either("try reader.text(.\(member.frameCase), body)", ".absent")
            return "let \(property(member)): FrameTextPlace = \(text)"
        case .rest: return "let \(property(member)) = reader.rest()"
        case .flags:
            return """
                let place = reader.position
                let byte: UInt8? = \(number)
                let \(member.swiftName) = byte.map(\(member.swiftType).init(rawValue:))
                if \(member.swiftName)?.isStray ?? false {
                    try reader.refuse(.packetFlags, Deviation.ID(\(member.deviation ?? 0)), .\(member.frameCase), at: place)
                }
                """
        case .u8, .u16, .u32, .u64, .boolean, .qos:
            return "let \(member.swiftName): \(member.swiftType)? = \(number)"
        }
    }

    /// Returns the stored property of the view for a member of the body.
    private func property(_ member: PacketFile.Member) -> String {
        member.kind == .string || member.kind == .rest ? "\(member.frameCase)Place" : member.swiftName
    }

    // MARK: Writing

    private var writing: SwiftText {
        var lines: [SwiftText] = []
        let written = packet.written
        for (index, member) in written.enumerated() {
            if let end = member.endCondition("writer.format") {
                lines.append(
                    """
                    if \(end), \(written[index...].map { "\($0.swiftName) == nil" }.joined(separator: ", ")) {
                        // A reader would read trailing bytes as fields (RMTP-043).
                        guard trailing.isEmpty else { throw EncodeError(.member) }
                        return
                    }
                    """)
            }
            lines.append(write(member))
        }
        if !packet.hasRest { lines.append("writer.rest(trailing, &output)") }
        let method: SwiftText = """
            @_lifetime(output: copy output)
            func write(_ writer: inout FrameWriter, _ output: inout MutableSpan<UInt8>) throws(EncodeError) {
                \(SwiftText.joined(lines))
            }
            """
        return .joined([method] + (packet.flags.map { [flagsByte($0)] } ?? []), separator: "\n\n")
    }

    private func write(_ member: PacketFile.Member) -> SwiftText {
        var statement =
            switch member.kind {
            case .string: "try writer.text(\(member.swiftName), &output)"
            case .rest: "writer.rest(\(member.swiftName), &output)"
            case .flags: "try writer.number(flagsByte(), &output)"
            case .u8, .u16, .u32, .u64, .boolean, .qos: "try writer.number(\(member.swiftName), &output)"
            }
        if let bit = member.announcedBy, let flags = packet.flags {
            let isOther = flags.condition("") != nil && member.condition("") == nil
            let other = isOther ? flags.condition("writer.format").map { ["!(\($0))"] } ?? [] : []
            statement = "if \((other + present(packet.written, bit)).joined(separator: " || ")) { \(statement) }"
        }
        guard let condition = member.condition("writer.format") else { return "\(statement)" }
        return """
            if \(condition) {
                \(statement)
            } else if \(member.swiftName) != nil {
                throw EncodeError(.member)
            }
            """
    }

    /// Returns the conditions for the presence of the members that a bit announces.
    private func present(_ members: [PacketFile.Member], _ bit: String) -> [String] {
        members.filter { $0.announcedBy == bit }.map { "\($0.swiftName) != nil" }
    }

    /// Returns the method that computes the flags byte, which states which members follow.
    private func flagsByte(_ flags: PacketFile.Member) -> SwiftText {
        let required: [String] = packet.members.filter { $0.bit != nil && $0.announcedBy == nil }.map {
            "guard let \($0.swiftName) else { throw EncodeError(.member) }\nbyte |= \(bits($0))"
        }
        let announced: [SwiftText] = packet.announcing.map { bit in
            let dependent = packet.members.filter { $0.announcedBy == bit && $0.bit != nil }
            let absent: SwiftText = """
                } else if \(present(dependent, bit).joined(separator: " || ")) {
                    throw EncodeError(.member)
                }
                """
            return """
                if \(present(packet.written, bit).joined(separator: " || ")) {
                    byte |= \(packet.mask(bit).literal)
                    \(dependent.map { "if let \($0.swiftName) { byte |= \(bits($0)) }" })
                \(dependent.isEmpty ? "}" : absent)
                """
        }
        let known = "\(flags.swiftType).known.rawValue"
        let kept: SwiftText = """
            // Fields announced by an unknown flag are in the trailing bytes, which must then be present.
            let told = \(flags.swiftName)?.rawValue ?? byte
            guard told & \(known) == byte, told & ~\(known) == 0 || !trailing.isEmpty else {
                throw EncodeError(.flags)
            }
            return told
            """
        return """
            /// Returns the flags byte, which announces the fields that follow.
            private func flagsByte() throws(EncodeError) -> UInt8 {
                var byte: UInt8 = 0
                \(required)
                \(SwiftText.joined(announced))
                \(flags.kept == true ? kept : "return byte")
            }
            """
    }

    /// Returns the bits of a member in the flags byte.
    private func bits(_ member: PacketFile.Member) -> String {
        let mask = packet.mask(member.bit ?? "")
        guard member.kind == .qos else { return "\(member.swiftName) ? \(mask.literal) : 0" }
        return "\(member.swiftName).rawValue << \(mask.trailingZeroBitCount)"
    }

    // MARK: The view

    private var viewStructure: SwiftText {
        let places = packet.written.filter { $0.kind == .string || $0.kind == .rest }.map {
            "private let \($0.frameCase)Place: Frame\($0.kind == .rest ? "Rest" : "Text")Place"
        }
        return """
            /// A view of a \(packet.name) in the input.
            public struct \(view): ~Escapable, BitwiseCopyable {
                \(packet.hasSlices ? "private let body: Span<UInt8>" : "")
                \(places)
                /// The low four bits of the header.
                public let flags: RMTPFlags
                \(SwiftText.joined(packet.members.map { "/// \($0.meaning)\n\(viewProperty($0))" }))

                \(packet.swift.inlined == true ? "@inline(__always)" : "")
                @_lifetime(copy body)
                \(reading)
            }
            """
    }

    private func viewProperty(_ member: PacketFile.Member) -> SwiftText {
        if let flags = packet.flags, let bit = member.bit {
            let group = member.announcedBy.map { ", \(flags.swiftName).contains(.\(packet.bit($0)))" } ?? ""
            let mask = packet.mask(bit)
            let value =
                member.kind == .qos
                ? "RMTPQoS(rawValue: (\(flags.swiftName).rawValue & \(mask.literal)) >> \(mask.trailingZeroBitCount))"
                : "\(flags.swiftName).contains(.\(packet.bit(bit)))"
            return """
                public var \(member.swiftName): \(member.swiftType)? {
                    guard let \(flags.swiftName)\(group) else { return nil }
                    return \(value)
                }
                """
        }
        guard member.kind == .string || member.kind == .rest else {
            return "public let \(member.swiftName): \(member.swiftType)?"
        }
        return """
            public var \(member.swiftName): \(member.kind == .rest ? "Span<UInt8>" : "FrameTextView")? {
                @_lifetime(copy self)
                get { \(member.frameCase)Place.view(body) }
            }
            """
    }

    // MARK: Flags

    private func options(_ flags: PacketFile.Member) -> SwiftText {
        let path = flags.swiftType.split(separator: ".").map(String.init)
        guard path.count == 2 else { return options(path[0], flags) }
        return """
            extension \(path[0]) {
                \(options(path[1], flags))
            }
            """
    }

    private func options(_ name: String, _ flags: PacketFile.Member) -> SwiftText {
        let bits = flags.bits ?? []
        let constants = bits.map {
            "/// The bit \($0.mask): \($0.meaning).\n"
                + "public static let \(($0.swift ?? $0.name).swiftSpelling) = \(name)(rawValue: 0x\($0.mask))"
        }
        let known = bits.reduce(UInt8(0)) { $0 | (UInt8($1.mask, radix: 16) ?? 0) }
        let stray = packet.announcing.compactMap { bit -> String? in
            let dependent = packet.members.filter { $0.announcedBy == bit }.compactMap(\.bit)
            let mask = dependent.reduce(UInt8(0)) { $0 | packet.mask($1) }
            return mask == 0 ? nil : "(!contains(.\(packet.bit(bit))) && rawValue & \(mask.literal) != 0)"
        }
        return """
            /// The flags of a \(packet.name) (\(flags.requirement ?? "RMTP-030")).
            public struct \(name): OptionSet, Hashable, Sendable, BitwiseCopyable {
                /// The byte on the wire; bits without a meaning are kept.
                public let rawValue: UInt8

                /// Creates flags from the byte.
                public init(rawValue: UInt8) {
                    self.rawValue = rawValue
                }

                \(constants)

                /// All bits with a meaning.
                public static let known = \(name)(rawValue: \(known.literal))

                /// Whether a bit is set that has no meaning, or none without another bit.
                var isStray: Bool { \((["rawValue & \((~known).literal) != 0"] + stray).joined(separator: " || ")) }
            }
            """
    }
}

extension UInt8 {
    /// The mask as a Swift literal.
    var literal: String { "0x" + (self < 16 ? "0" : "") + String(self, radix: 16) }
}
