// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec
import IMWireValues

/// The built-in codec behind the testee protocol, where it is checked in the same way as any other implementation.
package struct CodecTestee: Sendable {
    private let registry: ContentRegistry

    /// Creates a testee for the content types of `registry`.
    package init(registry: ContentRegistry = .builtIn) {
        self.registry = registry
    }

    /// Returns the answer to one request line, without an LF.
    package func answer(line: Span<UInt8>) -> [UInt8] {
        let request: JSONObject
        do {
            // A member may be nested as deep as the line is long (TST-101); operations have their own limits.
            request = JSONObject(try RawJSON(parsing: line, limits: .unbounded, isStrict: false))
        } catch {
            return refuse(.null, error.code.rawValue, offset: error.offset, path: error.path)
        }
        let id = request["id"]?.number.flatMap { try? RawJSON(text: $0.text) } ?? .null
        if let fault = RequestRule.fault(in: request, to: request["op"]?.string ?? "") { return skip(id, fault) }
        let answer = answer(id, request)
        // Neither side may send a longer line (TST-004).
        return answer.count <= TesteeRequest.longestLine
            ? answer : skip(id, "the answer exceeds the length limit of a line")
    }

    private func answer(_ id: RawJSON, _ request: JSONObject) -> [UInt8] {
        let operation = request["op"]?.string ?? ""
        if operation == "hello" { return line(id, "ok", CodecTestee.hello) }
        do throws(OperationError) {
            return line(id, "ok", try Operation.perform(operation, request, registry).json)
        } catch {
            switch error {
            case .decoding(let error):
                return refuse(id, error.code.rawValue, offset: error.offset, path: error.path)
            case .encoding(let error):
                return refuse(id, error.code.rawValue, path: error.path.isEmpty ? nil : error.path)
            case .schema(let error):
                return refuse(id, error.code.rawValue, offset: error.offset, path: error.path)
            case .registration(let error): return refuse(id, error.code.rawValue)
            case .session(let error): return refuse(id, error.code.rawValue, path: error.path)
            case .unsupported(let reason): return skip(id, reason)
            }
        }
    }

    private static let hello: RawJSON = .object([
        ("name", "imwire"), ("version", RawJSON(Suite.version)), ("language", "Swift"),
        ("protocol", .integer(Suite.protocolVersion)),
        ("operations", .array(Operation.all.map { RawJSON($0.name) })), ("window", .integer(64)),
        ("deviations", .boolean(true)), ("unknown", .boolean(true)), ("errorCodes", .boolean(true)),
        ("canonical", .boolean(true)),
    ])

    // MARK: Lines

    private func line(_ id: RawJSON, _ member: String, _ value: RawJSON) -> [UInt8] {
        Array(RawJSON.object([("id", id), (member, value)]).text.utf8)
    }

    private func refuse(_ id: RawJSON, _ code: String, offset: Int? = nil, path: String? = nil) -> [UInt8] {
        line(id, "error", .object(["code": code, "offset": offset, "path": path]))
    }

    private func skip(_ id: RawJSON, _ reason: String) -> [UInt8] { line(id, "skipped", RawJSON(reason)) }
}

/// The built-in codec as a testee in this process, which uses the same lines as any other testee.
package struct InProcessTestee: Testee, Sendable {
    private let codec: CodecTestee
    /// The codec's answer to `hello`.
    package let hello: TesteeHello
    /// The replays on the codec's readers and machines, which need a sixth of the time of requests.
    package var rereader: (any Rereader)? { codec }

    /// Creates a testee that asks `codec`.
    package init(_ codec: CodecTestee = CodecTestee()) throws(SuiteError) {
        self.codec = codec
        guard let answer = RawJSON(line: codec.answer(line: TesteeRequest.hello(id: 1).span)) else {
            throw SuiteError("the built-in codec does not answer hello")
        }
        hello = try TesteeHello(answer, id: 1)
    }

    /// Answers the requests of an inquiry.
    package mutating func converse(_ inquiry: any Inquiry) {
        var id = 1
        while let request = inquiry.next() {
            id += 1
            let start = ContinuousClock.now
            let line = codec.answer(line: request.line(id: id).span)
            let answer = RawJSON(line: line).flatMap { TesteeAnswer($0, id: id) }
            var reply = TesteeReply(answer ?? .malformed("not a valid response"), line: line)
            reply.milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
            inquiry.settle(reply)
        }
    }
}
