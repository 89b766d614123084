// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireValues

/// A converter that decodes contents, one a line.
struct ContentDecoding: LineConverter {
    var reader: MessageReader
    let mode: DecodingMode

    mutating func convert(
        _ line: Span<UInt8>, at location: LineLocation, into output: inout ItemOutput
    ) throws(LineError) {
        let (type, decoded) = try reader.decode(line, mode: mode)
        output.count += 1
        if mode == .strict, type.unknown?.isSuspect == true { output.exit = .findings }
        switch output.format {
        case .text: DecodedText.write(decoded, type.unknown, location, to: &output.text)
        case .json:
            location.append(to: &output.text.bytes)
            ContentItemWriter.append(decoded: decoded, to: &output.text.bytes)
            type.unknown?.append(to: &output.text.bytes)
            output.text.endObject()
        }
    }
}

#endif
