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
            var inside = JSONBuilder()
            inside.add("origin", hidden.origin)
            inside.add("length", hidden.bytes.count)
            inside.add("fields", fields(hidden.fields, hidden.bytes))
            object.add("inside", inside.json)
        }
        object.add("items", part.items.map(item))
        object.add("findings", part.findings.map(finding))
        return object.json.text
    }

    package func end(_ summary: InspectionSummary, of input: InspectedInput) -> [String] {
        var object = JSONBuilder()
        object.add("bytes", summary.bytes)
        object.add("parts", summary.parts)
        object.add("messages", summary.messages)
        object.add("faults", summary.faults)
        object.add("deviations", summary.deviations)
        object.add("notes", summary.notes.map { RawJSON($0) })
        object.add("first", summary.first.map(finding))
        return [RawJSON.object([("summary", object.json)]).text]
    }

    private func fields(_ annotations: [Annotation], _ bytes: [UInt8]) -> [RawJSON] {
        annotations.map { annotation in
            var object = JSONBuilder()
            object.add("offset", annotation.range.lowerBound)
            object.add("length", annotation.range.count)
            object.add("field", annotation.field)
            object.add("value", annotation.value)
            object.add("meaning", annotation.meaning)
            object.add("requirement", annotation.requirement)
            object.add("details", texts: annotation.details)
            if annotation.parts.isEmpty {
                let shown = bytes[annotation.range].prefix(isFull ? .max : Self.bytes)
                object.add("hex", shown.map { Words.hex($0) }.joined())
            } else {
                object.add("fields", fields(annotation.parts, bytes))
            }
            return object.json
        }
    }

    private func item(_ item: InspectedPart.Item) -> RawJSON {
        var object = JSONBuilder()
        object.add("kind", item.kind)
        object.add("text", item.text)
        object.add("deviations", item.deviations.map { RawJSON($0) })
        if let place = item.place { object.add("batch", [.integer(place.index), .integer(place.count)]) }
        return object.json
    }

    private func finding(_ finding: Finding) -> RawJSON {
        var object = JSONBuilder()
        object.add("severity", finding.severity.rawValue)
        object.add("code", finding.code)
        object.add("offset", finding.offset)
        object.add("inner", finding.inner)
        object.add("path", finding.path.isEmpty ? nil : finding.path)
        object.add("field", finding.field.map { RawJSON($0) })
        object.add("scope", finding.scope?.rawValue)
        object.add("expected", finding.expected)
        object.add("found", finding.found)
        object.add("requirement", finding.requirement)
        object.add("next", finding.next)
        if let suspect = finding.suspect {
            var byte = JSONBuilder()
            byte.add("offset", suspect.offset)
            byte.add("found", suspect.found)
            byte.add("right", suspect.right)
            object.add("suspect", byte.json)
        }
        object.add("remarks", texts: finding.remarks)
        return object.json
    }
}
