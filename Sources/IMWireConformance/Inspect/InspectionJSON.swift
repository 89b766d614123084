// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues
import TextSupport

/// Inspected parts as JSON, with one object per line.
package struct InspectionJSON {
    /// Whether all bytes of a field are written.
    private let isFull: Bool

    /// The maximum number of bytes of a field that are written otherwise.
    private static let bytes = 16

    /// Creates a writer of either all bytes or the first bytes of each field.
    package init(isFull: Bool) {
        self.isFull = isFull
    }

    /// Returns the properties of a stream that are known before it is read.
    package func stream(
        _ framing: StreamFraming, input: String, reasons: [String], isDetected: Bool, bytes: Int, isCut: Bool
    ) -> String {
        var members: [(name: String, value: RawJSON)] = []
        switch framing {
        case .packet: members.append(("framing", "packet"))
        case .line(let delimiter, let encoding):
            members.append(("framing", "line"))
            members.append(("delimiter", RawJSON(delimiter.rawValue)))
            members.append(("encoding", RawJSON(encoding.rawValue)))
        }
        members += [
            ("detected", .boolean(isDetected)), ("reasons", .array(reasons.map { RawJSON($0) })),
            ("input", RawJSON(input)), ("bytes", .integer(bytes)), ("cut", .boolean(isCut)),
        ]
        return RawJSON.object([("stream", .object(members))]).text
    }

    /// Returns the properties of RongCloud packets that are known before they are read.
    package func packets(_ options: RMTPInspection.Options, input: String, reasons: [String], isCut: Bool) -> String {
        let members: [(name: String, value: RawJSON)] = [
            ("protocol", "rmtp"), ("framing", RawJSON(options.framing.rawValue)),
            ("direction", RawJSON(options.format.direction.rawValue)),
            ("version", .integer(options.format.version.rawValue)), ("detected", .boolean(!reasons.isEmpty)),
            ("reasons", .array(reasons.map { RawJSON($0) })), ("input", RawJSON(input)), ("cut", .boolean(isCut)),
        ]
        return RawJSON.object([("stream", .object(members))]).text
    }

    /// Returns a line or packet.
    package func part(_ part: InspectedPart, of bytes: [UInt8]) -> String {
        var members: [(name: String, value: RawJSON)] = [
            ("part", RawJSON(part.form)), ("number", .integer(part.number)),
            ("offset", .integer(part.range.lowerBound)), ("length", .integer(part.range.count)),
            ("title", RawJSON(part.title)), ("fields", fields(part.fields, bytes)),
        ]
        if let hidden = part.hidden {
            members.append(
                (
                    "inside",
                    .object([
                        ("origin", RawJSON(hidden.origin)), ("length", .integer(hidden.bytes.count)),
                        ("fields", fields(hidden.fields, hidden.bytes)),
                    ])
                ))
        }
        members.append(("items", .array(part.items.map(item))))
        members.append(("findings", .array(part.findings.map(finding))))
        return RawJSON.object(members).text
    }

    package func summary(_ summary: InspectionSummary) -> String {
        var members: [(name: String, value: RawJSON)] = [
            ("bytes", .integer(summary.bytes)), ("parts", .integer(summary.parts)),
            ("messages", .integer(summary.messages)), ("faults", .integer(summary.faults)),
            ("deviations", .integer(summary.deviations)), ("notes", .array(summary.notes.map { RawJSON($0) })),
        ]
        if let first = summary.first { members.append(("first", finding(first))) }
        return RawJSON.object([("summary", .object(members))]).text
    }

    private func fields(_ annotations: [Annotation], _ bytes: [UInt8]) -> RawJSON {
        .array(
            annotations.map { annotation in
                var members: [(name: String, value: RawJSON)] = [
                    ("offset", .integer(annotation.range.lowerBound)), ("length", .integer(annotation.range.count)),
                    ("field", RawJSON(annotation.field)), ("value", RawJSON(annotation.value)),
                ]
                if let meaning = annotation.meaning { members.append(("meaning", RawJSON(meaning))) }
                if let requirement = annotation.requirement { members.append(("requirement", RawJSON(requirement))) }
                if !annotation.details.isEmpty {
                    members.append(("details", .array(annotation.details.map { RawJSON($0) })))
                }
                if annotation.parts.isEmpty {
                    let shown = isFull ? bytes[annotation.range] : bytes[annotation.range].prefix(Self.bytes)
                    members.append(("hex", RawJSON(shown.map { Words.hex($0) }.joined())))
                } else {
                    members.append(("fields", fields(annotation.parts, bytes)))
                }
                return .object(members)
            })
    }

    private func item(_ item: InspectedPart.Item) -> RawJSON {
        var members: [(name: String, value: RawJSON)] = [
            ("kind", RawJSON(item.kind)), ("text", RawJSON(item.text)),
            ("deviations", .array(item.deviations.map { RawJSON($0) })),
        ]
        if let place = item.place {
            members.append(("batch", .array([.integer(place.index), .integer(place.count)])))
        }
        return .object(members)
    }

    private func finding(_ finding: Finding) -> RawJSON {
        var members: [(name: String, value: RawJSON)] = [
            ("severity", RawJSON(finding.severity.rawValue)), ("code", RawJSON(finding.code)),
            ("offset", .integer(finding.offset)),
        ]
        if let inner = finding.inner { members.append(("inner", .integer(inner))) }
        if !finding.path.isEmpty { members.append(("path", RawJSON(finding.path))) }
        members.append(("field", .array(finding.field.map { RawJSON($0) })))
        for (name, text) in [
            ("scope", finding.scope?.rawValue), ("expected", finding.expected), ("found", finding.found),
            ("requirement", finding.requirement), ("next", finding.next),
        ] {
            if let text { members.append((name, RawJSON(text))) }
        }
        if let suspect = finding.suspect {
            members.append(
                (
                    "suspect",
                    .object([
                        ("offset", .integer(suspect.offset)), ("found", .integer(Int(suspect.found))),
                        ("right", .integer(Int(suspect.right))),
                    ])
                ))
        }
        if !finding.remarks.isEmpty { members.append(("remarks", .array(finding.remarks.map { RawJSON($0) }))) }
        return .object(members)
    }
}
