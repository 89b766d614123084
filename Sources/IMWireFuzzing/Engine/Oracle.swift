// SPDX-License-Identifier: Apache-2.0

/// A promise of the codec that every input is held to (FUZ-010); each has a file of its own in `Oracles`.
package enum Oracle: String, Hashable, Sendable, CaseIterable {
    /// Nothing that arrives ends the process.
    case trap
    /// Nothing that arrives takes more time than it is worth.
    case hang
    /// An error is one of those that the place has, and lies in the input.
    case error
    /// Decode, encode, decode gives the value again.
    case identity
    /// The second encoding has the bytes of the first.
    case stable
    /// What arrived without a deviation is all there in what is written.
    case preservation
    /// Whole and in pieces give the same.
    case split
    /// Lenient accepts what strict accepts, with the same value, and strict refuses only for a deviation.
    case leniency
    /// Validating says what decoding says.
    case validation
    /// Memory stays within the declared limits.
    case memory
    /// So does the number of steps.
    case steps
    /// Checksums cover what they have to.
    case checksum
    /// Fragments are joined as they were divided.
    case reassembly
    /// What a machine promises holds after every event.
    case session
    /// Every byte is explained once.
    case inspection
    /// What is written as a line of JSON is one line, and holds the value that was written.
    case line
    /// What is reported can be read, and says places that are there.
    case report
    /// Foundation's JSON reader agrees, but for the known differences.
    case foundationJSON = "differential.json"
    /// Foundation's Base64 agrees, but for the known differences.
    case foundationBase64 = "differential.base64"
    /// The standard library's UTF-8 agrees.
    case standardUTF8 = "differential.utf8"
    /// zlib in one shot agrees.
    case zlib = "differential.deflate"
    /// SwiftProtobuf agrees.
    case protobuf = "differential.protobuf"
    /// A built-in schema that is read as data agrees with the type that was generated from it.
    case generated = "differential.generated"
    /// Another implementation agrees.
    case testee = "differential.testee"

    /// What is promised, for people.
    package var promise: String {
        switch self {
        case .trap: "no input ends the process"
        case .hang: "no input takes longer than it is worth"
        case .error: "an error is one that the place has, and lies in the input"
        case .identity: "decode, encode, decode gives the value again"
        case .stable: "the second encoding has the bytes of the first"
        case .preservation: "what arrived without a deviation is all there in what is written"
        case .split: "whole and in pieces give the same"
        case .leniency: "lenient accepts what strict accepts, and strict refuses only for a deviation"
        case .validation: "validating says what decoding says"
        case .memory: "memory stays within the declared limits"
        case .steps: "the number of steps stays within the declared limits"
        case .checksum: "a packet is accepted only with the checksums that zlib has for it"
        case .reassembly: "a unit is what its fragments are, in their order"
        case .session: "what a machine promises holds after every event"
        case .inspection: "every byte is explained once, in text and in JSON"
        case .line: "one value gives one line of JSON, which holds the same value"
        case .report: "a report can be read, no text gets out of its place in it, and it says places that are there"
        case .foundationJSON: "Foundation reads the same JSON, but for known differences"
        case .foundationBase64: "Foundation reads the same Base64, but for known differences"
        case .standardUTF8: "the standard library accepts the same UTF-8"
        case .zlib: "zlib in one shot inflates to the same"
        case .protobuf: "SwiftProtobuf reads the same message"
        case .generated: "a built-in schema that is read as data answers as the generated type does"
        case .testee: "another implementation answers the same"
        }
    }
}

/// A promise that was broken.
package struct Violation: Hashable, Sendable {
    /// Which one.
    package var oracle: Oracle
    /// Where: what makes two findings of one oracle different bugs.
    package var location: String
    /// What was seen, for people; no part of what makes findings alike.
    package var detail: String

    /// Makes one.
    package init(_ oracle: Oracle, at location: String, _ detail: String) {
        self.oracle = oracle
        self.location = location
        self.detail = detail
    }

    /// What findings are deduplicated by.
    package var key: String { "\(oracle.rawValue) \(location)" }
}
