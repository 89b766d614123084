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
    /// The reason for the codec's behavior.
    package let reason: String
    /// An input that shows the difference.
    package let example: [UInt8]

    /// One of the two sides.
    package enum Side: Sendable { case codec, peer }

    /// All known differences.
    package static let all: [KnownDifference] = [
        KnownDifference(
            id: "json-bom", peer: .foundationJSON, accepts: .peer,
            reason: "RFC 8259 forbids a BOM; the codec refuses it (CNT-012).",
            example: [0xef, 0xbb, 0xbf, UInt8(ascii: "1")]),
        KnownDifference(
            id: "json-encoding", peer: .foundationJSON, accepts: .peer,
            reason: "Foundation guesses UTF-16 and UTF-32 from zero bytes; the codec reads UTF-8 only (CNT-011).",
            example: [UInt8(ascii: "1"), 0]),
        KnownDifference(
            id: "json-number-range", peer: .foundationJSON, accepts: .codec,
            reason: "A number that no Double holds keeps its text in the codec (CNT-019); Foundation refuses it.",
            example: Array("1e309".utf8)),
        KnownDifference(
            id: "json-surrogate", peer: .foundationJSON, accepts: .codec,
            reason: "A lone surrogate escape is kept raw (CNT-016); Foundation refuses it.",
            example: Array("\"\\ud83d\"".utf8)),
        KnownDifference(
            id: "json-duplicate", peer: .foundationJSON, accepts: nil,
            reason: "The last of duplicate members counts (CNT-017); Foundation keeps one of them.",
            example: Array("{\"a\":1,\"a\":2}".utf8)),
        KnownDifference(
            id: "json-comma", peer: .foundationJSON, accepts: .peer,
            reason: "Foundation accepts a comma behind the last member; RFC 8259 does not.",
            example: Array("{\"a\":0,}".utf8)),
        KnownDifference(
            id: "json-bom-inside", peer: .foundationJSON, accepts: nil,
            reason: "Foundation drops U+FEFF at the beginning of a string; the codec keeps every character.",
            example: [.quote, 0xef, 0xbb, 0xbf, .quote]),
        KnownDifference(
            id: "base64-data", peer: .foundationBase64, accepts: .codec,
            reason: "A data: prefix in front of the Base64 is passed over (CNT-040).",
            example: Array("data:;base64,QUJD".utf8)),
        KnownDifference(
            id: "base64-space", peer: .foundationBase64, accepts: .codec,
            reason: "White space between characters is skipped, since peers wrap lines (CNT-040).",
            example: Array("QUJD\nREVG".utf8)),
        KnownDifference(
            id: "base64-bits", peer: .foundationBase64, accepts: .peer,
            reason: "Bits behind the last byte have to be zero in the codec.", example: Array("QR==".utf8)),
        KnownDifference(
            id: "protobuf-long-tag", peer: .protobuf, accepts: .peer,
            reason:
                "Within groups SwiftProtobuf accepts tags of more than five bytes; the codec refuses them everywhere (PRB-003).",
            example: Array("NotifyMsg\n".utf8) + [0x9b, 0x06, 0x88, 0x80, 0x80, 0x80, 0x80, 0x00, 0x00, 0x9c, 0x06]),
    ]
}
