// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireValues

struct Validation: LineConversion {
    let output: ItemOutput
    private var counts = ValidationCounts()
    private var reader: MessageReader
    private var validator: ContentValidator
    private var unknownTypes: UnknownTypes
    private let isStrict: Bool
    private let isQuiet: Bool
    private let deviations = DeviationCatalog()

    init(_ reader: MessageReader, isStrict: Bool, isQuiet: Bool, _ format: OutputFormat) {
        output = ItemOutput(format, isQuiet: isQuiet)
        self.reader = reader
        validator = ContentValidator(registry: reader.registry, mode: isStrict ? .strict : .lenient)
        unknownTypes = UnknownTypes(registry: reader.registry)
        self.isStrict = isStrict
        self.isQuiet = isQuiet
    }

    mutating func handle(_ line: Span<UInt8>, at location: LineLocation) throws(LineError) {
        let name = try reader.validate(line, with: &validator).objectName
        let unknown = unknownTypes.verdict(on: name)
        let isSuspect = unknown?.isSuspect == true
        output.count += 1
        counts.add(validator.deviations, unknown)
        if isStrict, isSuspect { output.exit = .findings }
        if isQuiet, !isSuspect, validator.deviations.isEmpty { return }
        switch output.format {
        case .text: writeText(name, unknown, location)
        case .json:
            output.record(location, name) { bytes in
                if let unknown {
                    unknown.append(to: &bytes)
                } else {
                    bytes.append(member: "status", json: validator.deviations.isEmpty ? "ok" : "deviation")
                }
                if !validator.deviations.isEmpty { appendDeviations(to: &bytes) }
            }
        }
    }

    mutating func handle(_ error: LineError, at location: LineLocation) {
        output.count += 1
        counts.addRefused()
        output.write(error, location, status: "error")
    }

    func finish() {
        output.out.flush()
        Console.clearProgress()
        Console.write(counts.summary(deviations, style: Style(2)))
    }

    private func writeText(_ name: ObjectName, _ unknown: UnknownType?, _ location: LineLocation) {
        let out = output.out
        let shown = TextLayout.shown(name.rawValue)
        if let unknown {
            out.line("\(location.text) \(out.style.yellow("unknown type")) \(shown)\(unknown.hint)")
        } else if validator.deviations.isEmpty {
            out.line("\(location.text) \(out.style.green("ok")) \(shown)")
        }
        let start = "\(location.text) \(out.style.yellow("deviation")) \(shown)"
        for group in DeviationList(validator.deviations).groups {
            for deviation in group.shown {
                let path = deviation.path.isEmpty ? "" : " \(deviation.path)"
                out.line("\(start) \(deviation.id)\(path) \(deviations[deviation.id].text)")
            }
            if group.more > 0 {
                out.line("\(start) \(group.id) \(group.path) \(TextLayout.grouped(group.more)) more")
            }
        }
    }

    private func appendDeviations(to bytes: inout [UInt8]) {
        let groups = DeviationList(validator.deviations).groups
        let shown = groups.flatMap(\.shown).map { deviation in
            var object = JSONBuilder()
            object.add("id", deviation.id.description)
            object.add("offset", deviation.offset)
            object.add("path", deviation.path)
            object.add("title", deviations[deviation.id].title)
            return object.json
        }
        let more = groups.filter { $0.more > 0 }.map { group in
            var object = JSONBuilder()
            object.add("id", group.id.description)
            object.add("path", group.path)
            object.add("count", group.more)
            return object.json
        }
        bytes.append(text: ",\"deviations\":\(RawJSON.array(shown).text)")
        if !more.isEmpty { bytes.append(text: ",\"more\":\(RawJSON.array(more).text)") }
    }
}

#endif
