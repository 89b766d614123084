// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A writer that represents contents as members of a JSON object, without an intermediate value.
///
/// The braces of the object are not written.
package enum ContentItemWriter {
    /// Returns an object with `value` on one line, `unknown` and `deviations` (TST-052, TST-053).
    package static func answer(_ decoded: Decoded<AnyContent>) -> [UInt8] {
        var answer = [UInt8(ascii: "{")]
        append(answer: decoded, to: &answer)
        answer.append(UInt8(ascii: "}"))
        return answer
    }

    /// Appends `value` on one line, `unknown` and `deviations`.
    package static func append(answer decoded: Decoded<AnyContent>, to output: inout [UInt8]) {
        let bytes = decoded.value.encoded()
        output.reserveCapacity(output.count + bytes.count + 48)
        output.append(text: "\"value\":")
        let start = output.count
        if decoded.value.isTyped { output.append(contentsOf: bytes) } else { append(bytes: bytes, to: &output) }
        var shown = output.mutableSpan
        shown.replaceLineBreaks(from: start, to: shown.count)
        output.append(text: ",\"unknown\":\(decoded.value.unknownMembers.nameTexts.json),\"deviations\":")
        output.append(json: decoded.deviations.isEmpty ? [] : decoded.deviationNames)
    }

    /// Appends a comma, `objectName`, `value`, `unknown`, `deviations` and, if there is one, `digest`.
    package static func append(decoded: Decoded<AnyContent>, to output: inout [UInt8]) {
        output.append(member: "objectName", json: decoded.value.objectName.rawValue)
        output.append(UInt8(ascii: ","))
        append(answer: decoded, to: &output)
        if let digest = decoded.value.digest { output.append(member: "digest", json: digest) }
    }

    /// Appends a comma, `objectName`, `content` and, if there are any, `deviations`; `bytes` is the encoded content.
    package static func append(encoded bytes: [UInt8], of decoded: Decoded<AnyContent>, to output: inout [UInt8]) {
        output.append(member: "objectName", json: decoded.value.objectName.rawValue)
        output.append(text: ",\"content\":")
        if !output.append(quoted: bytes.span) { append(bytes: bytes, to: &output) }
        if !decoded.deviations.isEmpty {
            output.append(text: ",\"deviations\":")
            output.append(json: decoded.deviationNames)
        }
    }

    private static func append(bytes: [UInt8], to output: inout [UInt8]) {
        output.append(text: "{\"$base64\":\"\(Base64.encode(bytes))\"}")
    }
}
