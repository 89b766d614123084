// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireServerAPI
import IMWireTestSupport

/// A target for the server API: forms, answers, callbacks, and the URL of a connection.
///
/// The first byte of an input selects the kind; the rest is the text.
struct APITarget: FuzzTarget {
    let name = "api"
    var maximumLength: Int { 4_096 }

    /// The kinds of inputs.
    private enum Kind: CaseIterable {
        case token, recall, publish, chatroom, callback, signature, url, tokenAnswer, chatroomAnswer, answer, status
        case form
    }

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        guard let choice = input.first else { return }
        let memory = MemoryOracle()
        observation.record(.shape, UInt64(choice))
        check(Array(input.dropFirst()), choice, &observation)
        memory.check(name, input: input.count, factor: 400, base: 262_144, &observation)
    }

    private func check(_ text: [UInt8], _ choice: UInt8, _ observation: inout Observation) {
        func check<Value: Equatable & Sendable>(
            _ place: String, _ decode: @escaping (Span<UInt8>, DecodingMode) throws -> Value,
            codes: ErrorCodes = .forms, encode: @escaping (Value) -> [UInt8]?
        ) {
            let results = FormatOracle(
                place: place, lenientCodes: codes, strictCodes: codes, reportsDeviations: false, exceeds: false,
                decode: { Decoded(try decode($0, $1), deviations: []) }, encode: encode
            ).check(text.span, &observation)
            if APITarget.isJSON(choice), case .success = results.lenient, (try? RawJSON(parsing: text.span)) == nil {
                observation.violate(.error, at: "\(place) accepts what is no JSON")
            }
        }
        func checkForm<Request: FormRequest & Equatable & Sendable>(
            _ place: String, _ decode: @escaping (Span<UInt8>, DecodingMode) throws -> Request
        ) {
            check(place, decode, encode: { try? $0.encoded() })
        }
        switch APITarget.kind(choice) {
        case .token: checkForm("token") { try TokenRequest(decoding: $0, mode: $1) }
        case .recall: checkForm("recall") { try RecallRequest(decoding: $0, mode: $1) }
        case .publish:
            let endpoint = APITarget.variant(choice, of: PublishEndpoint.allCases)
            checkForm(endpoint.rawValue) { try PublishRequest(endpoint, decoding: $0, mode: $1) }
        case .chatroom:
            let endpoint = APITarget.variant(choice, of: ChatroomEndpoint.allCases)
            checkForm(endpoint.rawValue) { try ChatroomRequest(endpoint, decoding: $0, mode: $1) }
        case .callback:
            check("callback", { try MessageCallback(decoding: $0, mode: $1) }, encode: { try? $0.encoded() })
        case .signature: check("signature", { try CallbackSignature(query: $0, mode: $1) }, encode: { $0.encoded() })
        case .url:
            check("url", { try ConnectionURL(parsing: $0, mode: $1) }, codes: .urls) { url in
                (try? url.revealed()).map { Array($0.utf8) }
            }
        case .tokenAnswer:
            check(
                "token answer", { try TokenAnswer(decoding: $0, mode: $1) }, codes: .contents, encode: { $0.encoded() })
        case .chatroomAnswer:
            check(
                "chatroom answer", { try ChatroomAnswer(decoding: $0, mode: $1) }, codes: .contents,
                encode: { $0.encoded() })
        case .answer:
            check("answer", { try ServiceAnswer(decoding: $0, mode: $1) }, codes: .contents, encode: { $0.encoded() })
        case .status:
            check("status", { try OnlineStatus.decodeList($0, mode: $1) }, codes: .contents) {
                OnlineStatus.encoded($0)
            }
        case .form: check("form", { try URLEncodedForm(decoding: $0, mode: $1) }, encode: { $0.encoded() })
        }
    }

    private static func kind(_ choice: UInt8) -> Kind { Kind.allCases[Int(choice & 15) % Kind.allCases.count] }

    /// Returns one of several services, selected by the bits above those of the kind.
    private static func variant<Value>(_ choice: UInt8, of all: [Value]) -> Value { all[Int(choice >> 4) % all.count] }

    // MARK: Making inputs

    func generate(_ random: inout SeededRandom) -> [UInt8] {
        let choice = UInt8(truncatingIfNeeded: random.next())
        return [choice] + APITexts.text(isJSON: APITarget.isJSON(choice), &random)
    }

    private static func isJSON(_ choice: UInt8) -> Bool {
        switch kind(choice) {
        case .tokenAnswer, .chatroomAnswer, .answer, .status: true
        case .token, .recall, .publish, .chatroom, .callback, .signature, .url, .form: false
        }
    }

    func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        guard let choice = input.first, !random.chance(3) else { return generate(&random) }
        var input = input
        if APITarget.isJSON(choice) {
            JSONMutator.mutate(&input, from: 1, names: dictionary, &random)
        } else {
            APITexts.mutate(&input, &random)
        }
        return input
    }

    func smaller(_ input: [UInt8]) -> [[UInt8]] {
        guard let choice = input.first else { return [] }
        return APITarget.isJSON(choice) ? JSONShrinker.smaller(input, from: 1) : APITexts.smaller(input)
    }

    func seed(from item: Case) -> [UInt8]? {
        // Mutations rarely lead to a complete URL.
        if item.operation == .urlDecode, item.input.bytes.count < maximumLength {
            return Kind.allCases.firstIndex(of: .url).map { [UInt8($0)] + item.input.bytes }
        }
        guard item.operation == .apiSign else { return nil }
        let parts = ["secret", "nonce", "timestamp"].map { item.input.member($0)?.string ?? "" }
        return [UInt8(Kind.allCases.count)] + Array(parts.joined(separator: "&").utf8)
    }

    /// Returns a signature request, whose secret, nonce and timestamp are the first parts of the text between `&`.
    func question(_ input: [UInt8]) -> TesteeRequest? {
        guard let text = String(validating: input.dropFirst(), as: UTF8.self) else { return nil }
        let parts = text.split(separator: "&", maxSplits: 2, omittingEmptySubsequences: false).map { String($0) }
        let names = ["secret", "nonce", "timestamp"]
        return TesteeRequest(
            "api.sign",
            names.enumerated().map { (name: $1, value: RawJSON(parts.indices.contains($0) ? parts[$0] : "")) })
    }

    /// Returns the questions about a signature, and about the text as what its kind says, or as a form or an answer of a
    /// service.
    func questions(_ input: [UInt8]) -> [TesteeRequest] {
        guard let choice = input.first else { return [] }
        let path = RawJSON(APITarget.paths[Int(choice) % APITarget.paths.count])
        let bytes: (name: String, value: RawJSON) = ("bytes", .base64(input.dropFirst()))
        let mode: (name: String, value: RawJSON) = ("mode", "lenient")
        let text =
            switch APITarget.kind(choice) {
            case .callback: TesteeRequest("api.callback.decode", [("callback", "message"), bytes, mode])
            case .status: TesteeRequest("api.callback.decode", [("callback", "status"), bytes, mode])
            case .signature: TesteeRequest("api.query.decode", [bytes, ("secret", "secret"), mode])
            case .url: TesteeRequest("api.url.decode", [bytes, mode])
            default:
                TesteeRequest(
                    APITarget.isJSON(choice) ? "api.answer.decode" : "api.form.decode", [("path", path), bytes, mode])
            }
        guard let sign = question(input) else { return [text] }
        let headers = TesteeRequest("api.headers.encode", [("appKey", "key")] + sign.members)
        return [sign, headers, text]
    }

    private static let paths = [
        "/user/getToken.json", "/message/private/publish.json", "/message/group/publish.json",
        "/message/chatroom/publish.json", "/message/recall.json", "/chatroom/create.json", "/chatroom/user/query.json",
    ]

    let dictionary = APITexts.words.map { Array($0.utf8) }
}
