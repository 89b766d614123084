// SPDX-License-Identifier: Apache-2.0

/// A promise of the codec that every input must keep (FUZ-010); the checks are in the folder `Oracles`.
package enum Oracle: String, Hashable, Sendable, CaseIterable {
    /// No input ends the process.
    case trap
    /// No input takes a disproportionate time.
    case hang
    /// An error has a code of the part that reports it, and an offset in the input.
    case error
    /// Decoding, encoding and decoding again returns the same value.
    case identity
    /// The second encoding has the bytes of the first.
    case stable
    /// Everything that arrived without a deviation is preserved in the encoding.
    case preservation
    /// A stream has the same result whole and in pieces.
    case split
    /// Lenient mode accepts what strict mode accepts, with the same value, and strict mode refuses only for a
    /// deviation.
    case leniency
    /// Validation has the same result as decoding.
    case validation
    /// Memory stays within the declared limits.
    case memory
    /// The number of steps stays within the declared limits.
    case steps
    /// Checksums cover the bytes that they must cover.
    case checksum
    /// Fragments are joined as they were split.
    case reassembly
    /// The promises of a session machine hold after every event.
    case session
    /// Every byte is explained once.
    case inspection
    /// A value that is written as a line of JSON is one line, and the line holds the same value.
    case line
    /// A report can be read, and refers only to locations that exist.
    case report
    /// Foundation's JSON reader agrees, except for known differences.
    case foundationJSON = "differential.json"
    /// Foundation's Base64 agrees, except for known differences.
    case foundationBase64 = "differential.base64"
    /// The standard library's UTF-8 validation agrees.
    case standardUTF8 = "differential.utf8"
    /// One-shot inflation with zlib agrees.
    case zlib = "differential.deflate"
    /// SwiftProtobuf agrees.
    case protobuf = "differential.protobuf"
    /// A built-in schema that is read as data agrees with the type that was generated from it.
    case generated = "differential.generated"
    /// Another implementation agrees.
    case testee = "differential.testee"

    /// The promise as a sentence.
    package var promise: String {
        switch self {
        case .trap: "no input ends the process"
        case .hang: "the running time is in proportion to the input"
        case .error: "an error has a code of its component and an offset in the input"
        case .identity: "decode, encode, decode returns the same value"
        case .stable: "the second encoding has the bytes of the first"
        case .preservation: "input without deviations is written completely"
        case .split: "whole and split input give the same result"
        case .leniency: "lenient accepts what strict accepts, and strict rejects only deviations and errors of lenient"
        case .validation: "validation and decoding agree"
        case .memory: "memory stays within the declared limits"
        case .steps: "the number of steps stays within the declared limits"
        case .checksum: "a packet is accepted only with the checksums that zlib computes"
        case .reassembly: "a unit is the concatenation of its fragments"
        case .session: "the invariants of a machine hold after every event"
        case .inspection: "every byte is explained once, in text and in JSON"
        case .line: "a value is written as one line of JSON with the same value"
        case .report: "a report is well-formed, escapes all text, and gives locations that exist"
        case .foundationJSON: "Foundation reads the same JSON, except for known differences"
        case .foundationBase64: "Foundation reads the same Base64, except for known differences"
        case .standardUTF8: "the standard library accepts the same UTF-8"
        case .zlib: "zlib inflates to the same bytes in one call"
        case .protobuf: "SwiftProtobuf reads the same message"
        case .generated: "a built-in schema read as data and the generated type give the same results"
        case .testee: "another implementation gives the same answers"
        }
    }
}

/// A promise that was broken.
package struct Violation: Hashable, Sendable {
    /// The oracle whose promise was broken.
    package var oracle: Oracle
    /// The location, which distinguishes different bugs that one oracle finds.
    package var location: String
    /// The details of the observation, which do not affect deduplication.
    package var detail: String

    /// Creates a violation.
    package init(_ oracle: Oracle, at location: String, _ detail: String) {
        self.oracle = oracle
        self.location = location
        self.detail = detail
    }

    /// The key by which findings are deduplicated.
    package var key: String { "\(oracle.rawValue) \(location)" }
}
