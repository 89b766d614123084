// SPDX-License-Identifier: Apache-2.0

/// What a peer sent wrong: a stable code, where it is, and in which member (`Spec/errors.md`).
///
/// An error never carries a byte of the content, not even a member's name that is not in a schema (CNT-131): it can be
/// logged where messages must not be.
public struct DecodeError: Error, Hashable, Sendable {
    /// What is wrong, as a stable dotted word.
    public var code: Code
    /// Where, counted in bytes from the first byte given.
    public var offset: Int
    /// In which member: a JSON Pointer of schema names; an unknown member shows as `?`.
    public var path: String

    /// Makes an error at `offset`, in the member that `path` names.
    public init(_ code: Code, offset: Int, path: String = "") {
        self.code = code
        self.offset = offset
        self.path = path
    }
}

extension DecodeError {
    /// The codes of `Spec/errors.md`; more may come, so a `switch` needs a default.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The text is not RFC 8259 JSON, or ends too early (CNT-010).
        case jsonSyntax = "json.syntax"
        /// The text begins with a byte order mark (CNT-012).
        case jsonBOM = "json.bom"
        /// The bytes are not well-formed UTF-8 (CNT-011).
        case jsonUTF8 = "json.utf8"
        /// Something follows the JSON value (CNT-013).
        case jsonTrailing = "json.trailing"
        /// An escaped surrogate stands alone; strict mode only (CNT-016).
        case jsonSurrogate = "json.surrogate"
        /// A member occurs twice; strict mode only (CNT-017).
        case jsonDuplicate = "json.duplicate"
        /// The content is JSON, but not an object (CNT-020).
        case contentType = "content.type"
        /// A required member is absent; strict mode only (CNT-030).
        case fieldMissing = "field.missing"
        /// A member has another type than its schema says (CNT-035).
        case fieldType = "field.type"
        /// A member came under another known name; strict mode only (CNT-036).
        case fieldAlias = "field.alias"
        /// A member holds a value that is known to be wrong; strict mode only (CNT-047).
        case fieldValue = "field.value"
        /// A Base64 member is wrapped, prefixed or not Base64; strict mode only (CNT-040, CNT-041).
        case fieldBase64 = "field.base64"
        /// The sender's local state came over the wire; strict mode only (CNT-046).
        case fieldForeign = "field.foreign"
        /// The objectName is empty or too long; strict mode only (CNT-002).
        case objectNameLength = "objectName.length"
        /// The content is larger than allowed (CNT-091).
        case limitSize = "limit.size"
        /// Objects and arrays are nested deeper than allowed (CNT-092).
        case limitDepth = "limit.depth"
        /// An object has more members than allowed (CNT-093).
        case limitMembers = "limit.members"
        /// A string is longer than allowed (CNT-094).
        case limitString = "limit.string"
        /// A list has more items than allowed (CNT-095).
        case limitItems = "limit.items"
        /// A number is written with more characters than allowed (CNT-096).
        case limitNumber = "limit.number"
        /// Unknown members take more bytes than allowed (CNT-097).
        case limitUnknown = "limit.unknown"

        // MARK: Chat messages

        /// A message is JSON, but not an object (CHT-001).
        case messageType = "message.type"
        /// A batch or an array has more messages than allowed (FRM-068).
        case frameBatchLimit = "frame.batchLimit"
    }

    /// The same error, seen from one level further out.
    @inline(never)
    func within(_ step: String) -> DecodeError {
        step.isEmpty ? self : DecodeError(code, offset: offset, path: "/" + step + path)
    }

    /// The same error, where what was read starts at `start` of something larger.
    func moved(by start: Int) -> DecodeError {
        DecodeError(code, offset: offset + start, path: path)
    }
}

extension DecodeError: CustomStringConvertible {
    /// The error in words, such as `field.type at byte 12, in /user/name`.
    public var description: String {
        let place = path.isEmpty ? "" : ", in \(path)"
        return "\(code.rawValue) at byte \(offset)\(place)"
    }
}
