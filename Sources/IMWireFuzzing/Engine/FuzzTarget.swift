// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport

/// One part of the codec under test: how inputs for it are made, and what has to hold for each (FUZ-001).
///
/// An input is bytes and nothing else, so that one corpus serves this project's driver, libFuzzer and the tests: what is
/// to be chosen besides, such as a delimiter, stands in its first bytes.
package protocol FuzzTarget {
    /// The target's name, as `--target` takes it.
    var name: String { get }
    /// How many bytes an input may have at most.
    var maximumLength: Int { get }

    /// Puts an input to the codec, and to every oracle that applies.
    mutating func run(_ input: [UInt8], _ observation: inout Observation)

    /// A valid input.
    func generate(_ random: inout SeededRandom) -> [UInt8]
    /// An input changed by its tokens or its structure; bytes are changed by the driver itself.
    func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8]

    /// The input with its lengths and checksums made right; nil where it has none.
    func repaired(_ input: [UInt8]) -> [UInt8]?
    /// Inputs that are smaller by one token or one part.
    func smaller(_ input: [UInt8]) -> [[UInt8]]

    /// The input that a case of the suite is for this target; nil where it is none.
    func seed(from item: Case) -> [UInt8]?
    /// What another implementation is asked for an input; nil where the protocol has no such question.
    func question(_ input: [UInt8]) -> TesteeRequest?
    /// Words of the format, for mutations of bytes and for libFuzzer.
    var dictionary: [[UInt8]] { get }
}

extension FuzzTarget {
    /// Long enough for every limit that inputs are made around, and short enough to be fast.
    package var maximumLength: Int { 8_192 }
    /// Nothing to make right.
    package func repaired(_ input: [UInt8]) -> [UInt8]? { nil }
    /// No parts.
    package func smaller(_ input: [UInt8]) -> [[UInt8]] { [] }
    /// No case fits.
    package func seed(from item: Case) -> [UInt8]? { nil }
    /// Nobody can be asked.
    package func question(_ input: [UInt8]) -> TesteeRequest? { nil }
    /// No words.
    package var dictionary: [[UInt8]] { [] }
}

/// All targets, by name.
package struct TargetCatalog {
    /// A target, what it is about, and how one is made.
    package struct Entry: Sendable {
        /// Its name.
        package let name: String
        /// What it is about, for people.
        package let summary: String
        /// Makes one; each job has its own.
        package let make: @Sendable () -> any FuzzTarget

        init(_ name: String, _ summary: String, _ make: @escaping @Sendable () -> any FuzzTarget) {
            self.name = name
            self.summary = summary
            self.make = make
        }
    }

    /// The target of that name; nil where there is none.
    package static func named(_ name: String) -> Entry? { all.first { $0.name == name } }
}
