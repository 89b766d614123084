// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec

/// A case of the suite: an input and every outcome that is accepted for it (`Spec/case.schema.json`).
package struct Case: Sendable {
    /// The permanent id, which is unique across all files.
    package let id: String
    /// The title, which states what the case shows.
    package let title: String
    /// The ids of the requirements that the case exercises.
    package let requirements: [String]
    package let level: SpecRequirement.Level
    /// The operation that the case asks for.
    package let operation: Operation
    package let input: Input
    /// The accepted outcomes.
    package let expectations: [Expectation]
    /// The tags, such as the class of a bug or the platform on which it was seen.
    package let tags: [String]
    /// The origin of the case.
    package let provenance: String
    /// The area that the case belongs to, as a path of words.
    package let area: String
    /// The first version of the suite that has the case.
    package let since: String
    /// The outcomes observed in releases, keyed by the profile that a testee may declare (TST-077), or nil.
    package let observed: RawJSON?
    /// How the case is played with a peer on a socket (LIV-011); nil if the case does not specify this.
    package let live: RawJSON?

    /// Whether the case was generated from a schema; generated cases are not counted among the handwritten ones.
    package var isDerived: Bool { tags.contains("derived") }

    /// Returns the outcomes accepted from a testee with a profile: those of the case, and that release's observed one.
    func accepted(from profile: String?) -> [Expectation] {
        guard let profile, let outcome = observed?[profile], outcome["items"] != nil || outcome["value"] != nil,
            outcome["certified"]?.boolean ?? true
        else { return expectations }
        return expectations + [
            Expectation(value: outcome["value"], isExact: false, isObserved: true, json: outcome)
        ]
    }

    /// Returns whether a release throws for the input (TST-077).
    func isRefused(by profile: String?) -> Bool {
        guard let profile else { return false }
        return observed?[profile]?.string == "refused"
    }

    /// An operation that a case asks for.
    package enum Operation: String, Sendable, CaseIterable {
        /// Decodes a content.
        case decode = "content.decode"
        /// Encodes a content.
        case encode = "content.encode"
        /// Decodes a content, and encodes the resulting value.
        case roundtrip = "content.roundtrip"
        /// Describes a type, and computes the digest of a content.
        case describe = "content.describe"
        /// Validates a content without decoding it.
        case validate = "content.validate"
        /// Reads one member of a content.
        case member = "content.member"
        /// Checks the schemas of custom types.
        case schemaCheck = "schema.check"
        /// Decodes a stream of packets and shows their headers.
        case frameDecode = "frame.decode"
        /// Encodes packets.
        case frameEncode = "frame.encode"
        /// Decodes a stream of chat messages.
        case chatDecode = "chat.decode"
        /// Encodes chat messages.
        case chatEncode = "chat.encode"
        /// Decodes binary packets.
        case rmtpDecode = "rmtp.decode"
        /// Encodes a binary packet.
        case rmtpEncode = "rmtp.encode"
        /// Decodes the body of a packet.
        case bodyDecode = "rmtp.body.decode"
        /// Encodes the body of a packet.
        case bodyEncode = "rmtp.body.encode"
        /// Decodes the POST request of a polling client.
        case requestDecode = "rmtp.request.decode"
        /// Encodes the POST request of a polling client.
        case requestEncode = "rmtp.request.encode"
        /// Converts a packet between its polled form and its binary form.
        case convert = "rmtp.convert"
        /// Decodes the message that a packet carries.
        case envelopeDecode = "rmtp.envelope.decode"
        /// Encodes the packet that carries a message.
        case envelopeEncode = "rmtp.envelope.encode"
        /// Decodes a navigation answer.
        case navigationDecode = "rmtp.navigation.decode"
        /// Encodes a navigation answer.
        case navigationEncode = "rmtp.navigation.encode"
        /// Runs the state machine of a session.
        case sessionRun = "session.run"
        /// Signs a request to the server API.
        case apiSign = "api.sign"
        /// Decodes the body of a request to the server API.
        case formDecode = "api.form.decode"
        /// Encodes the body of a request to the server API.
        case formEncode = "api.form.encode"
        /// Decodes an answer of the server API.
        case replyDecode = "api.answer.decode"
        /// Encodes an answer of the server API.
        case replyEncode = "api.answer.encode"
        /// Decodes the header fields of a signed request.
        case headersDecode = "api.headers.decode"
        /// Encodes the header fields of a signed request.
        case headersEncode = "api.headers.encode"
        /// Decodes the query of a callback's URL.
        case queryDecode = "api.query.decode"
        /// Decodes the body of a callback.
        case callbackDecode = "api.callback.decode"
        /// Encodes the body of a callback.
        case callbackEncode = "api.callback.encode"
        /// Decodes the URL of a connection.
        case urlDecode = "api.url.decode"
        /// Encodes the URL of a connection.
        case urlEncode = "api.url.encode"
        /// Sends a request that a testee understands, and then variants of it that no testee understands (TST-140).
        case request
    }

    /// The operations of the testee that the case asks for; every testee has `hello`.
    var asked: [String] {
        switch operation {
        case .roundtrip: [Operation.decode.rawValue, Operation.encode.rawValue]
        case .request: input.request.map { $0.operation == "hello" ? [] : [$0.operation] } ?? []
        default: [operation.rawValue]
        }
    }

    /// The input of a case.
    package struct Input: Sendable {
        /// The name of the content type, for operations on contents.
        package var objectName = ""
        /// The bytes of the content, or the concatenated chunks of the stream.
        package var bytes: [UInt8] = []
        /// The end offset of each chunk of a stream, and its arrival time in milliseconds or nil if it has none.
        package var pieces: [(end: Int, at: Int?)] = []
        /// The value to encode.
        package var value: RawJSON?
        /// The modes that must produce the same outcome.
        package var modes: [DecodingMode] = [.lenient]
        /// Whether requests state the mode; without it, a testee applies the default (TST-050).
        package var saysMode = true
        /// Whether the input has bytes; a description of a type alone needs none.
        package var hasBytes = true
        /// The members that are copied into the request: limits, the framing of a stream, a machine and its events.
        package var members: [(name: String, value: RawJSON)] = []
        /// The operation of a request, and the wrong values for one of its members; nil for all other operations.
        package var request: WrongRequests?

        /// Returns the arrival time in milliseconds of the byte at `offset`, or nil if it has none.
        func time(at offset: Int) -> Int? {
            (pieces.first { offset < $0.end } ?? pieces.last)?.at
        }

        /// Returns a member of the request, or nil if it is absent.
        package func member(_ name: String) -> RawJSON? {
            members.last { $0.name == name }?.value
        }
    }

    /// An outcome that a case accepts.
    package struct Expectation: Sendable {
        /// The expected error; nil if the input must be accepted.
        package var error: Refusal?
        /// The expected value; nil if the value is not compared.
        package var value: RawJSON?
        /// The expected encoded bytes; nil if they are not compared.
        package var bytes: [UInt8]?
        /// The expected deviations in any order; nil if they are not compared.
        package var deviations: [String]?
        /// Whether the request is one that no testee understands, so that it must be skipped (TST-140).
        package var isSkip: Bool { json["skipped"]?.boolean == true }
        /// Whether spelling is compared too.
        package var isExact: Bool
        /// Whether this is the observed outcome of a release, of which only the members that it states are compared (TST-077).
        package var isObserved = false
        /// The outcome as it is written in the case, with the items of a stream or the actions of a session.
        package var json: RawJSON
    }

    /// An expected refusal of the input.
    package struct Refusal: Hashable, Sendable {
        /// The error code.
        package var code: String
        /// The offset of the error; nil if it is not compared.
        package var offset: Int?
        /// The path of the error; nil if it is not compared.
        package var path: String?
    }
}
