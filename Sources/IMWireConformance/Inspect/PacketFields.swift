// SPDX-License-Identifier: Apache-2.0

import IMWire
import TextSupport

/// The annotations of the bytes of a packet (FRM-030).
struct PacketFields {
    private let bytes: [UInt8]
    private let range: Range<Int>
    private let options: ChatInspection.Options
    /// The fault that ended the stream in this packet, or nil if there is none.
    private let end: StreamFault?

    init(_ bytes: [UInt8], _ range: Range<Int>, _ options: ChatInspection.Options, end: StreamFault?) {
        self.bytes = bytes
        self.range = range
        self.options = options
        self.end = end
    }

    /// Returns the fields, which cover the packet or the part of it that is present.
    func annotations(_ unit: UnitReading?) -> [Annotation] {
        var cut = FieldCutter(bytes, range)
        header(&cut)
        if let end {
            if end.error.offset - range.lowerBound < 4 { cut.drop(behind: end.error.offset) }
            cut.rest("not read", "not read, after an error that ends the connection", "FRM-005")
            return cut.fields
        }
        if headerLength > ChatPacketHeader.byteCount {
            let length = headerLength - ChatPacketHeader.byteCount
            cut.add(length, "extension", "FRM-033") { _ in "fields of a later version, skipped" }
        }
        if let payload { cut.fields += PayloadFields(bytes, payload, flags, options).annotations(unit) }
        cut.place = cut.fields.last?.range.upperBound ?? range.lowerBound
        cut.rest("incomplete", "bytes of an incomplete packet", "FRM-006")
        return cut.fields
    }

    /// A short description of the packet.
    var title: String {
        guard range.count >= ChatPacketHeader.byteCount, end == nil else { return "refused" }
        var title: String
        switch type {
        case .heartbeat: title = "heartbeat"
        case .message: title = "message"
        default: title = "type \(type.rawValue)"
        }
        if flags.contains(.deflate) { title += ", deflated" }
        if flags.contains(.batch) { title += ", batch" }
        if let fragment { title += ", part \(fragment.index + 1) of \(fragment.count)" }
        return title
    }

    /// Returns a description of how the bytes of a unit were obtained from its packets.
    func origin(of length: Int, _ packets: [Int]) -> String {
        var steps: [String] = []
        var stored = payload?.count ?? 0
        if let fragment {
            stored = fragment.total
            let numbers = packets.prefix(8).map(String.init).joined(separator: ", ")
            let more = packets.count > 8 ? " and \(packets.count - 8) more" : ""
            steps.append("joined from packets \(numbers)\(more)")
        }
        if flags.contains(.deflate) {
            let share = length == 0 ? 0 : stored * 100 / length
            steps.append("inflated from \(Words.count(stored, "byte")) (\(share)%)")
        }
        return steps.joined(separator: " and ")
    }

    // MARK: The header

    private func header(_ cut: inout FieldCutter) {
        cut.add(2, "magic", "FRM-031") { Words.hex($0) }
        cut.add(1, "version", "FRM-032") { "\($0.number)" }
        cut.add(1, "header length", "FRM-033") { "\($0.number)" }
        cut.add(1, "type", "FRM-034") { field in
            switch field.number {
            case 1: "heartbeat"
            case 2: "message"
            default: "\(field.number), not known"
            }
        }
        cut.add(1, "reserved", "FRM-035") { "\($0.number)" }
        cut.add(2, "flags", "FRM-036") {
            Words.flags(ChatPacketFlags(rawValue: UInt16(truncatingIfNeeded: $0.number)))
        }
        if cut.isWhole, !flags.isEmpty { cut.detail(flagDetails) }
        cut.add(4, "sequence number", "FRM-037") { "\($0.number)" }
        cut.add(4, "payload length", "FRM-038") { Words.count($0.number, "byte") }
        cut.add(4, "header check", "FRM-039") { verdict($0.number, checks?.header, "bytes 0 to 15") }
        cut.add(4, "checksum", "FRM-040") { field in
            guard isThere else { return "not compared" }
            let covered = packetLength > 24 ? "bytes 0 to 15, 24 to \(packetLength - 1)" : "bytes 0 to 15"
            return verdict(field.number, checks?.packet, covered)
        }
    }

    private var flagDetails: [String] {
        Words.flagNames.enumerated().map { bit, entry in
            let isSet = flags.contains(entry.flag)
            let places = (0..<4).reversed().map { $0 == bit ? (isSet ? "1" : "0") : "." }.joined()
            return "\(places) \(entry.name): \(isSet ? entry.set : entry.clear)"
        }
    }

    private func verdict(_ found: Int, _ computed: UInt32?, _ covered: String) -> String {
        guard let computed else { return "not compared" }
        return found == Int(computed)
            ? "right: the CRC-32 of \(covered)" : "wrong: \(Words.hex(computed)) is that of \(covered)"
    }

    // MARK: Header values

    private func number(at field: Int, _ length: Int) -> Int {
        let start = range.lowerBound + field
        guard start + length <= range.upperBound else { return 0 }
        return bytes[start..<start + length].number
    }

    private var flags: ChatPacketFlags { ChatPacketFlags(rawValue: UInt16(truncatingIfNeeded: number(at: 6, 2))) }
    private var type: ChatPacketType { ChatPacketType(rawValue: UInt8(truncatingIfNeeded: number(at: 4, 1))) }
    private var headerLength: Int { number(at: 3, 1) }
    private var packetLength: Int { headerLength + number(at: 12, 4) }

    private var isThere: Bool { end == nil && range.count >= ChatPacketHeader.byteCount && packetLength <= range.count }

    /// The range of the payload, or nil if the header is incomplete or no byte of the payload is present.
    private var payload: Range<Int>? {
        guard end == nil, headerLength >= ChatPacketHeader.byteCount, range.count > headerLength else { return nil }
        let start = range.lowerBound + headerLength
        return start..<min(range.lowerBound + packetLength, range.upperBound)
    }

    private var fragment: (index: Int, count: Int, total: Int)? {
        guard flags.contains(.fragment), let payload, payload.count >= ChatFragmentFields.byteCount else { return nil }
        return (
            number(at: headerLength, 2), number(at: headerLength + 2, 2), number(at: headerLength + 4, 4)
        )
    }

    private var checks: PacketChecks? {
        let upper = isThere ? range.lowerBound + packetLength : range.upperBound
        return PacketChecks(of: bytes.span, in: range.lowerBound..<upper)
    }
}

extension ArraySlice<UInt8> {
    /// The bytes as an unsigned number in big-endian order, for at most eight bytes.
    var number: Int {
        Int(truncatingIfNeeded: reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
