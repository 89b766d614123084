// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance

/// `inspection`: every byte of a stream is explained once, in displayable text and in valid JSON.
enum InspectionOracle {
    /// Checks the lines or packets that an inspection produced.
    static func check(
        _ place: String, _ parts: [InspectedPart], of bytes: [UInt8], _ observation: inout Observation
    ) {
        var end = 0
        for part in parts {
            if part.range.lowerBound != end { observation.violate(.inspection, at: "\(place) \(part.form) begins") }
            end = part.range.upperBound
            check("\(place) \(part.form)", part.fields, in: part.range, &observation)
            if let hidden = part.hidden {
                check("\(place) \(part.form) inside", hidden.fields, in: 0..<hidden.bytes.count, &observation)
            }
            for finding in part.findings {
                observation.record(.code, TextHash.of(finding.code), TextHash.of(finding.field.last ?? ""))
            }
            render(place, part, of: bytes, &observation)
        }
        if end != bytes.count {
            observation.violate(.inspection, at: "\(place) ends", "\(end) of \(bytes.count) bytes")
        }
    }

    /// Checks whether annotations cover a range without gaps, and their parts cover the annotations.
    private static func check(
        _ place: String, _ annotations: [Annotation], in range: Range<Int>, _ observation: inout Observation
    ) {
        var end = range.lowerBound
        for annotation in annotations {
            if annotation.range.lowerBound != end || annotation.range.isEmpty {
                observation.violate(
                    .inspection, at: "\(place) before \(annotation.field)", "\(annotation.range), where \(end) is next")
            }
            observation.record(.shape, TextHash.of(annotation.field), TextHash.of(annotation.meaning ?? ""))
            if !annotation.parts.isEmpty { check(place, annotation.parts, in: annotation.range, &observation) }
            end = annotation.range.upperBound
        }
        if end != range.upperBound {
            observation.violate(.inspection, at: "\(place) behind \(annotations.last?.field ?? "nothing")", "\(range)")
        }
    }

    private static func render(
        _ place: String, _ part: InspectedPart, of bytes: [UInt8], _ observation: inout Observation
    ) {
        let lines = InspectionText(AnnotationText(width: 80)).lines(part, of: bytes)
        if lines.isEmpty { observation.violate(.inspection, at: "\(place) text") }
        if !lines.allSatisfy({ ShownText.isHarmless($0) }) {
            observation.violate(.inspection, at: "\(place) text with control characters")
        }
        LineOracle.check(
            place, Array(InspectionJSON(isFull: true).part(part, of: bytes).utf8) + [.lineFeed], &observation)
    }
}
