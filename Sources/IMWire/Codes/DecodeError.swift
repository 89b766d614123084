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

    /// Creates an error at `offset`, in the member that `path` names.
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

        // MARK: Streams

        /// The stream has ended inside a line or packet (FRM-006).
        case frameTruncated = "frame.truncated"
        /// A line is longer than allowed (FRM-014).
        case frameLine = "frame.line"
        /// A line is not Base64, or in strict mode not in one piece (FRM-016, FRM-017).
        case frameBase64 = "frame.base64"
        /// A line is in the other encoding than agreed; strict mode only (FRM-018).
        case frameEncoding = "frame.encoding"
        /// The peer decodes Base64 where it means to encode (FRM-019).
        case frameBrokenBase64 = "frame.brokenBase64"
        /// A packet does not start with FA CE (FRM-031).
        case frameMagic = "frame.magic"
        /// A packet has a version that is not known (FRM-032).
        case frameVersion = "frame.version"
        /// A header is damaged: its length is too small or its check is wrong (FRM-033, FRM-039).
        case frameHeader = "frame.header"
        /// A packet claims a larger payload than allowed (FRM-038).
        case frameLength = "frame.length"
        /// The checksum of a packet is wrong (FRM-040).
        case frameChecksum = "frame.checksum"
        /// A packet has a flag that is not known (FRM-036).
        case frameFlags = "frame.flags"
        /// A packet is neither a heartbeat nor a message (FRM-034).
        case frameType = "frame.type"
        /// A heartbeat has a flag or a payload (FRM-043).
        case frameHeartbeat = "frame.heartbeat"
        /// A fragment contradicts itself (FRM-052).
        case frameFragment = "frame.fragment"
        /// A fragment does not agree with its set (FRM-053).
        case frameFragmentConflict = "frame.fragmentConflict"
        /// A fragment is there already (FRM-054).
        case frameFragmentDuplicate = "frame.fragmentDuplicate"
        /// A fragment has bytes that another one has, or lies on its wrong side (FRM-055).
        case frameFragmentOverlap = "frame.fragmentOverlap"
        /// One open set, fragment or byte of fragments too many is claimed (FRM-057).
        case frameFragmentLimit = "frame.fragmentLimit"
        /// A set of fragments was not completed in time (FRM-058).
        case frameFragmentAge = "frame.fragmentAge"
        /// A deflated unit is not exactly one zlib stream (FRM-062).
        case frameInflate = "frame.inflate"
        /// A deflated unit claims more bytes than allowed (FRM-061).
        case frameInflateSize = "frame.inflateSize"
        /// A deflated unit claims more than its bytes can honestly hold (FRM-061).
        case frameInflateRatio = "frame.inflateRatio"
        /// A deflated unit inflates to more or fewer bytes than it says (FRM-063).
        case frameInflateLength = "frame.inflateLength"
        /// The lengths of a batch do not fit its bytes (FRM-067).
        case frameBatch = "frame.batch"
        /// A batch has more messages than allowed (FRM-068).
        case frameBatchLimit = "frame.batchLimit"

        // MARK: Chat messages

        /// A message is JSON, but not an object (CHT-001).
        case messageType = "message.type"

        // MARK: Binary packets

        /// A message has no byte, and so no header (RMTP-014).
        case packetEmpty = "packet.empty"
        /// A packet goes the other way; in strict mode only where its layout is known all the same (RMTP-045).
        case packetDirection = "packet.direction"
        /// A packet ends within a number, or in strict mode where a member would begin (RMTP-040, RMTP-041).
        case packetTruncated = "packet.truncated"
        /// A string reaches beyond its packet; strict mode only (RMTP-042).
        case packetLength = "packet.length"
        /// A string is not well-formed (RMTP-024).
        case packetUTF8 = "packet.utf8"
        /// A bit is set that means nothing; strict mode only (RMTP-032, RMTP-034).
        case packetFlags = "packet.flags"
        /// Something follows the last member of a packet; strict mode only (RMTP-043).
        case packetTrailing = "packet.trailing"

        // MARK: Bodies

        /// A body ends inside a field, or a length leads beyond its message (PRB-005).
        case protoTruncated = "proto.truncated"
        /// A number goes on after ten bytes (PRB-002).
        case protoVarint = "proto.varint"
        /// A field has a wire type that does not exist, or a group ends that did not begin (PRB-004, PRB-022).
        case protoWireType = "proto.wireType"
        /// A field has a number that cannot be (PRB-003).
        case protoTag = "proto.tag"
        /// A string is not well-formed UTF-8 (PRB-015).
        case protoUTF8 = "proto.utf8"
        /// A required field is absent; strict mode only (PRB-031).
        case protoRequired = "proto.required"

        // MARK: Server API

        /// A form is not made of fields `name=value`; strict mode only (API-012).
        case formSyntax = "form.syntax"
        /// A percent sign is not followed by two hexadecimal digits; strict mode only (API-013).
        case formPercent = "form.percent"
        /// What a form's name or value decodes to is not UTF-8 (API-014).
        case formUTF8 = "form.utf8"
        /// A required field is absent (API-015).
        case formMissing = "form.missing"
        /// A field that can come only once came twice (API-016).
        case formDuplicate = "form.duplicate"
        /// A field holds what cannot stand in it (API-017).
        case formValue = "form.value"
        /// A header field of the signature is absent (API-005).
        case headerMissing = "header.missing"
        /// A header field of the signature came twice (API-005).
        case headerDuplicate = "header.duplicate"
        /// The text is not the URL of a connection (API-061).
        case urlSyntax = "url.syntax"
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
