// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A writer that represents contents as members of a JSON object, without an intermediate value.
///
/// The braces of the object are not written. The output contains no line breaks.
package enum ContentItemWriter {
    /// Returns an object with `value` on one line, `unknown` and `deviations` (TST-052, TST-053) for a content of
    /// `size` bytes.
    package static func answer(_ decoded: Decoded<AnyContent>, size: Int) -> [UInt8] {
        var answer: [UInt8] = []
        // Room for the names and for some escapes.
        answer.reserveCapacity(size + 128)
        answer.append(UInt8(ascii: "{"))
        append(answer: decoded, to: &answer)
        answer.append(UInt8(ascii: "}"))
        return answer
    }

    /// Appends `value` on one line, `unknown` and `deviations`.
    package static func append(answer decoded: Decoded<AnyContent>, to output: inout [UInt8]) {
        output.append(literal: "\"value\":")
        append(value: decoded.value, to: &output)
        output.append(literal: ",\"unknown\":")
        let unknown = decoded.value.unknownMembers
        if unknown.isEmpty { output.append(literal: "[]") } else { output.append(json: unknown.nameTexts) }
        output.append(literal: ",\"deviations\":")
        append(names: decoded.deviations, to: &output)
    }

    /// Appends a content on one line, or `{"$base64":"…"}` for a content of an opaque or unknown type.
    package static func append(value content: AnyContent, to output: inout [UInt8]) {
        guard content.isTyped else { return append(bytes: content.encoded(), to: &output) }
        let start = output.count
        content.append(to: &output)
        var shown = output.mutableSpan
        shown.replaceLineBreaks(from: start, to: shown.count)
    }

    /// Appends a comma, `objectName`, `value`, `unknown`, `deviations` and, if there is one, `digest`.
    package static func append(decoded: Decoded<AnyContent>, to output: inout [UInt8]) {
        output.append(member: "objectName", json: decoded.value.objectName.rawValue)
        output.append(UInt8(ascii: ","))
        append(answer: decoded, to: &output)
        if let digest = decoded.value.digest { output.append(member: "digest", json: digest) }
    }

    /// Appends a comma, `objectName`, `content` and, if there are any, `deviations`; `bytes` is the encoded content.
    package static func append(encoded bytes: Span<UInt8>, of decoded: Decoded<AnyContent>, to output: inout [UInt8]) {
        output.append(member: "objectName", json: decoded.value.objectName.rawValue)
        output.append(literal: ",\"content\":")
        if !output.append(quoted: bytes) {
            output.append(literal: "{\"$base64\":\"")
            output.append(base64: bytes)
            output.append(literal: "\"}")
        }
        if !decoded.deviations.isEmpty {
            output.append(literal: ",\"deviations\":")
            append(names: decoded.deviations, to: &output)
        }
    }

    /// Appends an array of the distinct ids of deviations, in the order in which they occurred.
    package static func append(names deviations: [Deviation], to output: inout [UInt8]) {
        output.append(UInt8(ascii: "["))
        var seen: [Deviation.ID] = []
        for (index, deviation) in deviations.enumerated() {
            if index > 0 {
                if seen.isEmpty { seen.append(deviations[0].id) }
                if seen.contains(deviation.id) { continue }
                seen.append(deviation.id)
                output.append(UInt8(ascii: ","))
            }
            append(id: deviation.id, to: &output)
        }
        output.append(UInt8(ascii: "]"))
    }

    /// Appends an id as a JSON string.
    package static func append(id: Deviation.ID, to output: inout [UInt8]) {
        output.append(literal: id.number < 10 ? "\"DEV-0" : "\"DEV-")
        output.append(json: Int(id.number))
        output.append(UInt8(ascii: "\""))
    }

    private static func append(bytes: [UInt8], to output: inout [UInt8]) {
        output.append(literal: "{\"$base64\":\"")
        output.append(base64: bytes.span)
        output.append(literal: "\"}")
    }
}
