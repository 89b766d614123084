// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// A request to a testee and the purpose of its answer; the request is created when it is asked.
struct Question {
    /// The index of the case in the run.
    var index: Int
    var mode: DecodingMode
    var purpose: Purpose

    enum Purpose {
        case decode
        case encode
        /// The encoding of a value that a decoding returned.
        case secondHalf(RawJSON)
        case stream(Replay)
        case written
        case session(SessionReplay)
        case signature
        case description
        /// The request that is understood, or a variant that is not.
        case request(WrongRequests.Variant?)
    }

    /// The manner in which the case is asked, for the report; nil if there is only one.
    var manner: String? {
        switch purpose {
        case .decode, .encode, .secondHalf, .written, .signature, .description: nil
        case .stream(let replay): replay.name
        case .session(let replay): replay.name
        case .request(let variant): variant?.name
        }
    }

    /// Returns all questions of a case.
    ///
    /// - Parameters:
    ///   - places: the number of places at which a stream is split and cut; nil leaves out all replays.
    ///   - rereads: whether replays are left to a ``Rereader``.
    static func all(of item: Case, _ index: Int, places: Int?, rereads: Bool = false) -> [Question] {
        func ask(_ purpose: Purpose, _ mode: DecodingMode = .lenient) -> Question {
            Question(index: index, mode: mode, purpose: purpose)
        }
        switch item.operation {
        case .decode, .roundtrip, .bodyDecode, .requestDecode, .navigationDecode, .envelopeDecode, .formDecode,
            .replyDecode, .queryDecode, .callbackDecode, .urlDecode, .validate, .member:
            return item.input.modes.map { ask(.decode, $0) }
        case .convert, .envelopeEncode, .requestEncode, .headersDecode, .headersEncode, .schemaCheck:
            return [ask(.decode)]
        case .encode, .bodyEncode, .navigationEncode, .formEncode, .replyEncode, .callbackEncode, .urlEncode:
            return [ask(.encode)]
        case .describe:
            return [ask(.description)]
        case .frameDecode, .chatDecode, .rmtpDecode:
            let replays = Replay.all(of: item, places: rereads ? nil : places)
            return item.input.modes.flatMap { mode in replays.map { ask(.stream($0), mode) } }
        case .frameEncode, .chatEncode, .rmtpEncode:
            return [ask(.written)]
        case .apiSign:
            return [ask(.signature)]
        case .sessionRun:
            return SessionReplay.all(of: item, replays: places != nil && !rereads).map { ask(.session($0)) }
        case .request:
            return [ask(.request(nil))]
        }
    }

    /// Returns the operation of the request, which for one half of a round trip is not that of the case.
    func operation(of item: Case) -> Case.Operation {
        if case .secondHalf = purpose { return .encode }
        return item.operation == .roundtrip ? .decode : item.operation
    }

    func request(of item: Case) -> TesteeRequest {
        let input = item.input
        let name = [(name: "objectName", value: RawJSON(input.objectName))]
        let bytes = input.hasBytes ? [(name: "bytes", value: RawJSON.base64(input.bytes))] : []
        let mode = input.saysMode ? [(name: "mode", value: RawJSON(mode.rawValue))] : []
        func request(_ members: [(name: String, value: RawJSON)]) -> TesteeRequest {
            TesteeRequest(operation(of: item).rawValue, members)
        }
        switch purpose {
        case .secondHalf(let value): return request(name + [("value", value)] + input.members)
        case .stream(let replay): return request(replay.members(of: item, mode: self.mode))
        case .session(let replay): return request(replay.members(of: item))
        case .request(let variant):
            guard let wrong = input.request else { return request(input.members) }
            return TesteeRequest(wrong.operation, variant?.members ?? wrong.members)
        case .description: return request(name + bytes + input.members)
        case .encode:
            let isContent = item.operation == .encode
            return request(isContent ? name + [("value", input.value ?? .null)] + input.members : input.members)
        case .written, .signature: return request(input.members)
        case .decode:
            switch item.operation {
            case .decode, .roundtrip, .validate: return request(name + bytes + mode + input.members)
            case .bodyDecode, .requestDecode, .navigationDecode, .formDecode, .replyDecode, .queryDecode,
                .callbackDecode, .urlDecode, .member:
                return request(input.members + bytes + mode)
            case .envelopeDecode: return request(input.members + mode)
            default: return request(input.members)
            }
        }
    }
}

extension Case {
    /// Returns the lines of all requests of the case, without their line feeds.
    ///
    /// The second half of a round trip is left out, because it is known only when the first half is answered.
    ///
    /// - Parameter places: the number of places at which a stream is split and cut; nil leaves out all replays.
    package func requestLines(places: Int?) -> [String] {
        Question.all(of: self, 0, places: places).enumerated().map { index, question in
            String(decoding: question.request(of: self).line(id: index + 2).dropLast(), as: UTF8.self)
        }
    }
}
