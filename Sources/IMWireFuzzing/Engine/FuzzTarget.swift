// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport

/// A part of the codec under test, with the generation of its inputs and the promises that each input must keep
/// (FUZ-001).
///
/// An input consists of bytes alone, so that one corpus serves this project's driver, libFuzzer and the tests. Further
/// choices, such as a delimiter, are encoded in the first bytes.
package protocol FuzzTarget {
    /// The name of the target, as in `--target`.
    var name: String { get }
    /// The maximum number of bytes of an input.
    var maximumLength: Int { get }

    /// Runs the codec and every applicable oracle on an input.
    mutating func run(_ input: [UInt8], _ observation: inout Observation)

    /// Returns a valid input.
    func generate(_ random: inout SeededRandom) -> [UInt8]
    /// Returns an input with changed tokens or structure; the driver itself mutates bytes.
    func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8]

    /// Returns the input with correct lengths and checksums, or nil if the format has none.
    func repaired(_ input: [UInt8]) -> [UInt8]?
    /// Returns inputs that are smaller by one token or one part.
    func smaller(_ input: [UInt8]) -> [[UInt8]]

    /// Returns the input that a case of the suite provides for this target, or nil if there is none.
    func seed(from item: Case) -> [UInt8]?
    /// Returns the question for another implementation, or nil if the testee protocol cannot ask about the input.
    func question(_ input: [UInt8]) -> TesteeRequest?
    /// Returns all questions about the input, if there is more than one.
    func questions(_ input: [UInt8]) -> [TesteeRequest]
    /// The words of the format, for mutations of bytes and for libFuzzer.
    var dictionary: [[UInt8]] { get }
}

extension FuzzTarget {
    /// The default length, which covers every limit that inputs probe and keeps executions fast.
    package var maximumLength: Int { 8_192 }
    /// Returns nil, for a format without lengths and checksums.
    package func repaired(_ input: [UInt8]) -> [UInt8]? { nil }
    /// Returns an empty array, for a format without parts.
    package func smaller(_ input: [UInt8]) -> [[UInt8]] { [] }
    /// Returns nil, for a target without matching cases.
    package func seed(from item: Case) -> [UInt8]? { nil }
    /// Returns nil, for a target that the testee protocol does not cover.
    package func question(_ input: [UInt8]) -> TesteeRequest? { nil }
    /// Returns the question about the input alone.
    package func questions(_ input: [UInt8]) -> [TesteeRequest] { question(input).map { [$0] } ?? [] }
    /// An empty dictionary.
    package var dictionary: [[UInt8]] { [] }
}

/// The catalogue of all targets by name.
package struct TargetCatalog {
    /// A target with its description and its factory.
    package struct Entry: Sendable {
        /// The name of the target.
        package let name: String
        /// A summary of what the target covers.
        package let summary: String
        /// A function that creates the target; each job has its own instance.
        package let make: @Sendable () -> any FuzzTarget

        init(_ name: String, _ summary: String, _ make: @escaping @Sendable () -> any FuzzTarget) {
            self.name = name
            self.summary = summary
            self.make = make
        }
    }

    /// Returns the target with the given name, or nil if there is none.
    package static func named(_ name: String) -> Entry? { all.first { $0.name == name } }
}
