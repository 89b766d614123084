// SPDX-License-Identifier: Apache-2.0

/// An error in what the caller asked to write (`Spec/errors.md`), which is never caused by a peer.
public struct EncodeError: Error, Hashable, Sendable {
    /// The kind of an encoding error, as a stable dotted word.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The text given as a number is not a JSON number.
        case number = "encode.number"
        /// The text given as raw JSON is not exactly one JSON value.
        case json = "encode.json"
        /// The output would be larger than the limit (CNT-080), or than a reader accepts (FRM-093).
        case size = "encode.size"
        /// The fragment size is 0 or results in too many fragments (FRM-092).
        case fragments = "encode.fragments"
        /// A string of a packet takes more than 65535 bytes (RMTP-026).
        case string = "encode.string"
        /// A packet does not have exactly the members of its layout, a body lacks a required field, or a schema's
        /// member cannot hold the value (RMTP-111, PRB-033).
        case member = "encode.member"
        /// The flags of a CONNACK do not match its members (RMTP-112).
        case flags = "encode.flags"
        /// A packet is to be sent in the wrong direction (RMTP-113).
        case direction = "encode.direction"
        /// A number does not fit its field (RMTP-114).
        case range = "encode.range"
        /// A key does not have eight bytes (RMTP-087).
        case key = "encode.key"
        /// A conversation has no topic for such a message (RMTP-161, RMTP-170).
        case topic = "encode.topic"
        /// A name is not allowed as the name of a JSONP function (RMTP-213).
        case callback = "encode.callback"
        /// A field of a request is missing, or holds a value that the service does not accept (API-021).
        case field = "encode.field"
        /// A value cannot be written to a header field unchanged (API-007).
        case header = "encode.header"
    }

    /// The kind of error.
    public var code: Code
    /// The path of the field or member, such as `/userId`, or empty if the error concerns none.
    public var path: String

    /// Creates an error from its code and path.
    public init(_ code: Code, path: String = "") {
        self.code = code
        self.path = path
    }
}
