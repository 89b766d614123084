// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireValues

/// A converter that encodes contents, one a line.
struct ContentEncoding: LineConverter {
    /// The number of contents for each departure from the canonical form, by the departure's text.
    typealias Tally = [String: Int]

    var reader: MessageReader
    let mode: DecodingMode
    let profile: EncodeProfile
    /// Whether only the contents are written.
    let isRaw: Bool
    var departures: Tally = [:]
    var bytes: [UInt8] = []

    mutating func convert(
        _ line: Span<UInt8>, at location: LineLocation, into output: inout ItemOutput
    ) throws(LineError) {
        let (type, decoded) = try reader.decode(line, mode: mode)
        let departures = encode(decoded.value)
        if bytes.count > DecodingLimits().contentBytes {
            throw LineError(
                code: EncodeError.Code.size.rawValue,
                "the content has \(bytes.count) bytes, more than the service accepts", type.name)
        }
        output.count += 1
        if !departures.isEmpty { count(departures, type.name) }
        guard isRaw else {
            location.append(to: &output.text.bytes)
            ContentItemWriter.append(encoded: bytes.span, of: decoded, to: &output.text.bytes)
            return output.text.endObject()
        }
        // The bytes of an untyped content may not be JSON, so a line break in them cannot be replaced by a space.
        if !decoded.value.isTyped, bytes.span.hasLineBreaks {
            throw LineError(.member, at: 0, "the content contains a line break; encode it without --raw", type.name)
        }
        output.text.bytes.append(contentsOf: bytes)
        output.text.endRecord()
    }

    /// Encodes a content into the buffer, and returns its departures from the canonical form.
    private mutating func encode(_ content: AnyContent) -> [Deviation] {
        if profile.isCanonical {
            bytes.removeAll(keepingCapacity: true)
            content.append(to: &bytes)
            return []
        }
        let written = content.encoded(for: profile)
        bytes = written.bytes
        return written.departures
    }

    private mutating func count(_ found: [Deviation], _ name: ObjectName) {
        for departure in Set(found.map { "\($0.id) \(TextLayout.shown(name.rawValue))\($0.pathAndTitle)" }) {
            departures[departure, default: 0] += 1
        }
    }

    mutating func drainTally() -> Tally {
        defer { departures = [:] }
        return departures
    }
}

#endif
