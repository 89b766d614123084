// SPDX-License-Identifier: Apache-2.0

/// What the caller asked for and cannot be written (`Spec/errors.md`); a peer is never to blame for it.
public struct EncodeError: Error, Hashable, Sendable {
    /// What is wrong, as a stable dotted word.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The text given as a number is not a JSON number.
        case number = "encode.number"
        /// The text given as raw JSON is not exactly one JSON value.
        case json = "encode.json"
        /// What was to be written is larger than the limit (CNT-080), or than a reader takes (FRM-093).
        case size = "encode.size"
        /// The fragment size is 0, or makes too many fragments (FRM-092).
        case fragments = "encode.fragments"
        /// A string of a packet takes more than 65535 bytes (RMTP-026).
        case string = "encode.string"
        /// A packet lacks a member of its layout, or has one that does not belong there; a body lacks a required field (RMTP-111, PRB-033).
        case member = "encode.member"
        /// The flags of a CONNACK do not say what it has (RMTP-112).
        case flags = "encode.flags"
        /// A packet is to go the other way (RMTP-113).
        case direction = "encode.direction"
        /// A number does not fit its field (RMTP-114).
        case range = "encode.range"
        /// A key does not have eight bytes (RMTP-087).
        case key = "encode.key"
        /// A conversation has no topic for such a message (RMTP-161, RMTP-170).
        case topic = "encode.topic"
        /// A name is none that JSONP can have (RMTP-213).
        case callback = "encode.callback"
        /// A field of a request is missing, or holds what the service does not take (API-021).
        case field = "encode.field"
        /// A value cannot stand in a header field as it is (API-007).
        case header = "encode.header"
    }

    /// The kind of error.
    public var code: Code
    /// In which field of a request, such as `/userId`; empty where there are no fields.
    public var path: String

    /// Creates an error with its code.
    public init(_ code: Code, path: String = "") {
        self.code = code
        self.path = path
    }
}
