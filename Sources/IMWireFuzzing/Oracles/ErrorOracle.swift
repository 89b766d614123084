// SPDX-License-Identifier: Apache-2.0

import IMWire

/// `error`: an error has a code of the part that reports it, and an offset in the input.
///
/// The compiler already guarantees that the error is a ``DecodeError``.
package enum ErrorOracle {
    /// The codes of content readers.
    package static let contents: Set<DecodeError.Code> = [
        .jsonSyntax, .jsonBOM, .jsonUTF8, .jsonTrailing, .jsonSurrogate, .jsonDuplicate, .contentType, .fieldMissing,
        .fieldType, .fieldAlias, .fieldValue, .fieldBase64, .fieldForeign, .objectNameLength, .limitSize, .limitDepth,
        .limitMembers, .limitString, .limitItems, .limitNumber, .limitUnknown,
    ]
    /// The codes of lenient mode, which refuses no content for the type of a member (CNT-180).
    package static let lenientContents = contents.subtracting([.fieldType])
    /// The codes that only strict mode has (`Spec/errors.md`).
    private static let strictOnly: Set<DecodeError.Code> = [
        .jsonSurrogate, .jsonDuplicate, .fieldMissing, .fieldAlias, .fieldValue, .fieldBase64, .fieldForeign,
        .objectNameLength,
    ]
    /// The codes of chat message readers.
    package static let chat = contents.union([.messageType, .frameBatchLimit])
    /// The codes of the JSON reader.
    package static let json: Set<DecodeError.Code> = [
        .jsonSyntax, .jsonBOM, .jsonUTF8, .jsonTrailing, .limitDepth, .limitSize, .limitNumber, .limitString,
    ]

    /// Judges the offset of a member's error or deviation, which is that of its name or value and never of white space.
    package static func judgePlace(
        _ offset: Int, _ id: @autoclosure () -> String, in text: Span<UInt8>, _ observation: inout Observation
    ) {
        if offset >= 0, offset < text.count, text[offset] <= 0x20 {
            observation.violate(.error, at: "offset of \(id())", "white space at \(offset)")
        }
    }

    /// Judges the code and the offset of an error.
    package static func judge(
        _ error: DecodeError, of count: Int, allowed: Set<DecodeError.Code>, mode: DecodingMode = .lenient,
        _ observation: inout Observation
    ) {
        if !allowed.contains(error.code) || mode == .lenient && strictOnly.contains(error.code) {
            observation.violate(.error, at: "\(mode.rawValue) \(error.code.rawValue)", "another place's code: \(error)")
        }
        if error.offset < 0 || error.offset > count {
            observation.violate(.error, at: "offset of \(error.code.rawValue)", "\(error) in \(count) bytes")
        }
    }
}
