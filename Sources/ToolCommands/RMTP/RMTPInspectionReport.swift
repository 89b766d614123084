// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireConformance
import IMWireRMTP

/// A report of an inspection of RongCloud's packets.
struct RMTPInspectionReport {
    private let out = Output()
    private let choice: InspectCommand
    private let options: RMTPInspection.Options
    private let text: InspectionText

    init(_ choice: InspectCommand, _ options: RMTPInspection.Options) {
        self.choice = choice
        self.options = options
        text = InspectionText(
            out.style, depth: AnnotationText.Depth(rawValue: choice.depth) ?? .all, isFull: choice.full)
    }

    /// Writes the description of the input.
    func begin(_ form: InputForm, _ stream: StreamInput, _ reasons: [String]) {
        guard choice.format == .text else {
            return out.record(
                InspectionJSON(isFull: choice.full).packets(
                    options, input: form.rawValue, reasons: reasons, isCut: stream.isCut))
        }
        let spelling = [.binary, .log].contains(form) ? "" : ", written as \(form == .hex ? "hex" : "Base64")"
        let way = options.format.direction == .up ? "up, from the client" : "down, from the service"
        say(
            "RongCloud packets, \(options.framing.rawValue), \(way), version \(options.format.version.rawValue)\(spelling)"
        )
        if !reasons.isEmpty { say("Detected: \(reasons.joined(separator: "; ")).") }
        if stream.isCut { say("The input is longer than the limit; give --limit to read more.") }
    }

    /// Writes a message, packet or reply.
    func write(_ part: InspectedPart, _ bytes: [UInt8]) {
        guard choice.part.isEmpty || choice.part.contains(part.number) else { return }
        if choice.format == .json { return out.record(InspectionJSON(isFull: choice.full).part(part, of: bytes)) }
        out.line("")
        for line in text.lines(part, of: bytes) { out.line(line) }
    }

    /// Writes the summary.
    func end(_ inspection: RMTPInspection) {
        let summary = inspection.summary
        if choice.format == .json {
            out.record(InspectionJSON(isFull: choice.full).summary(summary))
        } else {
            let noun = ["tcp": "packet", "xhr": "reply"][options.framing.rawValue] ?? "message"
            let parts =
                summary.parts != 1 && noun == "reply"
                ? "\(summary.parts) replies" : TextLayout.count(summary.parts, noun)
            var verdict = summary.verdict(out.style, isCut: options.isCut)
            if let first = summary.first, let part = inspection.firstPart {
                verdict += "; the first in \(noun) \(part), at byte \(TextLayout.grouped(first.offset))"
            }
            out.line("")
            out.line("\(TextLayout.count(summary.bytes, "byte")), \(parts): \(verdict)")
        }
        out.flush()
    }

    private func say(_ text: String) {
        for line in TextLayout.wrap(text) { out.line(line) }
    }
}

#endif
