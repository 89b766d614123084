// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireValues

struct ContentDecoding: LineConversion {
    let output: ItemOutput
    private var reader: MessageReader
    private let mode: DecodingMode
    private var unknownTypes: UnknownTypes

    init(_ reader: MessageReader, mode: DecodingMode, _ format: OutputFormat) {
        output = ItemOutput(format)
        self.reader = reader
        self.mode = mode
        unknownTypes = UnknownTypes(registry: reader.registry)
    }

    mutating func handle(_ line: Span<UInt8>, at location: LineLocation) throws(LineError) {
        let decoded = try reader.decode(line, mode: mode)
        let unknown = unknownTypes.verdict(on: decoded.content.objectName)
        output.count += 1
        if mode == .strict, unknown?.isSuspect == true { output.exit = .findings }
        switch output.format {
        case .text: DecodedText(out: output.out).write(decoded, unknown, location)
        case .json:
            output.record(location) { bytes in
                ContentItemWriter.append(decoded: decoded, to: &bytes)
                unknown?.append(to: &bytes)
            }
        }
    }
}

#endif
