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
        switch request["op"]?.string {
        case "hello": return hello(id)
        case "content.decode": return decode(id, request)
        case "content.encode": return encode(id, request)
        case "content.describe": return describe(id, request)
        case "frame.decode": return stream(id) { () throws(Unsupported) in try FrameTestee.decode(request) }
        case "frame.encode": return stream(id) { () throws(Unsupported) in try FrameTestee.encode(request) }
        case "chat.decode": return stream(id) { () throws(Unsupported) in try ChatTestee.decode(request) }
        case "chat.encode": return result(id) { () throws(Unsupported) in try ChatTestee.encode(request) }
        case "rmtp.decode": return result(id) { () throws(Unsupported) in try RMTPTestee.decode(request) }
        case "rmtp.encode": return bytes(id) { () throws(TesteeRefusal) in try RMTPOperations.encode(request) }
        case "rmtp.body.decode":
            return value(id) { () throws(TesteeRefusal) in
                try BodyOperations.decode(try request.bytes("bytes"), request)
            }
        case "rmtp.body.encode":
            return bytes(id) { () throws(TesteeRefusal) in
                try BodyOperations.encode(try request.member("value"), request)
            }
        case "rmtp.request.decode":
            return value(id) { () throws(TesteeRefusal) in
                guard let target = request["target"]?.string else { throw .unsupported("target is missing") }
                return try PostOperations.decode(target, try request.bytes("bytes"), request)
            }
        case "rmtp.request.encode":
            return value(id) { () throws(TesteeRefusal) in try PostOperations.encode(try request.member("value")) }
        case "rmtp.convert": return value(id) { () throws(TesteeRefusal) in try ConversionOperations.convert(request) }
        case "rmtp.envelope.decode":
            return value(id) { () throws(TesteeRefusal) in try EnvelopeOperations.decode(request) }
        case "rmtp.envelope.encode":
            return value(id) { () throws(TesteeRefusal) in try EnvelopeOperations.encode(request) }
        case "rmtp.navigation.decode":
            return value(id) { () throws(TesteeRefusal) in
                try NavigationOperations.decode(try request.bytes("bytes"), request)
            }
        case "rmtp.navigation.encode":
            return bytes(id) { () throws(TesteeRefusal) in
                try NavigationOperations.encode(try request.member("value"))
            }
        case "session.run": return sessionRun(id, request)
        case "api.form.decode":
            return value(id) { () throws(TesteeRefusal) in try APITestee.decodeForm(request) }
        case "api.form.encode":
            return bytes(id) { () throws(TesteeRefusal) in try APITestee.encodeForm(request) }
        case "api.answer.decode":
            return value(id) { () throws(TesteeRefusal) in try APITestee.decodeAnswer(request) }
        case "api.sign": return stream(id) { () throws(Unsupported) in try APITestee.sign(request) }
        default: return skip(id, "unknown operation")
        }
    }

    private static let operations = [
        "content.decode", "content.encode", "content.describe", "frame.decode", "frame.encode", "chat.decode",
        "chat.encode", "rmtp.decode", "rmtp.encode", "rmtp.body.decode", "rmtp.body.encode", "rmtp.request.decode",
        "rmtp.request.encode", "rmtp.convert", "rmtp.envelope.decode", "rmtp.envelope.encode",
        "rmtp.navigation.decode", "rmtp.navigation.encode", "session.run", "api.sign",
        "api.form.decode", "api.form.encode", "api.answer.decode",
    ]

    private func stream(_ id: RawJSON, _ answer: () throws(Unsupported) -> RawJSON) -> [UInt8] {
        do throws(Unsupported) {
            return accept(id, try answer())
        } catch {
            return skip(id, error.reason)
        }
    }

    private func bytes(_ id: RawJSON, _ answer: () throws(TesteeRefusal) -> [UInt8]) -> [UInt8] {
        value(id) { () throws(TesteeRefusal) in .object([("bytes", .base64(try answer()))]) }
    }

    private func value(_ id: RawJSON, _ answer: () throws(TesteeRefusal) -> RawJSON) -> [UInt8] {
        do throws(TesteeRefusal) {
            return accept(id, try answer())
        } catch {
            switch error {
            case .decoding(let error): return refuse(id, error)
            case .encoding(let error): return refuse(id, error)
            case .unsupported(let reason): return skip(id, reason)
            }
        }
    }

    private func sessionRun(_ id: RawJSON, _ request: JSONObject) -> [UInt8] {
        do {
            let actions = try SessionScript.run(
                machine: request["machine"], config: request["config"], events: request["events"])
            return accept(id, actions)
        } catch {
            switch error.refusal {
            case nil: return skip(id, error.reason)
            case .memory(let error): return refuse(id, error)
            case .request(let error):
                return refuse(id) { detail in
                    detail.member("code", error.code.rawValue)
                    detail.member("path", error.path)
                }
            }
        }
    }

    private func result(
        _ id: RawJSON, _ answer: () throws(Unsupported) -> Result<RawJSON, EncodeError>
    ) -> [UInt8] {
        do throws(Unsupported) {
            switch try answer() {
            case .success(let ok): return accept(id, ok)
            case .failure(let error): return refuse(id, error)
            }
        } catch {
            return skip(id, error.reason)
        }
    }

    private func hello(_ id: RawJSON) -> [UInt8] {
        var ok = ContentWriter()
        ok.open()
        ok.member("name", "imwire")
        ok.member("version", Suite.version)
        ok.member("language", "Swift")
        ok.member("protocol", Suite.protocolVersion)
        ok.member("operations", CodecTestee.operations)
        ok.member("window", 64)
        ok.member("deviations", true)
        ok.member("unknown", true)
        ok.member("errorCodes", true)
        ok.member("canonical", true)
        ok.close()
        return accept(id, ok)
    }

    private func decode(_ id: RawJSON, _ request: JSONObject) -> [UInt8] {
        guard let name = request["objectName"]?.string, let bytes = request["bytes"]?.string.flatMap(Base64.decode)
        else {
            return skip(id, "objectName or bytes is missing")
        }
        guard let limits = DecodingLimits(named: request["limits"]) else { return skip(id, "an unknown limit") }
        let mode = request["mode"]?.string == "strict" ? DecodingMode.strict : .lenient
        do {
            let decoded = try registry.decode(ObjectName(rawValue: name), bytes, mode: mode, limits: limits)
            var ok = ContentWriter()
            ok.open()
            ok.member("value", JSONLine.onOneLine(decoded.content.value))
            ok.member("unknown", RawJSON.array(decoded.content.unknownMembers.nameTexts))
            ok.member("deviations", decoded.deviationNames)
            ok.close()
            return accept(id, ok)
        } catch {
            return refuse(id, error)
        }
    }

    private func encode(_ id: RawJSON, _ request: JSONObject) -> [UInt8] {
        guard let name = request["objectName"]?.string, let value = request["value"] else {
            return skip(id, "objectName or value is missing")
        }
        guard let limits = DecodingLimits(named: request["limits"]) else { return skip(id, "an unknown limit") }
        return bytes(id) { () throws(TesteeRefusal) in
            try registry.bytes(of: value, as: ObjectName(rawValue: name), limits: limits)
        }
    }

    /// Answers with the properties of a type in the registry, and the digest of a content (TST-104).
    private func describe(_ id: RawJSON, _ request: JSONObject) -> [UInt8] {
        guard let name = request["objectName"]?.string else { return skip(id, "objectName is missing") }
        var content: [UInt8]?
        if let bytes = request["bytes"] {
            guard let bytes = bytes.string.flatMap(Base64.decode) else { return skip(id, "bytes is not Base64") }
            content = bytes
        }
        return value(id) { () throws(TesteeRefusal) in
            try registry.description(ObjectName(rawValue: name), content?.span)
        }
    }

    // MARK: Lines

    private func accept(_ id: RawJSON, _ ok: ContentWriter) -> [UInt8] {
        accept(id, RawJSON(writing: ok))
    }

    private func accept(_ id: RawJSON, _ ok: RawJSON) -> [UInt8] {
        var writer = ContentWriter()
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

    private func refuse(_ id: RawJSON, _ error: EncodeError) -> [UInt8] {
        refuse(id) { $0.member("code", error.code.rawValue) }
    }

    private func refuse(_ id: RawJSON, _ write: (inout ContentWriter) -> Void) -> [UInt8] {
        var detail = ContentWriter()
        detail.open()
        write(&detail)
        detail.close()
        var writer = ContentWriter()
        writer.open()
        writer.member("id", id)
        writer.member("error", RawJSON(writing: detail))
        writer.close()
        return writer.bytes
    }

    private func skip(_ id: RawJSON, _ reason: String) -> [UInt8] {
        var writer = ContentWriter()
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
