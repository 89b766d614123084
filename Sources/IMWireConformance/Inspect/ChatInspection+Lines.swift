// SPDX-License-Identifier: Apache-2.0

import IMWire
import TextSupport

/// Streams of lines.
extension ChatInspection {
    mutating func lines(_ delimiter: ChatLineDelimiter, _ encoding: ChatLineEncoding) {
        let format = ChatLineFraming(delimiter, encoding, heartbeat: options.heartbeat)
        var decoder = ChatLineDecoder(format, mode: options.mode, limits: options.limits)
        var start = 0
        var number = 0
        // Feed the decoder one line at a time, so that each result can be attributed to its line.
        while start < bytes.count, !decoder.isClosed {
            number += 1
            let text = start..<lineEnd(from: start, delimiter)
            let end = min(text.upperBound + delimiter.byteCount, bytes.count)
            let isWhole = text.upperBound + delimiter.byteCount <= bytes.count
            let line = Line(number: number, text: text, end: end, delimiter: isWhole ? delimiter : nil)
            var position = start
            var part = inspect(line, &decoder, &position)
            if !isWhole, !decoder.isClosed {
                part.title = options.isCut ? "truncated here, not checked" : "incomplete"
                if encoding == .json,
                    let error = reader.limitError(in: bytes.span.extracting(text), from: text.lowerBound)
                {
                    part.findings.append(Findings(part, bytes, options).finding(StreamFault(error)))
                }
                if !options.isCut, let fault = decoder.finish(bytes.span.extracting(position..<end)) {
                    part.findings.append(Findings(part, bytes, options).finding(fault))
                }
            }
            add(part)
            start = end
        }
        reportRest(from: start, number + 1)
    }

    private struct Line {
        var number: Int
        var text: Range<Int>
        var end: Int
        /// The delimiter, or nil if it has not arrived.
        var delimiter: ChatLineDelimiter?
    }

    private func inspect(_ line: Line, _ decoder: inout ChatLineDecoder, _ position: inout Int) -> InspectedPart {
        var part = InspectedPart(form: "line", number: line.number, range: line.text.lowerBound..<line.end)
        var unit: UnitReading?
        var faults: [StreamFault] = []
        let bytes = bytes
        var reader = reader
        let text = bytes.span.extracting(line.text)
        answers: while true {
            let chunk = bytes.span.extracting(0..<line.end)
            let step = decoder.withNext(in: chunk, from: &position) {
                reader.read($0) { !$0.bytes.isSame(as: text) }
            }
            switch step {
            case .needMore: break answers
            case .heartbeat: break
            case .fault(let fault): faults.append(fault)
            case .unit(let found): unit = found
            }
            if decoder.isClosed { break }
        }
        part.fields = fields(line, unit)
        if let unit {
            if unit.isHidden {
                let fields = UnitFields(unit.bytes, unit, options).annotations(0..<unit.bytes.count)
                part.hidden = HiddenBytes(
                    "decoded from \(Words.count(line.text.count, "character")) of Base64", unit.bytes, fields)
            }
            part.title = title(unit)
            record(unit, in: &part)
        } else if faults.isEmpty {
            part.title = "empty, skipped"
        } else {
            part.title = "refused"
        }
        for fault in faults { part.findings.append(Findings(part, bytes, options).finding(fault)) }
        return part
    }

    private func title(_ unit: UnitReading) -> String {
        if unit.messages.isEmpty { return "an array without messages" }
        return unit.messages.count > 1 ? "an array of \(unit.messages.count) messages" : "a message"
    }

    private func fields(_ line: Line, _ unit: UnitReading?) -> [Annotation] {
        var fields: [Annotation] = []
        if let unit, !unit.isHidden {
            fields = UnitFields(bytes, unit, options).annotations(line.text)
        } else if !line.text.isEmpty {
            let isBlank = bytes[line.text].allSatisfy(Words.isSpace)
            let value =
                unit.map { "\(Words.count($0.bytes.count, "byte")) of text" }
                ?? (isBlank ? "nothing but white space" : "\(Words.count(line.text.count, "byte")) that are not read")
            fields.append(
                Annotation(line.text, unit == nil ? "line" : "Base64", value, unit == nil ? "FRM-010" : "FRM-011"))
            if isBlank, unit == nil { fields[0].requirement = "FRM-013" }
        }
        if let delimiter = line.delimiter {
            fields.append(
                Annotation(line.text.upperBound..<line.end, "delimiter", Words.name(delimiter), "FRM-010"))
        }
        return fields
    }

    /// Returns the offset of the delimiter that ends the line starting at `start`, or the end of the stream (FRM-012).
    private func lineEnd(from start: Int, _ delimiter: ChatLineDelimiter) -> Int {
        delimiter.first(in: bytes.span, from: start) ?? bytes.count
    }

    /// Reports the bytes after the fault that ended the stream.
    mutating func reportRest(from start: Int, _ number: Int) {
        guard start < bytes.count else { return }
        var part = InspectedPart(form: "rest", number: number, range: start..<bytes.count)
        part.title = "not read"
        part.fields = [
            Annotation(
                part.range, "not read", "not read, after an error that ends the connection", "FRM-005")
        ]
        add(part)
    }
}

extension Span<UInt8> {
    fileprivate func isSame(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index] != other[index] { return false }
        return true
    }
}
