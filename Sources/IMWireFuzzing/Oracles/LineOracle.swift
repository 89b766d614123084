// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// `line`: one value is written as one line of JSON, which holds the same value.
///
/// A raw value keeps its white space. A line break in it would end the line early, and what follows could pass for a
/// line of its own (FRM-021).
package enum LineOracle {
    /// Judges the lines that `imwire decode` and `imwire encode` produce for a content.
    package static func judge(
        _ place: @autoclosure () -> String, _ decoded: Decoded<AnyContent>, _ observation: inout Observation
    ) {
        let encoded = decoded.value.encoded()
        let isSuspect = encoded.contains { $0 == 0x0a || $0 == 0x0d }
        guard isSuspect || observation.effort == .thorough else { return }
        var line = Array("{\"line\":1".utf8)
        ContentItemWriter.append(decoded: decoded, to: &line)
        line.append(0x7d)
        JSONLine.end(&line)
        if case .known = decoded.value {
            judge("\(place()) decoded", line, holds: encoded.span, as: "value", &observation)
        } else {
            judge("\(place()) decoded", line, &observation)
        }
        line = Array("{\"line\":1".utf8)
        ContentItemWriter.append(encoded: encoded, of: decoded, to: &line)
        line.append(0x7d)
        JSONLine.end(&line)
        guard let json = judge("\(place()) encoded", line, &observation) else { return }
        let text = json["content"]?.string ?? ""
        let bytes = json["content"]?["$base64"]?.string.flatMap { Base64.decode($0) } ?? Array(text.utf8)
        if bytes != encoded { observation.violate(.line, at: "\(place()) encoded value") }
    }

    /// Judges a line in which a member holds a value.
    package static func judge(
        _ place: @autoclosure () -> String, _ line: [UInt8], holds value: Span<UInt8>, as member: String,
        _ observation: inout Observation
    ) {
        guard let json = judge(place(), line, &observation) else { return }
        let held = json[member].flatMap { JSONFingerprint.of(Array($0.text.utf8).span) }
        if held != JSONFingerprint.of(value) { observation.violate(.line, at: "\(place()) \(member)") }
    }

    /// Judges a line by itself, and returns its value if it is a single line of JSON.
    @discardableResult
    package static func judge(
        _ place: @autoclosure () -> String, _ line: [UInt8], _ observation: inout Observation
    ) -> RawJSON? {
        guard line.last == 0x0a, !line.dropLast().contains(where: { $0 == 0x0a || $0 == 0x0d }) else {
            observation.violate(.line, at: "\(place()) line break")
            return nil
        }
        let json = try? RawJSON(parsing: line.span)
        if json == nil { observation.violate(.line, at: "\(place()) JSON") }
        return json
    }
}
