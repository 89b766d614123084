// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireConformance
import IMWireValues

/// Decodes line after line.
struct ContentDecoding: LineHandler {
    /// Finds the content in a line.
    var reader: MessageReader
    /// How deviations are met.
    let mode: DecodingMode
    /// How results are written.
    let format: LineFormat
    /// Where results go.
    let out = Output()
    /// The exit code so far.
    private(set) var exit = ToolExit.clean

    mutating func take(_ line: Span<UInt8>, _ place: Place) {
        do throws(Fault) {
            let decoded = try reader.decode(line, mode: mode)
            switch format {
            case .json: writeJSON(decoded, place)
            case .text: DecodedText(out: out).write(decoded, place)
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

    private func writeJSON(_ decoded: Decoded<AnyContent>, _ place: Place) {
        place.append(to: &out.buffer)
        ContentItemWriter.append(decoded: decoded, to: &out.buffer)
        out.write("}")
        out.endRecord()
    }
}

#endif
