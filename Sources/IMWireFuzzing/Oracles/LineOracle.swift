// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// `line`: one value is written as one line of JSON, which holds the same value.
///
/// A raw value keeps its white space. A line break in it would end the line early, and what follows could pass for a
/// line of its own (FRM-021).
package enum LineOracle {
    /// Checks the lines that `imwire decode` and `imwire encode` produce for a content.
    package static func check(
        _ place: @autoclosure () -> String, _ decoded: Decoded<AnyContent>, _ observation: inout Observation
    ) {
        let encoded = decoded.value.encoded()
        guard encoded.hasLineBreak || observation.effort == .thorough else { return }
        var line = Array("{\"line\":1".utf8)
        ContentItemWriter.append(decoded: decoded, to: &line)
        line.append(.closeBrace)
        JSONLine.end(&line)
        if case .known = decoded.value {
            check("\(place()) decoded", line, holds: encoded.span, as: "value", &observation)
        } else {
            check("\(place()) decoded", line, &observation)
        }
        line = Array("{\"line\":1".utf8)
        ContentItemWriter.append(encoded: encoded.span, of: decoded, to: &line)
        line.append(.closeBrace)
        JSONLine.end(&line)
        guard let json = check("\(place()) encoded", line, &observation) else { return }
        let text = json["content"]?.string ?? ""
        let bytes = json["content"]?["$base64"]?.string.flatMap { Base64.decode($0) } ?? Array(text.utf8)
        if bytes != encoded { observation.violate(.line, at: "\(place()) encoded value") }
    }

    /// Checks a line in which a member holds a value.
    package static func check(
        _ place: @autoclosure () -> String, _ line: [UInt8], holds value: Span<UInt8>, as member: String,
        _ observation: inout Observation
    ) {
        guard let json = check(place(), line, &observation) else { return }
        let held = json[member].flatMap { JSONFingerprint.of(Array($0.text.utf8).span) }
        if held != JSONFingerprint.of(value) { observation.violate(.line, at: "\(place()) \(member)") }
    }

    /// Checks a line by itself, and returns its value if it is a single line of JSON.
    @discardableResult
    package static func check(
        _ place: @autoclosure () -> String, _ line: [UInt8], _ observation: inout Observation
    ) -> RawJSON? {
        guard line.last == .lineFeed, !Array(line.dropLast()).hasLineBreak else {
            observation.violate(.line, at: "\(place()) line break")
            return nil
        }
        let json = try? RawJSON(parsing: line.span)
        if json == nil { observation.violate(.line, at: "\(place()) JSON") }
        return json
    }
}
