// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec

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
    /// The version of the suite that brought it.
    public let since: String
    /// What releases made of the input, by the profile that a testee may give itself (TST-077); nil where none is known.
    public let observed: RawJSON?
    /// How it is played with a peer on a socket (LIV-011); nil where it says nothing about that.
    public let live: RawJSON?

    /// Whether a program derived the case from a schema; such cases are not counted among the written ones.
    public var isDerived: Bool { tags.contains("derived") }

    /// The outcomes that a testee of a profile may give: those of the case, and what that release was seen to do.
    func accepted(from profile: String?) -> [Expectation] {
        guard let profile, let outcome = observed?[profile], outcome["items"] != nil,
            outcome["certified"]?.boolean ?? true
        else { return expectations }
        return expectations + [Expectation(isExact: false, isObserved: true, json: outcome)]
    }

    /// Whether a release throws for the input (TST-077).
    func isRefused(by profile: String?) -> Bool {
        guard let profile else { return false }
        return observed?[profile]?.string == "refused"
    }

    /// What a case asks.
    public enum Operation: String, Sendable, CaseIterable {
        /// Read a content.
        case decode = "content.decode"
        /// Write a content.
        case encode = "content.encode"
        /// Read a content, and write the value that came back.
        case roundtrip = "content.roundtrip"
        /// Say what is known of a type, and the digest of a content.
        case describe = "content.describe"
        /// Read a stream of packets, headers shown.
        case frameDecode = "frame.decode"
        /// Write packets.
        case frameEncode = "frame.encode"
        /// Read a stream of chat messages.
        case chatDecode = "chat.decode"
        /// Write chat messages.
        case chatEncode = "chat.encode"
        /// Read binary packets.
        case rmtpDecode = "rmtp.decode"
        /// Write a binary packet.
        case rmtpEncode = "rmtp.encode"
        /// Read a packet's body.
        case bodyDecode = "rmtp.body.decode"
        /// Write a packet's body.
        case bodyEncode = "rmtp.body.encode"
        /// Read the POST of a client that polls.
        case requestDecode = "rmtp.request.decode"
        /// Write such a POST.
        case requestEncode = "rmtp.request.encode"
        /// Take a packet in polling for one in bytes, or the other way round.
        case convert = "rmtp.convert"
        /// Read the message of a packet.
        case envelopeDecode = "rmtp.envelope.decode"
        /// Write a packet for a message.
        case envelopeEncode = "rmtp.envelope.encode"
        /// Read a navigation answer.
        case navigationDecode = "rmtp.navigation.decode"
        /// Write a navigation answer.
        case navigationEncode = "rmtp.navigation.encode"
        /// Run a session's machine.
        case sessionRun = "session.run"
        /// Sign a request to the server API.
        case apiSign = "api.sign"

        /// The operations of the testee that it takes.
        var asked: [Operation] { self == .roundtrip ? [.decode, .encode] : [self] }
    }

    /// What a case gives.
    public struct Input: Sendable {
        /// The type's name, for contents.
        public var objectName = ""
        /// The content's bytes, or the stream in its pieces one behind the other.
        public var bytes: [UInt8] = []
        /// Where the pieces of a stream end, and when each came (ms); nil where no time is given.
        public var pieces: [(end: Int, at: Int?)] = []
        /// The value, for what is to be written.
        public var value: RawJSON?
        /// The modes that are to give the same outcome.
        public var modes: [DecodingMode] = [.lenient]
        /// Whether requests say the mode; without it a testee takes the default (TST-050).
        public var saysMode = true
        /// Whether bytes are given; describing a type alone needs none.
        public var hasBytes = true
        /// Members that go into the request as they are: limits, the framing of a stream, a machine and its events.
        public var members: [(name: String, value: RawJSON)] = []

        /// When the byte at `offset` arrived (ms); nil where no time is given.
        func time(at offset: Int) -> Int? {
            (pieces.first { offset < $0.end } ?? pieces.last)?.at
        }

        /// A member of the request; nil where it is absent.
        package func member(_ name: String) -> RawJSON? {
            members.last { $0.name == name }?.value
        }
    }

    /// An accepted outcome.
    public struct Expectation: Sendable {
        /// The refusal that is expected; nil where the input is to be accepted.
        public var error: Refusal?
        /// The value; nil where it is not judged.
        public var value: RawJSON?
        /// The bytes to be written; nil where they are not judged.
        public var bytes: [UInt8]?
        /// The unknown members' names in order; nil where they are not judged.
        public var unknown: [String]?
        /// The deviations, in any order; nil where they are not judged.
        public var deviations: [String]?
        /// Whether spelling counts too.
        public var isExact: Bool
        /// Whether it is what a release was seen to do, of which only the members that are given count (TST-077).
        public var isObserved = false
        /// The outcome as the case has it: items of a stream, actions of a session.
        public var json: RawJSON
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
