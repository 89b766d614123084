// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireValues

/// A converter that validates contents, one a line.
struct Validation: LineConverter {
    private var counts = ValidationCounts()
    private var reader: MessageReader
    private var validator: ContentValidator
    private let isStrict: Bool
    private let isQuiet: Bool
    private let deviations: DeviationCatalog

    init(_ reader: MessageReader, isStrict: Bool, isQuiet: Bool, _ deviations: DeviationCatalog) {
        self.reader = reader
        validator = ContentValidator(registry: reader.registry, mode: isStrict ? .strict : .lenient)
        self.isStrict = isStrict
        self.isQuiet = isQuiet
        self.deviations = deviations
    }

    mutating func convert(
        _ line: Span<UInt8>, at location: LineLocation, into output: inout ItemOutput
    ) throws(LineError) {
        let type = try reader.validate(line, with: &validator).type
        let unknown = type.unknown
        let isSuspect = unknown?.isSuspect == true
        output.count += 1
        counts.add(validator.deviations, unknown)
        if isStrict, isSuspect { output.exit = .findings }
        if isQuiet, !isSuspect, validator.deviations.isEmpty { return }
        switch output.format {
        case .text: writeText(type, location, to: &output.text)
        case .json:
            output.record(location, type.name) { bytes in
                if let unknown {
                    unknown.append(to: &bytes)
                } else {
                    bytes.append(member: "status", json: validator.deviations.isEmpty ? "ok" : "deviation")
                }
                if !validator.deviations.isEmpty { appendDeviations(to: &bytes) }
            }
        }
    }

    mutating func refuse(_ error: LineError, at location: LineLocation, into output: inout ItemOutput) {
        output.count += 1
        counts.addRefused()
        output.write(error, location, status: "error")
    }

    mutating func drainTally() -> ValidationCounts {
        defer { counts = ValidationCounts() }
        return counts
    }

    /// Writes `3 ok RC:TxtMsg`, or a line for each deviation.
    private func writeText(_ type: LineType, _ location: LineLocation, to out: inout OutputBuffer) {
        if let unknown = type.unknown {
            write(out.style.yellow("unknown type"), type.name, location, to: &out)
            out.write(unknown.hint)
            out.endLine()
        } else if validator.deviations.isEmpty {
            write(out.style.green("ok"), type.name, location, to: &out)
            out.endLine()
        }
        if validator.deviations.isEmpty { return }
        for group in DeviationList(validator.deviations).groups {
            for deviation in group.shown {
                write(out.style.yellow("deviation"), type.name, location, to: &out)
                out.bytes.append(UInt8(ascii: " "))
                out.write(deviation.id.description)
                out.bytes.append(UInt8(ascii: " "))
                if !deviation.path.isEmpty {
                    out.write(deviation.path)
                    out.bytes.append(UInt8(ascii: " "))
                }
                out.line(deviations[deviation.id].text)
            }
            if group.more > 0 {
                write(out.style.yellow("deviation"), type.name, location, to: &out)
                out.line(" \(group.id) \(group.path) \(TextLayout.grouped(group.more)) more")
            }
        }
    }

    /// Writes the start of a line: its place, a status, and the type.
    private func write(
        _ status: String, _ name: ObjectName, _ location: LineLocation, to out: inout OutputBuffer
    ) {
        location.append(textTo: &out.bytes)
        out.bytes.append(UInt8(ascii: " "))
        out.write(status)
        out.bytes.append(UInt8(ascii: " "))
        out.write(TextLayout.shown(name.rawValue))
    }

    private func appendDeviations(to bytes: inout [UInt8]) {
        bytes.append(literal: ",\"deviations\":[")
        // A single deviation needs no groups, which allocate.
        if validator.deviations.count == 1 {
            append(validator.deviations[0], to: &bytes)
            bytes.append(UInt8(ascii: "]"))
            return
        }
        let groups = DeviationList(validator.deviations).groups
        var isFirst = true
        for group in groups {
            for deviation in group.shown {
                if !isFirst { bytes.append(UInt8(ascii: ",")) }
                append(deviation, to: &bytes)
                isFirst = false
            }
        }
        bytes.append(UInt8(ascii: "]"))
        guard groups.contains(where: { $0.more > 0 }) else { return }
        bytes.append(literal: ",\"more\":")
        var separator: StaticString = "["
        for group in groups where group.more > 0 {
            bytes.append(literal: separator)
            bytes.append(literal: "{\"id\":")
            ContentItemWriter.append(id: group.id, to: &bytes)
            bytes.append(member: "path", json: group.path)
            bytes.append(member: "count", group.more)
            bytes.append(UInt8(ascii: "}"))
            separator = ","
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private func append(_ deviation: Deviation, to bytes: inout [UInt8]) {
        bytes.append(literal: "{\"id\":")
        ContentItemWriter.append(id: deviation.id, to: &bytes)
        bytes.append(member: "offset", deviation.offset)
        bytes.append(member: "path", json: deviation.path)
        bytes.append(contentsOf: deviations[deviation.id].titleMember)
        bytes.append(UInt8(ascii: "}"))
    }
}

#endif
