// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireValues

struct ContentEncoding: LineConversion {
    let output: ItemOutput
    private var reader: MessageReader
    private let mode: DecodingMode
    private let profile: EncodeProfile
    private let isRaw: Bool
    /// The number of contents for each departure from the canonical form, by the departure's text.
    private var departures: [String: Int] = [:]

    /// Creates a handler that writes for a profile, and only the contents if `isRaw`.
    init(_ reader: MessageReader, mode: DecodingMode, profile: EncodeProfile, isRaw: Bool) {
        output = ItemOutput(isBare: isRaw)
        self.reader = reader
        self.mode = mode
        self.profile = profile
        self.isRaw = isRaw
    }

    mutating func handle(_ line: Span<UInt8>, at location: LineLocation) throws(LineError) {
        let decoded = try reader.decode(line, mode: mode)
        let name = decoded.content.objectName
        let written = decoded.content.encoded(for: profile)
        let bytes = written.bytes
        if bytes.count > DecodingLimits().contentBytes {
            throw LineError(
                code: EncodeError.Code.size.rawValue,
                "the content has \(bytes.count) bytes, more than the service accepts", name)
        }
        output.count += 1
        for departure in Set(written.departures.map { "\($0.id) \(TextLayout.shown(name.rawValue))\($0.pathAndTitle)" })
        {
            departures[departure, default: 0] += 1
        }
        guard isRaw else {
            return output.record(location) { ContentItemWriter.append(encoded: bytes, of: decoded, to: &$0) }
        }
        // The bytes of an untyped content may not be JSON, so a line break in them cannot be replaced by a space.
        let hasLineBreak = bytes.contains(UInt8(ascii: "\n")) || bytes.contains(UInt8(ascii: "\r"))
        if !decoded.content.isTyped, hasLineBreak {
            throw LineError(.member, at: 0, "the content contains a line break; encode it without --raw", name)
        }
        output.out.buffer.append(contentsOf: bytes)
        output.out.endRecord()
    }

    /// Reports every departure from the canonical form.
    func finish() {
        output.out.flush()
        for (text, count) in departures.sorted(by: { $0.key < $1.key }) {
            Console.complain("\(text): \(TextLayout.count(count, "content"))")
        }
    }
}

#endif
