// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWireConformance

/// The output of `imwire inspect`: the report of an inspection, with the parts that were requested.
struct InspectionOutput {
    private let out = Output()
    private let report: any InspectionReport
    private let input: InspectedInput
    private let choice: InspectCommand
    private var last = 0

    init(_ input: InspectedInput, _ choice: InspectCommand) {
        self.input = input
        self.choice = choice
        report =
            choice.format == .json
            ? InspectionJSON(isFull: choice.full)
            : InspectionText(
                out.style, depth: AnnotationText.Depth(rawValue: choice.depth) ?? .all, isFull: choice.full)
        write(report.head(input))
    }

    /// Writes a part, unless only others were requested.
    mutating func write(_ part: InspectedPart, _ bytes: [UInt8]) {
        last = part.number
        guard choice.part.isEmpty || choice.part.contains(last) else { return }
        if choice.format == .text { out.line("") }
        write(report.lines(part, of: bytes))
    }

    /// Writes the summary, and returns the exit code.
    ///
    /// - Throws: A usage error if a part was requested beyond the end, which is known only now.
    func end(_ summary: InspectionSummary) throws -> ToolExit {
        if choice.format == .text { out.line("") }
        write(report.end(summary, of: input))
        out.flush()
        if let missing = choice.part.first(where: { $0 > last }) {
            throw CommandFailure.usage(
                "--part \(missing): there \(last == 1 ? "is" : "are") \(input.count(last))")
        }
        return summary.faults > 0 ? .findings : .clean
    }

    private func write(_ lines: [String]) {
        for line in lines {
            switch choice.format {
            case .text: out.line(line)
            case .json: out.record(line)
            }
        }
    }
}

extension InspectionText {
    /// Creates a text with the colors of a terminal.
    fileprivate init(_ style: Style, depth: AnnotationText.Depth, isFull: Bool) {
        self.init(
            AnnotationText(width: TextLayout.width, depth: depth, isFull: isFull) { text, role in
                switch role {
                case .heading: style.bold(text)
                case .offset, .bytes, .meaning, .requirement: style.faint(text)
                case .field, .clean: style.green(text)
                case .value: text
                case .fault: style.red(text)
                case .deviation: style.yellow(text)
                }
            })
    }
}

#endif
