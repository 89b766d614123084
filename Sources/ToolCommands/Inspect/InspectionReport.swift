// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireConformance
import Platform

/// A report of an inspection.
protocol InspectionReport {
    /// Writes the description of the stream.
    func begin(_ stream: StreamInput, _ framing: StreamFraming, _ reasons: [String], isDetected: Bool)
    /// Writes a line or packet.
    func write(_ part: InspectedPart, _ bytes: [UInt8])
    /// Writes the summary.
    func end(_ summary: InspectionSummary, _ stream: StreamInput)
}

/// A report for programs, with one JSON object per line.
struct InspectionJSONReport: InspectionReport {
    private let out: Output
    private let json: InspectionJSON

    init(_ out: Output, isFull: Bool) {
        self.out = out
        json = InspectionJSON(isFull: isFull)
    }

    func begin(_ stream: StreamInput, _ framing: StreamFraming, _ reasons: [String], isDetected: Bool) {
        out.record(
            json.stream(
                framing, input: stream.form.rawValue, reasons: reasons, isDetected: isDetected,
                bytes: stream.bytes.count, isCut: stream.isCut))
    }

    func write(_ part: InspectedPart, _ bytes: [UInt8]) { out.record(json.part(part, of: bytes)) }

    func end(_ summary: InspectionSummary, _ stream: StreamInput) { out.record(json.summary(summary)) }
}

extension InspectionText {
    /// Creates a text with the colours of a terminal.
    init(_ style: Style, depth: AnnotationText.Depth, isFull: Bool) {
        self.init(
            AnnotationText(width: TextLayout.width, depth: depth, isFull: isFull) { text, role in
                switch role {
                case .heading: style.bold(text)
                case .offset, .bytes, .meaning, .requirement: style.faint(text)
                case .field: style.green(text)
                case .value: text
                case .fault: style.red(text)
                case .deviation: style.yellow(text)
                }
            })
    }
}

extension InspectionSummary {
    /// Returns the numbers of errors and deviations, as text.
    func verdict(_ style: Style, isCut: Bool) -> String {
        let clean = isCut ? "nothing is wrong in what was read" : "nothing is wrong"
        var verdict = faults == 0 ? style.green(clean) : style.red(TextLayout.count(faults, "error"))
        if deviations > 0 { verdict += ", " + style.yellow(TextLayout.count(deviations, "deviation")) }
        return verdict
    }
}

/// A report for people.
struct InspectionTextReport: InspectionReport {
    private let out: Output
    private let text: InspectionText
    /// The name of a part of the stream: `packet` or `line`.
    private let noun: String

    init(_ out: Output, _ framing: StreamFraming, depth: AnnotationText.Depth, isFull: Bool) {
        self.out = out
        noun = framing == .packet ? "packet" : "line"
        text = InspectionText(out.style, depth: depth, isFull: isFull)
    }

    func begin(_ stream: StreamInput, _ framing: StreamFraming, _ reasons: [String], isDetected: Bool) {
        let isWritten = stream.form != .binary && stream.form != .log
        let form = isWritten ? ", written as \(stream.form == .hex ? "hex" : "Base64")" : ""
        let count = TextLayout.count(stream.bytes.count, "byte")
        write("\(count)\(form): \(name(framing))")
        if !reasons.isEmpty { write("Detected (FRM-008): \(reasons.joined(separator: "; ")).") }
        if stream.isCut { write("The input is longer than the limit; give --limit to read more.") }
    }

    func write(_ part: InspectedPart, _ bytes: [UInt8]) {
        out.line("")
        for line in text.lines(part, of: bytes) { out.line(line) }
    }

    func end(_ summary: InspectionSummary, _ stream: StreamInput) {
        out.line("")
        for note in summary.notes { write(note) }
        let counts = [
            TextLayout.count(summary.bytes, "byte"), TextLayout.count(summary.parts, noun),
            TextLayout.count(summary.messages, "message"),
        ]
        var verdict = summary.verdict(out.style, isCut: stream.isCut)
        if let first = summary.first { verdict += "; \(place(first))" }
        out.line("\(counts.joined(separator: ", ")): \(verdict)")
    }

    /// Returns the place of the first error, which is the byte that a failed checksum implicates if there is one.
    private func place(_ first: Finding) -> String {
        let byte = first.suspect?.offset ?? first.offset
        let name = "\(TextLayout.grouped(byte)) (hex \(String(byte, radix: 16, uppercase: true)))"
        switch first.code {
        case "frame.truncated": return "the stream ends too early, at byte \(name)"
        case "frame.checksum", "frame.header":
            guard first.suspect == nil else { return "the first wrong byte is \(name), if it is the only one" }
            return "the first is told at byte \(name)"
        default: return "the first wrong byte is \(name)"
        }
    }

    private func write(_ text: String) {
        for line in TextLayout.wrap(text) { out.line(line) }
    }

    private func name(_ framing: StreamFraming) -> String {
        switch framing {
        case .packet: "packets"
        case .line(let delimiter, .base64): "lines of Base64 that end with \(delimiter.rawValue.uppercased())"
        case .line(let delimiter, .json): "lines of JSON that end with \(delimiter.rawValue.uppercased())"
        }
    }
}

#endif
