// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireServerAPI
import IMWireTestSupport

/// A target for the server API: forms, answers, callbacks, and the URL of a connection.
///
/// The first byte of an input selects the kind; the rest is the text.
package struct APITarget: FuzzTarget {
    package let name = "api"
    package var maximumLength: Int { 4_096 }

    /// The kinds of inputs.
    private enum Kind: CaseIterable {
        case token, recall, publish, chatroom, callback, signature, url, tokenAnswer, chatroomAnswer, answer, status
        case form
    }

    /// Creates the target.
    package init() {}

    package mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        guard let choice = input.first else { return }
        let memory = MemoryOracle()
        let text = Array(input.dropFirst())
        let kind = APITarget.kind(choice)
        observation.note(.shape, UInt64(choice))
        switch kind {
        case .token: form("token", text, &observation) { try TokenRequest(decoding: $0.span, mode: $1) }
        case .recall: form("recall", text, &observation) { try RecallRequest(decoding: $0.span, mode: $1) }
        case .publish:
            let endpoint = APITarget.variant(choice, of: PublishEndpoint.allCases)
            form(endpoint.rawValue, text, &observation) { try PublishRequest(endpoint, decoding: $0.span, mode: $1) }
        case .chatroom:
            let endpoint = APITarget.variant(choice, of: ChatroomEndpoint.allCases)
            form(endpoint.rawValue, text, &observation) { try ChatroomRequest(endpoint, decoding: $0.span, mode: $1) }
        case .callback:
            judge("callback", text, .form, &observation) {
                try MessageCallback(decoding: $0.span, mode: $1)
            } encode: {
                try? $0.encoded()
            }
        case .signature:
            judge("signature", text, .form, &observation) {
                try CallbackSignature(query: $0.span, mode: $1)
            } encode: {
                $0.encoded()
            }
        case .url:
            judge("url", text, .url, &observation) {
                try ConnectionURL(parsing: $0.span, mode: $1)
            } encode: {
                (try? $0.revealed()).map { Array($0.utf8) }
            }
        case .tokenAnswer:
            judge("token answer", text, .json, &observation) {
                try TokenAnswer(decoding: $0.span, mode: $1)
            } encode: {
                $0.encoded()
            }
        case .chatroomAnswer:
            judge("chatroom answer", text, .json, &observation) {
                try ChatroomAnswer(decoding: $0.span, mode: $1)
            } encode: {
                $0.encoded()
            }
        case .answer:
            judge("answer", text, .json, &observation) {
                try ServiceAnswer(decoding: $0.span, mode: $1)
            } encode: {
                $0.encoded()
            }
        case .status:
            judge("status", text, .json, &observation) {
                try OnlineStatus.decodeList($0.span, mode: $1)
            } encode: {
                OnlineStatus.encoded($0)
            }
        case .form:
            judge("form", text, .form, &observation) {
                try URLEncodedForm(decoding: $0.span, mode: $1)
            } encode: {
                $0.encoded()
            }
        }
        memory.judge(name, input: input.count, factor: 400, base: 262_144, &observation)
    }

    private static func kind(_ choice: UInt8) -> Kind { Kind.allCases[Int(choice & 15) % Kind.allCases.count] }

    /// Returns one of several services, selected by the bits above those of the kind.
    private static func variant<Value>(_ choice: UInt8, of all: [Value]) -> Value { all[Int(choice >> 4) % all.count] }

    // MARK: Judging

    /// The grammar of a text, which determines its error codes.
    private enum Grammar {
        case form, url, json

        func has(_ code: DecodeError.Code) -> Bool {
            let isForm = code.rawValue.hasPrefix("form.") || code == .limitSize || code == .limitItems
            return switch self {
            case .form: isForm
            case .url: isForm || code == .urlSyntax
            case .json: ErrorOracle.contents.contains(code)
            }
        }
    }

    private func form<Request: FormRequest & Equatable>(
        _ place: String, _ text: [UInt8], _ observation: inout Observation,
        read: ([UInt8], DecodingMode) throws -> Request
    ) {
        judge(place, text, .form, &observation, read: read) { try? $0.encoded() }
    }

    private func judge<Value: Equatable>(
        _ place: String, _ text: [UInt8], _ grammar: Grammar, _ observation: inout Observation,
        read: ([UInt8], DecodingMode) throws -> Value, encode: (Value) -> [UInt8]?
    ) {
        func attempt(_ text: [UInt8], _ mode: DecodingMode) -> Result<Value, DecodeError> {
            do { return .success(try read(text, mode)) } catch {
                return .failure(error as? DecodeError ?? DecodeError(.objectNameLength, offset: -1))
            }
        }
        let lenient = attempt(text, .lenient)
        let strict = attempt(text, .strict)
        for case .failure(let error) in [lenient, strict] {
            observation.note(error, TextHash.of(place))
            if !grammar.has(error.code) {
                observation.violate(.error, at: "\(place) \(error.code.rawValue)", "\(error)")
            }
            if !(0...text.count).contains(error.offset) {
                observation.violate(
                    .error, at: "\(place) offset of \(error.code.rawValue)", "\(error) in \(text.count)")
            }
        }
        if case .success(let strict) = strict {
            if case .success(let lenient) = lenient, lenient == strict {
            } else {
                observation.violate(.leniency, at: place)
            }
            // Only lenient mode accepts what the service would refuse, so a value that strict mode accepts can be
            // encoded.
            if encode(strict) == nil { observation.violate(.identity, at: "\(place) strict") }
        }
        guard case .success(let value) = lenient else { return }
        if grammar == .json, (try? RawJSON(parsing: text.span)) == nil {
            observation.violate(.error, at: "\(place) accepts what is no JSON")
        }
        guard let written = encode(value) else { return }
        observation.note(size: written.count, TextHash.of(place))
        guard case .success(let again) = attempt(written, .lenient) else {
            return observation.violate(.identity, at: place, "the encoding is refused")
        }
        if again != value { observation.violate(.identity, at: "\(place) value") }
        if encode(again) != written { observation.violate(.stable, at: place) }
    }

    // MARK: Making inputs

    package func generate(_ random: inout SeededRandom) -> [UInt8] {
        let choice = UInt8(truncatingIfNeeded: random.next())
        return [choice] + APITexts.text(isJSON: APITarget.isJSON(choice), &random)
    }

    private static func isJSON(_ choice: UInt8) -> Bool {
        switch kind(choice) {
        case .tokenAnswer, .chatroomAnswer, .answer, .status: true
        case .token, .recall, .publish, .chatroom, .callback, .signature, .url, .form: false
        }
    }

    package func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        guard let choice = input.first, !random.chance(3) else { return generate(&random) }
        var input = input
        if APITarget.isJSON(choice) {
            JSONMutator.mutate(&input, from: 1, names: dictionary, &random)
        } else {
            APITexts.mutate(&input, &random)
        }
        return input
    }

    package func smaller(_ input: [UInt8]) -> [[UInt8]] {
        guard let choice = input.first else { return [] }
        return APITarget.isJSON(choice) ? JSONShrinker.smaller(input, from: 1) : APITexts.smaller(input)
    }

    package func seed(from item: Case) -> [UInt8]? {
        guard item.operation == .apiSign else { return nil }
        let parts = ["secret", "nonce", "timestamp"].map { item.input.member($0)?.string ?? "" }
        return [UInt8(Kind.allCases.count)] + Array(parts.joined(separator: "&").utf8)
    }

    /// Returns a signature request, whose secret, nonce and timestamp are the first parts of the text between `&`.
    package func question(_ input: [UInt8]) -> TesteeRequest? {
        guard let text = String(validating: input.dropFirst(), as: UTF8.self) else { return nil }
        let parts = text.split(separator: "&", maxSplits: 2, omittingEmptySubsequences: false).map { String($0) }
        let names = ["secret", "nonce", "timestamp"]
        return TesteeRequest(
            "api.sign",
            names.enumerated().map { (name: $1, value: RawJSON(parts.indices.contains($0) ? parts[$0] : "")) })
    }

    /// Returns the questions about a signature, and about the text as a form or an answer of a service.
    package func questions(_ input: [UInt8]) -> [TesteeRequest] {
        guard let choice = input.first else { return [] }
        let path = RawJSON(APITarget.paths[Int(choice) % APITarget.paths.count])
        let operation = APITarget.isJSON(choice) ? "api.answer.decode" : "api.form.decode"
        let text = TesteeRequest(
            operation, [("path", path), ("bytes", .base64(input.dropFirst())), ("mode", "lenient")])
        return (question(input).map { [$0] } ?? []) + [text]
    }

    private static let paths = [
        "/user/getToken.json", "/message/private/publish.json", "/message/group/publish.json",
        "/message/chatroom/publish.json", "/message/recall.json", "/chatroom/create.json", "/chatroom/user/query.json",
    ]

    package var dictionary: [[UInt8]] { APITexts.words.map { Array($0.utf8) } }
}
