// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The error codes that a part of the codec may report.
struct ErrorCodes {
    var codes: Set<DecodeError.Code> = []
    /// The beginnings of the names of other codes.
    var families: [StaticString] = []

    func contains(_ code: DecodeError.Code) -> Bool {
        codes.contains(code) || families.contains { code.isOf($0) }
    }

    /// The codes of content readers.
    static let contents = ErrorCodes(codes: [
        .jsonSyntax, .jsonBOM, .jsonUTF8, .jsonTrailing, .jsonSurrogate, .jsonDuplicate, .contentType, .fieldMissing,
        .fieldType, .fieldAlias, .fieldValue, .fieldBase64, .fieldForeign, .objectNameLength, .limitSize, .limitDepth,
        .limitMembers, .limitString, .limitItems, .limitNumber, .limitUnknown,
    ])
    /// The codes of content readers in lenient mode, without those that only strict mode has (`Spec/errors.md`).
    static let lenientContents = ErrorCodes(
        codes: contents.codes.subtracting([
            .jsonSurrogate, .jsonDuplicate, .fieldMissing, .fieldAlias, .fieldValue, .fieldBase64, .fieldForeign,
            .objectNameLength,
        ]))
    /// The codes of generated types in lenient mode, which refuse no content for the type of a member (CNT-180).
    static let lenientTypes = ErrorCodes(codes: lenientContents.codes.subtracting([.fieldType]))
    /// The codes of chat message readers.
    static let chat = ErrorCodes(codes: contents.codes.union([.messageType, .frameBatchLimit]))
    /// The codes of chat message readers in lenient mode.
    static let lenientChat = ErrorCodes(codes: lenientContents.codes.union([.messageType, .frameBatchLimit]))
    /// The codes of the JSON reader.
    static let json = ErrorCodes(codes: [
        .jsonSyntax, .jsonBOM, .jsonUTF8, .jsonTrailing, .limitDepth, .limitSize, .limitNumber, .limitString,
    ])
    /// The codes of stream decoders.
    static let streams = ErrorCodes(families: ["frame."])
    /// The codes of RongCloud's packets.
    static let packets = ErrorCodes(codes: [.limitSize], families: ["packet."])
    /// The codes of protobuf bodies.
    static let bodies = ErrorCodes(families: ["proto.", "limit."])
    static let forms = ErrorCodes(codes: [.limitSize, .limitItems], families: ["form."])
    /// The codes of URLs.
    static let urls = ErrorCodes(codes: [.limitSize, .limitItems, .urlSyntax], families: ["form."])
}

extension DecodeError.Code {
    /// Returns whether the code belongs to a family, such as `frame.`.
    func isOf(_ family: StaticString) -> Bool {
        let name = rawValue.utf8.span
        return family.withUTF8Buffer { family in
            guard name.count >= family.count else { return false }
            for index in 0..<family.count where family[index] != name[index] { return false }
            return true
        }
    }
}

/// `error`: an error has a code of the part that reports it, and an offset in the input.
///
/// The compiler already guarantees that the error is a ``DecodeError``.
enum ErrorOracle {
    /// Checks the code and the offset of an error.
    ///
    /// - Parameters:
    ///   - count: the maximum offset.
    ///   - allowed: the codes that the part may report, or nil if any code may occur.
    static func check(
        _ error: DecodeError, of count: Int, allowed: ErrorCodes?, at place: @autoclosure () -> String = "",
        _ observation: inout Observation
    ) {
        if let allowed, !allowed.contains(error.code) {
            observation.violate(.error, at: "\(place()) \(error.code.rawValue)", "a code of another part: \(error)")
        }
        checkOffset(error.offset, of: count, "\(place()) offset of \(error.code.rawValue)", "\(error)", &observation)
    }

    /// Checks whether an offset is in the input.
    static func checkOffset(
        _ offset: Int, of count: Int, _ place: @autoclosure () -> String, _ detail: @autoclosure () -> String,
        _ observation: inout Observation
    ) {
        if !(0...count).contains(offset) { observation.violate(.error, at: place(), "\(detail()) in \(count) bytes") }
    }

    /// Checks the offset of a member's error or deviation, which is that of its name or value and never of white space.
    static func checkPlace(
        _ offset: Int, _ id: @autoclosure () -> String, in text: Span<UInt8>, _ observation: inout Observation
    ) {
        if offset >= 0, offset < text.count, text[offset] <= .space {
            observation.violate(.error, at: "offset of \(id())", "white space at \(offset)")
        }
    }
}
