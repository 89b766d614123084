// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec
import IMWireValues

/// The built-in codec behind the testee protocol, where it is checked in the same way as any other implementation.
public struct CodecTestee: Sendable {
    private let registry: ContentRegistry

    /// Creates a testee for the content types of `registry`.
    public init(registry: ContentRegistry = .builtIn) {
        self.registry = registry
    }

    /// Returns the answer to one request line, without an LF.
    public func answer(line: Span<UInt8>) -> [UInt8] {
        let request: JSONObject
        do {
            request = JSONObject(try RawJSON(parsing: line))
        } catch {
            return refuse(RawJSON.null, error)
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
        if operation == "hello" { return hello(id) }
        do throws(OperationError) {
            return accept(id, try Operation.perform(operation, request, registry).json)
        } catch {
            switch error {
            case .decoding(let error): return refuse(id, error)
            case .encoding(let error): return refuse(id) { $0.member("code", error.code.rawValue) }
            case .session(let error):
                return refuse(id) { detail in
                    detail.member("code", error.code.rawValue)
                    detail.member("path", error.path)
                }
            case .unsupported(let reason): return skip(id, reason)
            }
        }
    }

    private func hello(_ id: RawJSON) -> [UInt8] {
        var ok = ContentEncoder()
        ok.open()
        ok.member("name", "imwire")
        ok.member("version", Suite.version)
        ok.member("language", "Swift")
        ok.member("protocol", Suite.protocolVersion)
        ok.member("operations", Operation.all.map(\.name))
        ok.member("window", 64)
        ok.member("deviations", true)
        ok.member("unknown", true)
        ok.member("errorCodes", true)
        ok.member("canonical", true)
        ok.close()
        return accept(id, RawJSON(writing: ok))
    }

    // MARK: Lines

    private func accept(_ id: RawJSON, _ ok: RawJSON) -> [UInt8] {
        var writer = ContentEncoder()
        writer.open()
        writer.member("id", id)
        writer.member("ok", ok)
        writer.close()
        return writer.bytes
    }

    private func refuse(_ id: RawJSON, _ error: DecodeError) -> [UInt8] {
        refuse(id) { detail in
            detail.member("code", error.code.rawValue)
            detail.member("offset", error.offset)
            detail.member("path", error.path)
        }
    }

    private func refuse(_ id: RawJSON, _ write: (inout ContentEncoder) -> Void) -> [UInt8] {
        var detail = ContentEncoder()
        detail.open()
        write(&detail)
        detail.close()
        var writer = ContentEncoder()
        writer.open()
        writer.member("id", id)
        writer.member("error", RawJSON(writing: detail))
        writer.close()
        return writer.bytes
    }

    private func skip(_ id: RawJSON, _ reason: String) -> [UInt8] {
        var writer = ContentEncoder()
        writer.open()
        writer.member("id", id)
        writer.member("skipped", reason)
        writer.close()
        return writer.bytes
    }
}

/// The built-in codec as a testee in this process, which uses the same lines as any other testee.
public struct InProcessTestee: Testee, Sendable {
    private let codec: CodecTestee
    /// The codec's answer to `hello`.
    public let hello: TesteeHello
    /// True: the runner reads replays directly.
    public var isBuiltIn: Bool { true }

    /// Creates a testee that asks `codec`.
    public init(_ codec: CodecTestee = CodecTestee()) throws(SuiteError) {
        self.codec = codec
        guard let answer = RawJSON(line: codec.answer(line: TesteeRequest.hello(id: 1).span)) else {
            throw SuiteError("the built-in codec does not answer hello")
        }
        hello = try TesteeHello(answer, id: 1)
    }

    /// Answers the requests of an inquiry.
    public mutating func converse(_ inquiry: any Inquiry) {
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
