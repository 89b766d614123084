// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance

/// `inspection`: every byte of a stream is explained once, in displayable text and in valid JSON.
package enum InspectionOracle {
    /// Judges the lines or packets that an inspection produced.
    package static func judge(
        _ place: String, _ parts: [InspectedPart], of bytes: [UInt8], _ observation: inout Observation
    ) {
        var end = 0
        for part in parts {
            if part.range.lowerBound != end { observation.violate(.inspection, at: "\(place) \(part.form) begins") }
            end = part.range.upperBound
            judge("\(place) \(part.form)", part.fields, in: part.range, &observation)
            if let hidden = part.hidden {
                judge("\(place) \(part.form) inside", hidden.fields, in: 0..<hidden.bytes.count, &observation)
            }
            for finding in part.findings {
                observation.note(.code, TextHash.of(finding.code), TextHash.of(finding.field.last ?? ""))
            }
            render(place, part, of: bytes, &observation)
        }
        if end != bytes.count {
            observation.violate(.inspection, at: "\(place) ends", "\(end) of \(bytes.count) bytes")
        }
    }

    /// Judges whether annotations cover a range without gaps, and their parts cover the annotations.
    private static func judge(
        _ place: String, _ annotations: [Annotation], in range: Range<Int>, _ observation: inout Observation
    ) {
        var end = range.lowerBound
        for annotation in annotations {
            if annotation.range.lowerBound != end || annotation.range.isEmpty {
                observation.violate(
                    .inspection, at: "\(place) before \(annotation.field)", "\(annotation.range), where \(end) is next")
            }
            observation.note(.shape, TextHash.of(annotation.field), TextHash.of(annotation.meaning ?? ""))
            if !annotation.parts.isEmpty { judge(place, annotation.parts, in: annotation.range, &observation) }
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
        LineOracle.judge(place, Array(InspectionJSON(isFull: true).part(part, of: bytes).utf8) + [0x0a], &observation)
    }
}
