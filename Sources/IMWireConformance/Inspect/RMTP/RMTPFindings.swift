// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The location of the bytes that an error's offset refers to.
struct RMTPPlace {
    /// The number to add to an offset in the bytes to obtain an offset in the stream.
    var shift = 0
    /// Whether the stream contains the bytes in another form.
    var isHidden = false
    /// The type of the packet, if there is a packet.
    var type = RMTPType(rawValue: 0)
}

/// A converter of decoder results to findings, with the field, the actual content, and the reader's next step.
struct RMTPFindings {
    private let options: RMTPInspection.Options
    private let part: InspectedPart
    private let place: RMTPPlace
    /// The offset at which the decoder's input begins.
    private let base: Int

    init(_ options: RMTPInspection.Options, _ part: InspectedPart, _ place: RMTPPlace = RMTPPlace(), _ base: Int = 0) {
        self.options = options
        self.part = part
        self.place = place
        self.base = base
    }

    /// Returns the finding for an error.
    func fault(_ error: DecodeError, _ scope: StreamFault.Scope, _ next: String) -> InspectionFinding {
        var finding = finding(.fault, error.code.rawValue, error.offset, error.path)
        finding.scope = scope
        finding.next = next
        switch error.code {
        case .packetTruncated, .protoTruncated: finding.found = "the end of the input"
        case .packetEmpty: finding.expected = "at least a header byte"
        case .frameTruncated: finding.found = "the end of the stream"
        default: break
        }
        return finding
    }

    /// Returns the finding for a deviation in input that a decoder accepted.
    func deviation(_ deviation: Deviation) -> InspectionFinding {
        var finding = finding(.deviation, deviation.id.description, deviation.offset, deviation.path)
        finding.next = RMTPFaultText.behindDeviation
        return finding
    }

    private func finding(_ severity: InspectionFinding.Severity, _ code: String, _ offset: Int, _ path: String)
        -> InspectionFinding
    {
        let local = base + offset
        var finding = InspectionFinding(severity: severity, code: code, offset: local + place.shift)
        if place.isHidden, local >= 0 { finding.inner = local }
        finding.path = path
        // The fields are those of the bytes that were read, whatever form the stream has. An offset after the last
        // field belongs to that field.
        let fields = part.fields
        let last = fields.last?.range.upperBound ?? 0
        finding.field = fields.fields(at: max(min(local, last - 1), 0))
        if code == DecodeError.Code.fieldMissing.rawValue || code == Deviation.ID(103).description {
            finding.nameMissingMember()
        }
        return finding
    }
}
