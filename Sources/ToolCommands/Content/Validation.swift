// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire

/// A handler that validates each line.
struct Validation: LineHandler {
    /// The counts so far.
    private(set) var counts = ValidationCounts()

    private var reader: MessageReader
    private var validator: ContentValidator
    private var unknownTypes: UnknownTypes
    private let isQuiet: Bool
    private let format: LineFormat
    private let out = Output()
    private let progress: LineProgress?
    private let deviations = DeviationCatalog()

    init(reader: MessageReader, mode: DecodingMode, isQuiet: Bool, format: LineFormat) {
        self.reader = reader
        validator = ContentValidator(registry: reader.registry, mode: mode)
        unknownTypes = UnknownTypes(registry: reader.registry)
        self.isQuiet = isQuiet
        self.format = format
        progress = LineProgress(beside: out, isQuiet: isQuiet)
    }

    mutating func take(_ line: Span<UInt8>, _ place: Place) {
        let message: LineMessage
        do throws(Fault) {
            message = try reader.validate(line, with: &validator)
        } catch {
            return take(error, place)
        }
        if let unknown = unknownTypes.verdict(on: message.objectName) {
            counts.add(validator.deviations, unknown)
            return write(unknown, message.objectName, place)
        }
        counts.add(validator.deviations)
        if validator.deviations.isEmpty {
            if !isQuiet { writeClean(message.objectName, place) }
        } else {
            writeDeviations(message.objectName, place)
        }
    }

    mutating func take(_ fault: Fault, _ place: Place) {
        counts.addRefused()
        switch format {
        case .text: FaultText.write(fault, place, out)
        case .json: FaultText.writeJSON(fault, place, status: "error", out)
        }
    }

    mutating func heard(_ bytes: Int) {
        progress?.advance(counts.lines, bytes: bytes)
    }

    /// Flushes the output and writes the summary.
    func finish() {
        out.flush()
        progress?.clear()
        Console.write(counts.summary(deviations, style: Style(2)))
    }

    private func writeClean(_ name: ObjectName, _ place: Place) {
        switch format {
        case .text:
            out.write(place.text)
            out.write(" ")
            out.write(out.style.green("ok"))
            out.write(" ")
            out.write(TextLayout.shown(name.rawValue))
            out.endLine()
        case .json:
            place.append(to: &out.buffer)
            out.buffer.append(member: "objectName", json: name.rawValue)
            out.write(",\"status\":\"ok\"}")
            out.endRecord()
        }
    }

    private func write(_ unknown: UnknownType, _ name: ObjectName, _ place: Place) {
        if isQuiet, !unknown.isSuspect, validator.deviations.isEmpty { return }
        switch format {
        case .text:
            let type = out.style.yellow("unknown type")
            out.line("\(place.text) \(type) \(TextLayout.shown(name.rawValue))\(unknown.hint)")
            writeDeviationLines(name, place)
        case .json:
            place.append(to: &out.buffer)
            out.buffer.append(member: "objectName", json: name.rawValue)
            unknown.append(to: &out.buffer)
            if !validator.deviations.isEmpty { writeDeviationMembers() }
            out.write("}")
            out.endRecord()
        }
    }

    private func writeDeviations(_ name: ObjectName, _ place: Place) {
        switch format {
        case .text: writeDeviationLines(name, place)
        case .json:
            place.append(to: &out.buffer)
            out.buffer.append(member: "objectName", json: name.rawValue)
            out.write(",\"status\":\"deviation\"")
            writeDeviationMembers()
            out.write("}")
            out.endRecord()
        }
    }

    private func writeDeviationLines(_ name: ObjectName, _ place: Place) {
        let start = "\(place.text) \(out.style.yellow("deviation")) \(TextLayout.shown(name.rawValue)) "
        for group in DeviationList(validator.deviations).groups {
            for deviation in group.shown {
                out.write(start)
                out.write(deviation.id.description)
                out.write(deviation.path.isEmpty ? " " : " \(deviation.path) ")
                out.write(deviations[deviation.id].text)
                out.endLine()
            }
            if group.more > 0 {
                out.line("\(start)\(group.id) \(group.path) \(TextLayout.grouped(group.more)) more")
            }
        }
    }

    private func writeDeviationMembers() {
        let groups = DeviationList(validator.deviations).groups
        writeMembers("deviations", groups.flatMap(\.shown)) { deviation in
            out.buffer.append(json: deviation.id.description)
            out.buffer.append(member: "offset", deviation.offset)
            out.buffer.append(member: "path", json: deviation.path)
            out.buffer.append(member: "title", json: deviations[deviation.id].title)
        }
        let long = groups.filter { $0.more > 0 }
        if !long.isEmpty {
            writeMembers("more", long) { group in
                out.buffer.append(json: group.id.description)
                out.buffer.append(member: "path", json: group.path)
                out.buffer.append(member: "count", group.more)
            }
        }
    }

    /// Writes an array of objects that begin with `id`, where `write` writes the value of `id` and further members.
    private func writeMembers<Element>(_ name: String, _ elements: [Element], _ write: (Element) -> Void) {
        out.write(",\"\(name)\":[")
        for (index, element) in elements.enumerated() {
            out.write(index > 0 ? ",{\"id\":" : "{\"id\":")
            write(element)
            out.write("}")
        }
        out.write("]")
    }
}

#endif
