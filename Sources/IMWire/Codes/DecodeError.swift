// SPDX-License-Identifier: Apache-2.0

/// An error in data from a peer: a stable code, the offset and the affected member (`Spec/errors.md`).
///
/// An error never contains a byte of the content, nor the name of a member that no schema names (CNT-131). It can
/// therefore be logged where messages must not be.
public struct DecodeError: Error, Hashable, Sendable {
    /// The kind of error, as a stable dotted word.
    public var code: Code
    /// The offset of the error in bytes from the start of the input.
    public var offset: Int
    /// The path of the member, as a JSON Pointer of schema names; an unknown member appears as `?`.
    public var path: String

    /// Creates an error at `offset`, in the member that `path` names.
    public init(_ code: Code, offset: Int, path: String = "") {
        self.code = code
        self.offset = offset
        self.path = path
    }
}

extension DecodeError {
    /// The error codes of `Spec/errors.md`.
    ///
    /// More codes may be added, so a `switch` needs a default case.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The text is not RFC 8259 JSON, or it is truncated (CNT-010).
        case jsonSyntax = "json.syntax"
        /// The text begins with a byte order mark (CNT-012).
        case jsonBOM = "json.bom"
        /// The bytes are not well-formed UTF-8 (CNT-011).
        case jsonUTF8 = "json.utf8"
        /// The JSON value is followed by other text (CNT-013).
        case jsonTrailing = "json.trailing"
        /// An escaped surrogate has no partner; strict mode only (CNT-016).
        case jsonSurrogate = "json.surrogate"
        /// A member occurs twice; strict mode only (CNT-017).
        case jsonDuplicate = "json.duplicate"
        /// The content is JSON but not an object (CNT-020).
        case contentType = "content.type"
        /// A required member is absent; in message content, strict mode only (CNT-030).
        case fieldMissing = "field.missing"
        /// A member has a type other than the one in its schema (CNT-035).
        case fieldType = "field.type"
        /// A member arrives under another known name; strict mode only (CNT-214).
        case fieldAlias = "field.alias"
        /// A member holds a value that is known to be wrong; in message content, strict mode only (CNT-047).
        case fieldValue = "field.value"
        /// A Base64 member is wrapped, prefixed or not Base64; strict mode only (CNT-040, CNT-041).
        case fieldBase64 = "field.base64"
        /// The sender's local state is present; strict mode only (CNT-046).
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
        /// An array has more items than allowed (CNT-095).
        case limitItems = "limit.items"
        /// A number has more characters than allowed (CNT-096).
        case limitNumber = "limit.number"
        /// Unknown members take more bytes than allowed (CNT-097).
        case limitUnknown = "limit.unknown"

        // MARK: Streams

        /// The stream ends inside a line or packet (FRM-006).
        case frameTruncated = "frame.truncated"
        /// A line is longer than allowed (FRM-014).
        case frameLine = "frame.line"
        /// A line is not Base64 or, in strict mode, contains white space or lacks padding (FRM-016, FRM-017).
        case frameBase64 = "frame.base64"
        /// A line uses the encoding that was not agreed; strict mode only (FRM-018).
        case frameEncoding = "frame.encoding"
        /// The peer decodes Base64 where it should encode (FRM-019).
        case frameBrokenBase64 = "frame.brokenBase64"
        /// A packet does not start with FA CE (FRM-031).
        case frameMagic = "frame.magic"
        /// A packet has an unknown version (FRM-032).
        case frameVersion = "frame.version"
        /// A header is damaged: its length is too small or its check is wrong (FRM-033, FRM-039).
        case frameHeader = "frame.header"
        /// A packet claims a larger payload than allowed (FRM-038).
        case frameLength = "frame.length"
        /// The checksum of a packet is wrong (FRM-040).
        case frameChecksum = "frame.checksum"
        /// A packet has an unknown flag (FRM-036).
        case frameFlags = "frame.flags"
        /// A packet is neither a heartbeat nor a message (FRM-034).
        case frameType = "frame.type"
        /// A heartbeat has a flag or a payload (FRM-043).
        case frameHeartbeat = "frame.heartbeat"
        /// The fields of a fragment contradict each other (FRM-052).
        case frameFragment = "frame.fragment"
        /// A fragment does not match its set (FRM-053).
        case frameFragmentConflict = "frame.fragmentConflict"
        /// The set already contains the fragment (FRM-054).
        case frameFragmentDuplicate = "frame.fragmentDuplicate"
        /// A fragment overlaps another fragment of its set, or lies on the wrong side of it (FRM-055).
        case frameFragmentOverlap = "frame.fragmentOverlap"
        /// A fragment exceeds the limit on open sets, on fragments in a set, or on bytes in all open sets (FRM-057).
        case frameFragmentLimit = "frame.fragmentLimit"
        /// A set of fragments was not completed in time (FRM-058).
        case frameFragmentAge = "frame.fragmentAge"
        /// A deflated unit is not exactly one zlib stream (FRM-062).
        case frameInflate = "frame.inflate"
        /// A deflated unit claims more bytes than allowed (FRM-061).
        case frameInflateSize = "frame.inflateSize"
        /// A deflated unit claims more bytes than is plausible for its compressed size (FRM-061).
        case frameInflateRatio = "frame.inflateRatio"
        /// A deflated unit inflates to more or fewer bytes than it claims (FRM-063).
        case frameInflateLength = "frame.inflateLength"
        /// The lengths in a batch do not match its bytes (FRM-067).
        case frameBatch = "frame.batch"
        /// A batch has more messages than allowed (FRM-068).
        case frameBatchLimit = "frame.batchLimit"

        // MARK: Chat messages

        /// A message is JSON but not an object (CHT-001).
        case messageType = "message.type"

        // MARK: Binary packets

        /// A message has no bytes, and therefore no header (RMTP-014).
        case packetEmpty = "packet.empty"
        /// A packet travels in the wrong direction; strict mode only if its layout is nevertheless known (RMTP-045).
        case packetDirection = "packet.direction"
        /// A packet ends within a number or, in strict mode, where a member would begin (RMTP-040, RMTP-041).
        case packetTruncated = "packet.truncated"
        /// A string extends beyond its packet; strict mode only (RMTP-042).
        case packetLength = "packet.length"
        /// A string is not well-formed (RMTP-024).
        case packetUTF8 = "packet.utf8"
        /// A bit without meaning is set; strict mode only (RMTP-032, RMTP-034).
        case packetFlags = "packet.flags"
        /// The last member of a packet is followed by other bytes; strict mode only (RMTP-043).
        case packetTrailing = "packet.trailing"

        // MARK: Bodies

        /// A body ends inside a field, or a length extends beyond its message (PRB-005).
        case protoTruncated = "proto.truncated"
        /// A varint continues after ten bytes (PRB-002).
        case protoVarint = "proto.varint"
        /// A field has a nonexistent wire type, or a group that did not begin ends (PRB-004, PRB-022).
        case protoWireType = "proto.wireType"
        /// A field has an impossible number (PRB-003).
        case protoTag = "proto.tag"
        /// A string is not well-formed UTF-8 (PRB-015).
        case protoUTF8 = "proto.utf8"
        /// A required field is absent; strict mode only (PRB-031).
        case protoRequired = "proto.required"

        // MARK: Server API

        /// A form does not consist of fields `name=value`; strict mode only (API-012).
        case formSyntax = "form.syntax"
        /// A percent sign is not followed by two hexadecimal digits; strict mode only (API-013).
        case formPercent = "form.percent"
        /// The decoded name or value of a form field is not UTF-8 (API-014).
        case formUTF8 = "form.utf8"
        /// A required field is absent (API-015).
        case formMissing = "form.missing"
        /// A field that may occur only once occurs twice (API-016).
        case formDuplicate = "form.duplicate"
        /// A field holds an invalid value (API-017).
        case formValue = "form.value"
        /// A header field of the signature is absent (API-005).
        case headerMissing = "header.missing"
        /// A header field of the signature occurs twice (API-005).
        case headerDuplicate = "header.duplicate"
        /// The text is not the URL of a connection (API-061).
        case urlSyntax = "url.syntax"
    }

    /// Returns the same error with `step` prepended to its path.
    @inline(never)
    func within(_ step: String) -> DecodeError {
        step.isEmpty ? self : DecodeError(code, offset: offset, path: "/" + step + path)
    }

    /// Returns the same error with its offset increased by `start`, for input that is part of something larger.
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
