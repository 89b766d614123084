// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A content that is written from a value in JSON, with what a caller should know of the value.
package struct WrittenContent: Sendable {
    /// The content.
    package let bytes: [UInt8]
    /// An object with `deviations` and `unknown` of the value, `departures` of the content from its canonical form,
    /// `isKnown` of the type and, for a type that is probably misspelt, its `suggestion`.
    package let report: RawJSON
}

extension ContentRegistry {
    /// Writes a value of the testee protocol as a content, for the readers of a profile.
    ///
    /// - Throws: the errors of reading the value in this mode; in strict mode also `unsupported` for a type that is
    ///   probably misspelt.
    package func write(
        _ value: RawJSON, as objectName: ObjectName, mode: DecodingMode, limits: DecodingLimits, profile: EncodeProfile?
    ) throws(OperationError) -> WrittenContent {
        let type = self[objectName]
        let unknown = type == nil ? UnknownType(objectName.rawValue, in: self) : nil
        if mode == .strict, let unknown, unknown.isSuspect {
            throw .unsupported("there is no type of this name\(unknown.hint)")
        }
        let content: [UInt8]
        var departures: [Deviation] = []
        var deviations: [Deviation] = []
        var members: [RawJSON] = []
        if type?.isTyped != true, let bytes = value["$base64"]?.base64 {
            content = bytes
        } else {
            // The size limit applies to the content, not to the spelling of the value (TST-061).
            var reading = limits
            reading.contentBytes = .max
            let decoded = try OperationError.reading(
                decode(Array(value.text.utf8), as: objectName, mode: mode, limits: reading))
            let written = decoded.value.encoded(for: profile ?? .canonical)
            (content, departures) = (written.bytes, written.departures)
            deviations = decoded.deviations
            members = decoded.value.unknownMembers.nameTexts
        }
        if content.count > limits.contentBytes { throw .encoding(EncodeError(.size)) }
        let report = RawJSON.object([
            "deviations": deviations.names, "unknown": members, "departures": departures.map(\.departure),
            "isKnown": type != nil, "suggestion": unknown?.suggestion,
        ])
        return WrittenContent(bytes: content, report: report)
    }
}

extension EncodeProfile {
    /// Creates the profile of a platform from its id, or a profile of the testee protocol from its JSON (TST-207).
    package init(named text: String) throws(OperationError) {
        if text.utf8.first == UInt8(ascii: "{") {
            try self.init(request: try OperationError.reading(RawJSON(parsing: text.utf8.span)))
        } else if let platform = EncodeProfile.platform(text) {
            self = platform
        } else {
            throw .unsupported("there is no platform of this name")
        }
    }
}
