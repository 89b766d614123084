// SPDX-License-Identifier: Apache-2.0

/// A promise of the codec that every input must keep (FUZ-010); the checks are in the folder `Oracles`.
package enum Oracle: String, Hashable, Sendable, CaseIterable {
    case trap, hang, error, identity, stable, preservation, split, leniency, validation, memory, steps, checksum
    case reassembly, session, inspection, line, report
    case foundationJSON = "differential.json"
    case foundationBase64 = "differential.base64"
    case standardUTF8 = "differential.utf8"
    case kernels = "differential.kernels"
    case zlib = "differential.deflate"
    case protobuf = "differential.protobuf"
    case generated = "differential.generated"
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
        case .split: "whole and split input return the same result"
        case .leniency: "lenient accepts what strict accepts, and strict rejects only deviations and errors of lenient"
        case .validation: "validation and decoding agree"
        case .memory: "memory stays within the declared limits"
        case .steps: "the number of steps stays within the declared limits"
        case .checksum: "a packet is accepted only with the checksums that zlib computes"
        case .reassembly: "a unit is the concatenation of its fragments"
        case .session: "the invariants of a machine hold after every event"
        case .inspection: "every byte is explained once, in text and in JSON"
        case .line: "a value is written as one line of JSON with the same value"
        case .report: "a report is well-formed, escapes all text, and names locations that exist"
        case .foundationJSON: "Foundation reads the same JSON, except for known differences"
        case .foundationBase64: "Foundation reads the same Base64, except for known differences"
        case .standardUTF8: "the standard library accepts the same UTF-8"
        case .kernels: "the kernels of every level return what the loops in Swift return"
        case .zlib: "zlib inflates to the same bytes in one call"
        case .protobuf: "SwiftProtobuf reads the same message"
        case .generated: "a built-in schema read as data and the generated type return the same results"
        case .testee: "another implementation returns the same answers"
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

    package init(_ oracle: Oracle, at location: String, _ detail: String) {
        self.oracle = oracle
        self.location = location
        self.detail = detail
    }

    /// The key by which findings are deduplicated.
    package var key: String { "\(oracle.rawValue) \(location)" }
}
