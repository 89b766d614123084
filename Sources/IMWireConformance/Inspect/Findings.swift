// SPDX-License-Identifier: Apache-2.0

import IMWire
import TextSupport

/// A converter of decoder results to findings, with the field, the expected content, and the receiver's next step.
struct Findings {
    private let part: InspectedPart
    private let bytes: [UInt8]
    private let options: ChatInspection.Options

    init(_ part: InspectedPart, _ bytes: [UInt8], _ options: ChatInspection.Options) {
        self.part = part
        self.bytes = bytes
        self.options = options
    }

    /// Returns the finding for an error.
    func finding(_ fault: StreamFault) -> InspectionFinding {
        let error = fault.error
        var finding = InspectionFinding(severity: .fault, code: error.code.rawValue, offset: error.offset)
        finding.inner = fault.inner
        finding.path = error.path
        finding.scope = fault.scope
        finding.field = field(at: error.offset, fault.inner)
        if error.code == .fieldMissing { finding.nameMissingMember() }
        finding.requirement = FaultText.requirement(error.code, at: error.offset - part.range.lowerBound)
        // White space, and missing padding at the end of the line, are refused in strict mode only.
        if error.code == .frameBase64, options.mode == .strict, isSpace(error.offset) {
            finding.requirement = "FRM-016"
        }
        finding.next = FaultText.next(
            fault, behind: part.range.upperBound, form: part.form, isInBatch: fault.position != nil)
        if error.code == .frameChecksum, part.range.count > 8 {
            // The header is valid, as its own check has shown, and so are its flags for fragments.
            let flags = ChatPacketFlags(rawValue: UInt16(truncatingIfNeeded: number(at: 6, 2)))
            if flags.contains(.fragment) {
                finding.next? += "; the unit with the sequence number \(number(at: 8, 4)) now lacks this part"
            }
        }
        compare(error, fault.inner, &finding)
        return finding
    }

    /// Returns the finding for a deviation in input that a decoder accepted.
    func finding(_ deviation: UnitReading.FoundDeviation) -> InspectionFinding {
        var finding = InspectionFinding(severity: .deviation, code: deviation.id.description, offset: deviation.offset)
        finding.inner = deviation.inner
        finding.path = deviation.path
        finding.field = field(at: deviation.offset, deviation.inner)
        if deviation.id == Deviation.ID(103) { finding.nameMissingMember() }
        finding.next = "the message is still read; strict mode rejects it"
        return finding
    }

    private func isSpace(_ offset: Int) -> Bool {
        !part.range.contains(offset) || Words.isSpace(bytes[offset]) || bytes[offset] == 0
    }

    /// Returns the field that contains a byte; an offset after the last byte belongs to the field that is incomplete.
    private func field(at offset: Int, _ inner: Int?) -> [String] {
        if let inner, let hidden = part.hidden {
            let found = hidden.fields.fields(at: min(inner, hidden.bytes.count - 1))
            if !found.isEmpty { return found }
        }
        let found = part.fields.fields(at: offset)
        return found.isEmpty ? part.fields.fields(at: part.range.upperBound - 1) : found
    }

    // MARK: Found and expected content

    private func compare(_ error: DecodeError, _ inner: Int?, _ finding: inout InspectionFinding) {
        let start = part.range.lowerBound
        let isHere = part.range.contains(error.offset)
        if isHere { finding.found = Words.byte(bytes[error.offset]) }
        switch error.code {
        case .frameMagic: finding.expected = error.offset == start ? "FA" : "CE"
        case .frameVersion: finding.expected = "01"
        case .frameHeader where error.offset == start + 3: finding.expected = "18 (24) or more"
        case .frameHeader: headerCheck(&finding)
        case .frameChecksum: checksum(&finding)
        case .frameLength:
            finding.found = Words.count(number(at: 12, 4), "byte")
            finding.expected = "at most \(Words.count(options.limits.packetBytes, "byte"))"
        case .frameFlags:
            finding.found = Words.flags(ChatPacketFlags(rawValue: UInt16(truncatingIfNeeded: number(at: 6, 2))))
            finding.expected = "no bit above 3"
        case .frameType: finding.expected = "01 (heartbeat) or 02 (message)"
        case .frameHeartbeat:
            let isFlag = error.offset == start + 6
            finding.found = isFlag ? "flags \(Words.hex(bytes[(start + 6)..<(start + 8)]))" : "a payload"
            finding.expected = isFlag ? "no flag" : "a payload length of 0"
        case .frameTruncated:
            finding.found = "the end of the stream"
            finding.expected = missing
        default: other(error, inner, &finding)
        }
    }

    private func other(_ error: DecodeError, _ inner: Int?, _ finding: inout InspectionFinding) {
        switch error.code {
        case .frameBase64:
            let end =
                part.range.upperBound
                - (part.fields.last?.field == "delimiter" ? part.fields.last?.range.count ?? 0 : 0)
            finding.expected = Base64Text.expected(
                bytes[part.range.lowerBound..<end], at: error.offset, isStrict: options.mode == .strict)
            if error.offset >= end { finding.found = "the end of the line" }
        case .frameLine: finding.expected = "a line of at most \(Words.count(options.limits.lineBytes, "byte"))"
        case .jsonSyntax, .jsonTrailing, .jsonUTF8, .messageType: break
        default: finding.found = nil
        }
        // In a hidden unit, the byte is one of the hidden bytes.
        guard let inner, finding.found != nil else { return }
        finding.found = part.hidden.flatMap { inner < $0.bytes.count ? Words.byte($0.bytes[inner]) : nil }
        if part.hidden != nil, finding.found == nil { finding.found = "the end of the text" }
    }

    /// The missing content of an incomplete line or packet.
    private var missing: String {
        guard part.form == "packet" else { return "a delimiter, which ends the line" }
        guard part.range.count >= 20 else { return "a header of 24 bytes, of which \(part.range.count) are there" }
        let whole = number(at: 3, 1) + number(at: 12, 4)
        return "\(Words.count(whole - part.range.count, "more byte")): the packet has \(Words.grouped(whole))"
    }

    // MARK: Checksums

    private func headerCheck(_ finding: inout InspectionFinding) {
        let start = part.range.lowerBound
        guard let checks = PacketChecks(of: bytes.span, in: start..<start + 16), part.range.count >= 20 else { return }
        finding.found = Words.hex(UInt32(truncatingIfNeeded: number(at: 16, 4)))
        finding.expected = Words.hex(checks.header)
        // The magic and the version are correct; otherwise another error would have been reported.
        let field = ChecksumSearch.Field(covered: [start + 3..<start + 16], place: start + 16)
        finding.suspect = ChecksumSearch.suspect(bytes, field, computed: checks.header)
        finding.remarks = [
            "A checksum does not locate the error: it can be any of \(Words.bytes(start + 3..<start + 20)),"
                + " including the check itself. The magic and the version before them are correct."
        ]
        name(&finding)
    }

    private func checksum(_ finding: inout InspectionFinding) {
        let range = part.range
        let start = range.lowerBound
        guard let checks = PacketChecks(of: bytes.span, in: range) else { return }
        finding.found = Words.hex(UInt32(truncatingIfNeeded: number(at: 20, 4)))
        finding.expected = Words.hex(checks.packet)
        let covered = start + 24..<range.upperBound
        let field = ChecksumSearch.Field(covered: [covered], place: start + 20)
        finding.suspect = ChecksumSearch.suspect(bytes, field, computed: checks.packet)
        let places = covered.isEmpty ? "" : "any of \(Words.bytes(covered)), or "
        finding.remarks = [
            "A checksum does not locate the error: it can be \(places)the checksum itself. The first 20"
                + " bytes of the packet are correct, as the header check shows."
        ]
        name(&finding)
    }

    /// Adds a remark on what the suspect shows.
    private func name(_ finding: inout InspectionFinding) {
        guard let suspect = finding.suspect else {
            finding.remarks.append("No single byte explains the difference: more than one byte is wrong.")
            return
        }
        let field = part.fields.fields(at: suspect.offset).joined(separator: " > ")
        finding.remarks.append(
            "If only one byte is wrong, it is byte \(Words.grouped(suspect.offset)) (\(Words.offset(suspect.offset))),"
                + " in \(field): it is \(Words.byte(suspect.found)) and should be \(Words.byte(suspect.right)).")
    }

    private func number(at field: Int, _ length: Int) -> Int {
        let place = part.range.lowerBound + field
        return place + length <= part.range.upperBound ? bytes[place..<place + length].number : 0
    }
}
