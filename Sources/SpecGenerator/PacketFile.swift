// SPDX-License-Identifier: Apache-2.0

import Platform
import Schemas
import TypeGenerator

/// The contents of `Spec/rmtp/packets.json`: the layouts of RMTP-030.
package struct PacketFile: Decodable {
    var packets: [Packet]
    var polling: [Polled]

    struct Packet: Decodable {
        var name: String
        var type: UInt8
        var direction: String
        var otherWay: String?
        var meaning: String
        var notes: String
        var swift: Swift
        var members: [Member]

        struct Swift: Decodable {
            var `case`: String
            var type: String
            var inlined: Bool?
        }
    }

    struct Member: Decodable {
        var name: String
        var kind: Kind
        var meaning: String
        var requirement: String?
        var only: FormatScope?
        var not: FormatScope?
        var mayEnd: [Int]?
        var bit: String?
        var announcedBy: String?
        var bits: [Bit]?
        var kept: Bool?
        var deviation: Int?
        var `default`: ScalarValue?
        var unit: String?
        var registry: String?
        var wraps: Bool?
        var swift: Swift?

        struct Swift: Decodable {
            var name: String
            var type: String?
        }
    }

    enum Kind: String, Decodable {
        case u8, u16, u32, u64, string, rest, flags, boolean, qos
    }

    struct FormatScope: Decodable {
        var direction: String?
        var versions: [Int]?
    }

    struct Bit: Decodable {
        var name: String
        var mask: String
        var meaning: String
        var swift: String?
    }

    struct Polled: Decodable {
        var member: String
        var wire: String?
        var kind: String
        var also: [String]?
        var meaning: String
    }

    /// Parses the file, and rejects definitions that do not form a valid layout.
    package init(parsing data: Data) throws {
        self = try JSONDecoder().decode(PacketFile.self, from: data)
        func check(_ isRight: Bool, _ problem: @autoclosure () -> String) throws {
            if !isRight { throw SpecError("rmtp/packets.json: \(problem())") }
        }
        try check(Set(packets.map(\.type)).count == packets.count, "two packets have the same type")
        try check(Set(packets.map(\.name)).count == packets.count, "two packets have the same name")
        for packet in packets {
            let isOneWay = packet.direction != "both"
            try check((packet.otherWay != nil) == isOneWay, "\(packet.name): what of the other way")
            try check(packet.type < 16, "\(packet.name): a type has four bits")
            let names = packet.members.map(\.name)
            try check(Set(names).count == names.count, "\(packet.name): two members have the same name")
            let bits = packet.members.flatMap { $0.bits ?? [] }
            for (index, member) in packet.members.enumerated() {
                let place = "\(packet.name).\(member.name)"
                try check(member.kind != .rest || index == names.count - 1, "\(place): rest is not the last member")
                try check((member.kind == .flags) == (member.bits != nil), "\(place): flags have bits")
                try check((member.bit != nil) == (member.kind == .boolean || member.kind == .qos), "\(place): its bit")
                for bit in [member.bit, member.announcedBy].compactMap({ $0 }) {
                    try check(bits.contains { $0.name == bit }, "\(place): there is no flag \(bit)")
                }
            }
            for bit in bits {
                try check(UInt8(bit.mask, radix: 16) != nil, "\(packet.name): \(bit.mask) is no byte")
                let isUsed = packet.members.contains { $0.bit == bit.name || $0.announcedBy == bit.name }
                try check(isUsed, "\(packet.name): nothing has the flag \(bit.name)")
            }
        }
        let names = Set(packets.flatMap { $0.members.map(\.name) })
        for polled in polling { try check(names.contains(polled.member), "polling: no packet has \(polled.member)") }
    }
}

extension PacketFile.Packet {
    /// The member that states which other members follow.
    var flags: PacketFile.Member? { members.first { $0.kind == .flags } }
    var hasRest: Bool { members.last?.kind == .rest }
    /// Whether the packet has members that its view reads from the input only when they are asked for.
    var hasSlices: Bool { members.contains { $0.kind == .string || $0.kind == .rest } }
    /// The members that are stored properties of the packet, without flags that follow from other members.
    var stored: [PacketFile.Member] { members.filter { $0.kind != .flags || $0.kept == true } }
    /// The members that are written to the body.
    var written: [PacketFile.Member] { members.filter { $0.bit == nil } }

    func mask(_ name: String) -> UInt8 {
        flags?.bits?.first { $0.name == name }.flatMap { UInt8($0.mask, radix: 16) } ?? 0
    }

    func bit(_ name: String) -> String {
        (flags?.bits?.first { $0.name == name }?.swift ?? name).swiftSpelling
    }

    /// The names of the bits that state that a member follows.
    var announcing: [String] {
        (flags?.bits ?? []).map(\.name).filter { name in members.contains { $0.announcedBy == name } }
    }
}

extension PacketFile.Member {
    var swiftName: String { (swift?.name ?? name).swiftSpelling }
    /// The case of `FrameMember`.
    var frameCase: String { name.swiftSpelling }

    var swiftType: String {
        switch kind {
        case .u8: "UInt8"
        case .u16: "UInt16"
        case .u32: "UInt32"
        case .u64: "UInt64"
        case .string: "FrameText"
        case .rest: "[UInt8]"
        case .flags: swift?.type ?? "UInt8"
        case .boolean: "Bool"
        case .qos: "RMTPQoS"
        }
    }

    /// Returns an expression over `format` for whether the layout has the member, or nil if it always has.
    func condition(_ format: String) -> String? {
        let parts = [only.map { PacketFile.all($0, format) }, not.map { PacketFile.none($0, format) }]
        let found = parts.compactMap { $0 }
        return found.isEmpty ? nil : found.joined(separator: " && ")
    }

    /// Returns an expression over `format` for whether the body may end before the member, or nil if it never may.
    func endCondition(_ format: String) -> String? {
        mayEnd.map { PacketFile.all(PacketFile.FormatScope(direction: only?.direction, versions: $0), format) }
    }
}

extension PacketFile {
    static func version(_ number: Int) -> String { [2: "two", 3: "three", 4: "four"][number] ?? "two" }

    fileprivate static func all(_ place: FormatScope, _ format: String) -> String {
        var parts: [String] = []
        if let direction = place.direction { parts.append("\(format).direction == .\(direction)") }
        if let versions = place.versions {
            let others = [2, 3, 4].filter { !versions.contains($0) }
            parts.append(
                versions.count == 1
                    ? "\(format).version == .\(version(versions[0]))"
                    : others.map { "\(format).version != .\(version($0))" }.joined(separator: " && "))
        }
        return parts.joined(separator: " && ")
    }

    fileprivate static func none(_ place: FormatScope, _ format: String) -> String {
        var parts: [String] = []
        if let direction = place.direction { parts.append("\(format).direction != .\(direction)") }
        if let versions = place.versions {
            parts.append(versions.map { "\(format).version != .\(version($0))" }.joined(separator: " && "))
        }
        return parts.count == 1 ? parts[0] : "(\(parts.joined(separator: " || ")))"
    }
}
