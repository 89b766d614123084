// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A question to a testee, without the id that its line will have.
public struct TesteeRequest: Sendable {
    /// The operation.
    public var operation: String
    /// The operation's members, in the order in which they are written.
    public var members: [(name: String, value: RawJSON)]

    /// Makes a question.
    public init(_ operation: String, _ members: [(name: String, value: RawJSON)]) {
        self.operation = operation
        self.members = members
    }

    /// The request's line, with LF (TST-001).
    package func line(id: Int) -> [UInt8] {
        var line = "{\"id\":\(id),\"op\":\(RawJSON(operation).text)"
        for (name, value) in members { line += ",\(RawJSON(name).text):\(JSONLine.onOneLine(value).text)" }
        return Array(line.utf8) + [0x7d, 0x0a]
    }

    /// The first request to every process (TST-020).
    static func hello(id: Int) -> [UInt8] {
        TesteeRequest("hello", [("protocol", .integer(Suite.protocolVersion)), ("suite", RawJSON(Suite.version))])
            .line(id: id)
    }
}

/// The suite's own numbers.
public enum Suite {
    /// The version of the suite and the tool.
    public static let version = "1.0.0"
    /// The version of the testee protocol.
    public static let protocolVersion = 1
}

/// JSON on one line.
enum JSONLine {
    /// The same value without line feeds between its tokens; inside strings JSON allows none.
    static func onOneLine(_ json: RawJSON) -> RawJSON {
        guard json.text.utf8.contains(where: { $0 == 0x0a || $0 == 0x0d }) else { return json }
        let bytes = json.text.utf8.map { $0 == 0x0a || $0 == 0x0d ? 0x20 : $0 }
        return (try? RawJSON(text: String(decoding: bytes, as: UTF8.self))) ?? json
    }

    /// The same value without white space between its tokens, for people.
    static func compact(_ json: RawJSON) -> String {
        if let members = json.members {
            return "{" + members.map { "\(RawJSON($0.name).text):\(compact($0.value))" }.joined(separator: ",") + "}"
        }
        if let elements = json.elements { return "[" + elements.map(compact).joined(separator: ",") + "]" }
        return String(json.text.trimmingPrefix { $0.isWhitespace })
    }
}

/// What a testee answered, or why it did not.
public enum TesteeAnswer: Sendable {
    /// The operation's members.
    case ok(RawJSON)
    /// The input is refused.
    case error(code: String, offset: Int?, path: String?)
    /// The testee does not do this.
    case skipped(String)
    /// The process ended, twice where it could be tried again.
    case crashed(String)
    /// No answer in time.
    case timedOut
    /// The line is no answer.
    case malformed(String)
}

/// An answer, and what the testee wrote to standard error meanwhile.
public struct TesteeReply: Sendable {
    /// The answer.
    public var answer: TesteeAnswer
    /// What came on standard error while the request was open.
    public var stderr: String
    /// A remark for the report: a crash that did not come back, for instance.
    public var remark: String?

    init(_ answer: TesteeAnswer, stderr: String = "", remark: String? = nil) {
        self.answer = answer
        self.stderr = stderr
        self.remark = remark
    }
}

/// What a testee says of itself.
public struct TesteeHello: Sendable {
    /// Its name.
    public var name: String
    /// Its version.
    public var version: String
    /// The language that it is written in.
    public var language: String
    /// The operations that it answers.
    public var operations: Set<String>
    /// How many requests may be open at once.
    public var window: Int
    /// Whether it uses the suite's error codes.
    public var hasErrorCodes: Bool
    /// Whether it writes canonical bytes.
    public var isCanonical: Bool
    /// The release that it is, or behaves like (TST-077).
    public var profile: String?

    /// Reads the answer to `hello`.
    init(_ line: RawJSON) throws(SuiteError) {
        guard let ok = line["ok"], let name = ok["name"]?.string, let version = ok["version"]?.string,
            let language = ok["language"]?.string, let spoken = ok["protocol"]?.number?.int64,
            let operations = ok["operations"]?.elements
        else {
            throw SuiteError("the testee does not answer hello as the protocol wants it (TST-021)")
        }
        guard spoken == Suite.protocolVersion else {
            throw SuiteError(
                "the testee speaks version \(spoken) of the protocol, this suite version \(Suite.protocolVersion)")
        }
        self.name = name
        self.version = version
        self.language = language
        self.operations = Set(operations.compactMap(\.string))
        window = max(1, min(256, Int(ok["window"]?.number?.int64 ?? 1)))
        hasErrorCodes = ok["errorCodes"]?.boolean ?? false
        isCanonical = ok["canonical"]?.boolean ?? false
        profile = ok["profile"]?.string
    }
}

/// Something that answers questions.
public protocol Testee {
    /// What it says of itself.
    var hello: TesteeHello { get }

    /// Answers all requests, in their order.
    ///
    /// - Parameter progress: called with the number of requests that have their answer.
    mutating func answer(_ requests: [TesteeRequest], progress: (Int) -> Void) throws(SuiteError) -> [TesteeReply]
}

extension TesteeAnswer {
    /// Reads a line that answers the request of this id; nil where it does not.
    package init?(_ line: RawJSON, id: Int) {
        let line = JSONObject(line)
        guard line["id"]?.number?.int64 == Int64(id) else { return nil }
        if let ok = line["ok"], ok.kind == .object {
            self = .ok(ok)
        } else if let error = line["error"], let code = error["code"]?.string {
            let offset = error["offset"]?.number?.int64.flatMap { Int(exactly: $0) }
            self = .error(code: code, offset: offset, path: error["path"]?.string)
        } else if let reason = line["skipped"]?.string {
            self = .skipped(reason)
        } else {
            return nil
        }
    }
}
