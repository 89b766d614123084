// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireConformance
import IMWireValues

/// A handler that encodes each line.
struct ContentEncoding: LineConversion {
    /// The reader that finds the value in a line.
    var reader: MessageReader
    /// The mode for deviations.
    let mode: DecodingMode
    /// The profile that contents are written for.
    let profile: EncodeProfile
    /// Whether only the contents are written.
    let isRaw: Bool
    /// The output for results.
    let out = Output()
    /// The exit code so far.
    private(set) var exit = ToolExit.clean
    /// The number of contents for each departure from the canonical form, by the departure's text.
    private var departures: [String: Int] = [:]

    init(reader: MessageReader, mode: DecodingMode, profile: EncodeProfile, isRaw: Bool) {
        self.reader = reader
        self.mode = mode
        self.profile = profile
        self.isRaw = isRaw
    }

    /// Flushes the output and reports every departure from the canonical form.
    func finish() {
        out.flush()
        for (text, count) in departures.sorted(by: { $0.key < $1.key }) {
            Console.complain("\(text): \(TextLayout.count(count, "content"))")
        }
    }

    mutating func take(_ line: Span<UInt8>, _ place: Place) {
        do throws(Fault) {
            write(try reader.decode(line, mode: mode), place)
        } catch {
            take(error, place)
        }
    }

    mutating func take(_ fault: Fault, _ place: Place) {
        exit = .findings
        if isRaw {
            FaultText.complain(fault, place)
        } else {
            FaultText.writeJSON(fault, place, out)
        }
    }

    private mutating func write(_ decoded: Decoded<AnyContent>, _ place: Place) {
        let name = decoded.value.objectName
        let written = decoded.value.encoded(for: profile)
        let bytes = written.bytes
        if bytes.count > DecodingLimits().contentBytes {
            let reason = "the content has \(bytes.count) bytes, more than the service takes"
            return refuse(EncodeError(.size), reason, name, place)
        }
        for departure in Set(written.departures.map { DepartureText(name, $0).text }) {
            departures[departure, default: 0] += 1
        }
        if isRaw {
            // The bytes of an untyped content may not be JSON, so a line break in them cannot be replaced by a space.
            let hasLineBreak = bytes.contains(UInt8(ascii: "\n")) || bytes.contains(UInt8(ascii: "\r"))
            if !decoded.value.isTyped, hasLineBreak {
                return refuse(nil, "the content contains a line break; encode it without --raw", name, place)
            }
            out.buffer.append(contentsOf: bytes)
            return out.endRecord()
        }
        place.append(to: &out.buffer)
        ContentItemWriter.append(encoded: bytes, of: decoded, to: &out.buffer)
        out.write("}")
        out.endRecord()
    }

    private mutating func refuse(_ error: EncodeError?, _ reason: String, _ name: ObjectName, _ place: Place) {
        var fault = Fault(.member, at: 0, reason, name)
        if let error { fault.code = error.code.rawValue }
        take(fault, place)
    }
}

#endif
