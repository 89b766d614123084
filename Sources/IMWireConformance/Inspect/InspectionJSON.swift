// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues
import TextSupport

/// A report of an inspection as JSON, with one object per line.
package struct InspectionJSON: InspectionReport {
    /// Whether all bytes of a field are written.
    private let isFull: Bool

    /// The maximum number of bytes of a field that are written otherwise.
    private static let bytes = 16

    /// Creates a writer of either all bytes or the first bytes of each field.
    package init(isFull: Bool) {
        self.isFull = isFull
    }

    package func head(_ input: InspectedInput) -> [String] {
        var stream = JSONBuilder()
        switch input.kind {
        case .chat(.packet): stream.add("framing", "packet")
        case .chat(.line(let delimiter, let encoding)):
            stream.add("framing", "line")
            stream.add("delimiter", delimiter.rawValue)
            stream.add("encoding", encoding.rawValue)
        case .rmtp(let framing, let format):
            stream.add("protocol", "rmtp")
            stream.add("framing", framing.rawValue)
            stream.add("direction", format.direction.rawValue)
            stream.add("version", format.version.rawValue)
        }
        stream.add("detected", input.isDetected)
        stream.add("reasons", input.reasons.map { RawJSON($0) })
        stream.add("input", input.form)
        if case .chat = input.kind { stream.add("bytes", input.bytes) }
        stream.add("cut", input.isCut)
        return [RawJSON.object([("stream", stream.json)]).text]
    }

    package func lines(_ part: InspectedPart, of bytes: [UInt8]) -> [String] { [self.part(part, of: bytes)] }

    /// Returns a line, packet, message or reply.
    package func part(_ part: InspectedPart, of bytes: [UInt8]) -> String {
        var object = JSONBuilder()
        object.add("part", part.form)
        object.add("number", part.number)
        object.add("offset", part.range.lowerBound)
        object.add("length", part.range.count)
        object.add("title", part.title)
        object.add("fields", fields(part.fields, bytes))
        if let hidden = part.hidden {
            let inside = fields(hidden.fields, hidden.bytes)
            object.add(
                "inside",
                RawJSON.object(["origin": hidden.origin, "length": hidden.bytes.count, "fields": inside]))
        }
        object.add("items", part.items.map(item))
        object.add("findings", part.findings.map(finding))
        return object.json.text
    }

    package func end(_ summary: InspectionSummary, of input: InspectedInput) -> [String] {
        let object = RawJSON.object([
            "bytes": summary.bytes, "parts": summary.parts, "messages": summary.messages, "faults": summary.faults,
            "deviations": summary.deviations, "notes": summary.notes, "first": summary.first.map(finding),
        ])
        return [RawJSON.object(["summary": object]).text]
    }

    private func fields(_ annotations: [Annotation], _ bytes: [UInt8]) -> [RawJSON] {
        annotations.map { annotation in
            let isLeaf = annotation.parts.isEmpty
            let shown = bytes[annotation.range].prefix(isFull ? .max : Self.bytes)
            return RawJSON.object([
                "offset": annotation.range.lowerBound, "length": annotation.range.count, "field": annotation.field,
                "value": annotation.value, "meaning": annotation.meaning, "requirement": annotation.requirement,
                "details": annotation.details.isEmpty ? nil : annotation.details,
                "hex": isLeaf ? shown.map { Words.hex($0) }.joined() : nil,
                "fields": isLeaf ? nil : fields(annotation.parts, bytes),
            ])
        }
    }

    private func item(_ item: InspectedPart.Item) -> RawJSON {
        .object([
            "kind": item.kind, "text": item.text, "deviations": item.deviations,
            "batch": item.place.map { [$0.index, $0.count] },
        ])
    }

    private func finding(_ finding: InspectionFinding) -> RawJSON {
        let suspect = finding.suspect.map { byte in
            RawJSON.object(["offset": byte.offset, "found": byte.found, "right": byte.right])
        }
        return .object([
            "severity": finding.severity.rawValue, "code": finding.code, "offset": finding.offset,
            "inner": finding.inner, "path": finding.path.isEmpty ? nil : finding.path, "field": finding.field,
            "scope": finding.scope?.rawValue, "expected": finding.expected, "found": finding.found,
            "requirement": finding.requirement, "next": finding.next, "suspect": suspect,
            "remarks": finding.remarks.isEmpty ? nil : finding.remarks,
        ])
    }
}
