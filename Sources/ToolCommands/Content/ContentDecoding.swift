// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireConformance
import IMWireValues

/// A handler that decodes each line.
struct ContentDecoding: LineConversion {
    /// The reader that finds the content in a line.
    var reader: MessageReader
    /// The mode for deviations.
    let mode: DecodingMode
    private var unknownTypes: UnknownTypes
    /// The format of the results.
    let format: LineFormat

    /// The output for results.
    let out = Output()
    /// The exit code so far.
    private(set) var exit = ToolExit.clean

    init(reader: MessageReader, mode: DecodingMode, format: LineFormat) {
        self.reader = reader
        self.mode = mode
        self.format = format
        unknownTypes = UnknownTypes(registry: reader.registry)
    }

    mutating func take(_ line: Span<UInt8>, _ place: Place) {
        do throws(Fault) {
            let decoded = try reader.decode(line, mode: mode)
            let unknown = unknownTypes.verdict(on: decoded.value.objectName)
            if mode == .strict, unknown?.isSuspect == true { exit = .findings }
            switch format {
            case .json: writeJSON(decoded, unknown, place)
            case .text: DecodedText(out: out).write(decoded, unknown, place)
            }
        } catch {
            take(error, place)
        }
    }

    mutating func take(_ fault: Fault, _ place: Place) {
        exit = .findings
        switch format {
        case .json: FaultText.writeJSON(fault, place, out)
        case .text: FaultText.write(fault, place, out)
        }
    }

    func finish() { out.flush() }

    private func writeJSON(_ decoded: Decoded<AnyContent>, _ unknown: UnknownType?, _ place: Place) {
        place.append(to: &out.buffer)
        ContentItemWriter.append(decoded: decoded, to: &out.buffer)
        unknown?.append(to: &out.buffer)
        out.write("}")
        out.endRecord()
    }
}

#endif
