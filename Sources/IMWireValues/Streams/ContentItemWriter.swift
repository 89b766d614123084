// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A writer that represents contents as members of a JSON object, for `imwire decode` and `imwire encode`.
///
/// A comma precedes each member. The braces of the object are not written.
package enum ContentItemWriter {
    /// Appends `objectName`, `value`, `unknown`, `deviations` and, if there is one, `digest`.
    package static func append(decoded: Decoded<AnyContent>, to output: inout [UInt8]) {
        output.append(member: "objectName", json: decoded.content.objectName.rawValue)
        output.append(text: ",\"value\":")
        let bytes = decoded.content.encoded()
        if decoded.content.isTyped { output.append(contentsOf: bytes) } else { append(bytes: bytes, to: &output) }
        output.append(text: ",\"unknown\":[")
        for (index, name) in decoded.content.unknownMembers.nameTexts.enumerated() {
            output.append(text: index > 0 ? "," : "")
            output.append(text: name.text)
        }
        output.append(text: "],\"deviations\":")
        output.append(json: decoded.deviationNames)
        if let digest = decoded.content.digest { output.append(member: "digest", json: digest) }
    }

    /// Appends `objectName`, `content` and, if there are any, `deviations`; `bytes` is the encoded content.
    package static func append(encoded bytes: [UInt8], of decoded: Decoded<AnyContent>, to output: inout [UInt8]) {
        output.append(member: "objectName", json: decoded.content.objectName.rawValue)
        output.append(text: ",\"content\":")
        if let text = String(validating: bytes, as: UTF8.self) {
            output.append(json: text)
        } else {
            append(bytes: bytes, to: &output)
        }
        if !decoded.deviations.isEmpty {
            output.append(text: ",\"deviations\":")
            output.append(json: decoded.deviationNames)
        }
    }

    private static func append(bytes: [UInt8], to output: inout [UInt8]) {
        output.append(text: "{\"$base64\":\"")
        output.append(text: Base64.encode(bytes))
        output.append(text: "\"}")
    }
}
