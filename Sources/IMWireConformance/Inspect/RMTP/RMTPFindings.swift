// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// Where bytes lie that an error counts in.
struct RMTPPlace {
    /// What has to be added to get to the stream.
    var shift = 0
    /// Whether the stream shows them in another form.
    var isHidden = false
    /// The packet, where there is one.
    var type = RMTPType(rawValue: 0)
}

/// Turns what a decoder said into findings: the field, what stands there, and what a reader does next.
struct RMTPFindings {
    private let options: RMTPInspection.Options
    private let part: InspectedPart
    private let place: RMTPPlace
    /// Where the bytes begin that the decoder was given.
    private let base: Int

    init(_ options: RMTPInspection.Options, _ part: InspectedPart, _ place: RMTPPlace = RMTPPlace(), _ base: Int = 0) {
        self.options = options
        self.part = part
        self.place = place
        self.base = base
    }

    /// What a decoder refused.
    func fault(_ error: DecodeError, _ scope: StreamFault.Scope, _ next: String) -> Finding {
        var finding = finding(.fault, error.code.rawValue, error.offset, error.path)
        finding.scope = scope
        finding.next = next
        switch error.code {
        case .packetTruncated, .protoTruncated: finding.found = "the end of what is there"
        case .packetEmpty: finding.expected = "at least a header byte"
        case .frameTruncated: finding.found = "the end of the stream"
        default: break
        }
        return finding
    }

    /// What a decoder read although it deviates.
    func deviation(_ deviation: Deviation) -> Finding {
        var finding = finding(.deviation, deviation.id.description, deviation.offset, deviation.path)
        finding.next = RMTPFaultText.behindDeviation
        return finding
    }

    private func finding(_ severity: Finding.Severity, _ code: String, _ offset: Int, _ path: String) -> Finding {
        let local = base + offset
        var finding = Finding(severity, code, at: local + place.shift)
        if place.isHidden, local >= 0 { finding.inner = local }
        finding.path = path
        // The fields are those of the bytes that were read, whatever form the stream has; behind the last one it counts.
        let fields = part.fields
        let last = fields.last?.range.upperBound ?? 0
        finding.field = fields.fields(at: max(min(local, last - 1), 0))
        if code == DecodeError.Code.fieldMissing.rawValue || code == Deviation.ID(103).description {
            finding.nameMissingMember()
        }
        return finding
    }
}
