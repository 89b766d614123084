// SPDX-License-Identifier: Apache-2.0

import IMWire

/// One case of the suite: an input, and every outcome that is accepted (`Spec/case.schema.json`).
public struct Case: Sendable {
    /// Permanent, and unique over all files.
    public let id: String
    /// What the case shows.
    public let title: String
    /// The requirements that it exercises.
    public let requirements: [String]
    /// How binding it is.
    public let level: SpecRequirement.Level
    /// What is asked.
    public let operation: Operation
    /// What is given.
    public let input: Input
    /// Every accepted outcome.
    public let expectations: [Expectation]
    /// Class of the bug, platform where it was seen, and the like.
    public let tags: [String]
    /// Where it comes from.
    public let provenance: String
    /// What it is about: a path of words.
    public let area: String

    /// Whether a program derived the case from a schema; such cases are not counted among the written ones.
    public var isDerived: Bool { tags.contains("derived") }

    /// What a case asks.
    public enum Operation: String, Sendable {
        /// Read a content.
        case decode = "content.decode"
        /// Write a content.
        case encode = "content.encode"
        /// Read a content, and write the value that came back.
        case roundtrip = "content.roundtrip"
    }

    /// What a case gives.
    public struct Input: Sendable {
        /// The type's name.
        public var objectName: String
        /// The content's bytes, for what is to be read.
        public var bytes: [UInt8]
        /// The value, for what is to be written.
        public var value: RawJSON?
        /// The modes that are to give the same outcome.
        public var modes: [DecodingMode]
        /// Limits in place of the defaults, as an object.
        public var limits: RawJSON?
    }

    /// An accepted outcome.
    public struct Expectation: Sendable {
        /// The refusal that is expected; nil where the input is to be accepted.
        public var error: Refusal?
        /// The value; nil where it is not judged.
        public var value: RawJSON?
        /// The bytes to be written; nil where they are not judged.
        public var text: String?
        /// The unknown members' names in order; nil where they are not judged.
        public var unknown: [String]?
        /// The deviations, in any order; nil where they are not judged.
        public var deviations: [String]?
        /// Whether spelling counts too.
        public var isExact: Bool
    }

    /// An expected refusal.
    public struct Refusal: Hashable, Sendable {
        /// The code.
        public var code: String
        /// The offset; nil where it is not judged.
        public var offset: Int?
        /// The path; nil where it is not judged.
        public var path: String?
    }
}
