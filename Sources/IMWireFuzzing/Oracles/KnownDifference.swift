// SPDX-License-Identifier: Apache-2.0

/// A known difference between a peer and this codec, with its reason and an example (FUZ-012).
///
/// A test checks each example. When the peer changes, the entry must be removed.
package struct KnownDifference: Sendable {
    /// The permanent name of the difference.
    package let id: String
    package let peer: Oracle
    /// The side that accepts what the other refuses, or nil if both accept the input with different meanings.
    package let accepts: Side?
    /// The reason for the codec's behaviour.
    package let reason: String
    /// An input that shows the difference.
    package let example: [UInt8]

    /// One of the two sides.
    package enum Side: Sendable { case codec, peer }

    init(_ id: String, _ peer: Oracle, _ accepts: Side?, _ reason: String, _ example: String) {
        self.init(id, peer, accepts, reason, Array(example.utf8))
    }

    init(_ id: String, _ peer: Oracle, _ accepts: Side?, _ reason: String, _ example: [UInt8]) {
        self.id = id
        self.peer = peer
        self.accepts = accepts
        self.reason = reason
        self.example = example
    }

    /// All known differences.
    package static let all: [KnownDifference] = [
        .init(
            "json-bom", .foundationJSON, .peer, "RFC 8259 forbids a BOM; the codec refuses it (CNT-012).",
            [0xef, 0xbb, 0xbf, 0x31]),
        .init(
            "json-encoding", .foundationJSON, .peer,
            "Foundation guesses UTF-16 and UTF-32 from zero bytes; the codec reads UTF-8 only (CNT-011).",
            [0x31, 0x00]),
        .init(
            "json-number-range", .foundationJSON, .codec,
            "A number that no Double holds keeps its text in the codec (CNT-019); Foundation refuses it.", "1e309"),
        .init(
            "json-surrogate", .foundationJSON, .codec,
            "A lone surrogate escape is kept raw (CNT-016); Foundation refuses it.", "\"\\ud83d\""),
        .init(
            "json-duplicate", .foundationJSON, nil,
            "The last of duplicate members counts (CNT-017); Foundation keeps one of them.", "{\"a\":1,\"a\":2}"),
        .init(
            "json-comma", .foundationJSON, .peer,
            "Foundation accepts a comma behind the last member; RFC 8259 does not.",
            "{\"a\":0,}"),
        .init(
            "json-bom-inside", .foundationJSON, nil,
            "Foundation drops U+FEFF at the beginning of a string; the codec keeps every character.",
            [0x22, 0xef, 0xbb, 0xbf, 0x22]),
        .init(
            "base64-data", .foundationBase64, .codec,
            "A data: prefix in front of the Base64 is passed over (CNT-040).", "data:;base64,QUJD"),
        .init(
            "base64-space", .foundationBase64, .codec,
            "White space between characters is skipped, since peers wrap lines (CNT-040).", "QUJD\nREVG"),
        .init(
            "base64-bits", .foundationBase64, .peer,
            "Bits behind the last byte have to be zero in the codec.", "QR=="),
        .init(
            "protobuf-long-tag", .protobuf, .peer,
            "Within groups SwiftProtobuf accepts tags of more than five bytes; the codec refuses them everywhere (PRB-003).",
            Array("NotifyMsg\n".utf8) + [0x9b, 0x06, 0x88, 0x80, 0x80, 0x80, 0x80, 0x00, 0x00, 0x9c, 0x06]),
    ]
}
