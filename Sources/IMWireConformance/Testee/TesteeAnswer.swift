// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// The answer of a testee, or the reason why there is none.
package enum TesteeAnswer: Sendable {
    /// The members of the operation.
    case ok(RawJSON)
    /// The input is refused.
    case error(code: String, offset: Int?, path: String?)
    /// The testee does not have what was asked for, with the reason.
    case skipped(String)
    /// The process ended, twice if the request was asked again, with the exit status or signal.
    case crashed(String)
    /// No answer arrived in time.
    case timedOut
    /// The line is not a valid response.
    case malformed(String)
}

/// An answer, and the testee's output on standard error while the request was open.
package struct TesteeReply: Sendable {
    package var answer: TesteeAnswer
    /// The output on standard error while the request was open.
    package var stderr: String
    /// A remark for the report, such as one about a crash that did not recur.
    package var remark: String?
    /// The line of the answer, without its line feed; nil if none arrived.
    package var line: [UInt8]?
    /// The time during which the request was the oldest unanswered one, in milliseconds.
    package var milliseconds = 0.0
    /// The peak memory of the processes until then, in KiB; nil if it is not measured.
    package var memory: Int?

    package init(_ answer: TesteeAnswer, stderr: String = "", remark: String? = nil, line: [UInt8]? = nil) {
        self.answer = answer
        self.stderr = stderr
        self.remark = remark
        self.line = line
    }
}

extension TesteeAnswer {
    /// The members of an outcome that expects this answer; nil if the answer is neither a result nor an error.
    package var outcome: [(name: String, value: RawJSON)]? {
        switch self {
        case .ok(let ok):
            return (ok.members ?? []).filter { CaseFile.outcomeMembers.contains($0.name) }
        case .error(let code, let offset, let path):
            var members: [(name: String, value: RawJSON)] = [("error", RawJSON(code))]
            if let offset { members.append(("offset", .integer(offset))) }
            if let path, !path.isEmpty { members.append(("path", RawJSON(path))) }
            return members
        case .skipped, .crashed, .timedOut, .malformed: return nil
        }
    }
}

/// An implementation that answers requests.
package protocol Testee {
    /// The testee's answer to `hello`.
    var hello: TesteeHello { get }

    /// Answers the requests of an inquiry until it has none left.
    ///
    /// - Throws: ``SuiteError`` if no process can answer any more; requests that are settled by then stay settled.
    mutating func converse(_ inquiry: any Inquiry) throws(SuiteError)

    /// The testee's own replays; nil if the runner has to ask for each replay.
    var rereader: (any Rereader)? { get }
}

extension Testee {
    /// Nil unless a testee offers its own replays.
    package var rereader: (any Rereader)? { nil }
}

extension TesteeAnswer {
    /// The reason why a line is not a valid response (TST-011, TST-016).
    package struct Invalid: Error, Hashable {
        package let reason: String

        package init(reason: String) {
            self.reason = reason
        }
    }

    /// Returns the reason why a line is not read as JSON (TST-208).
    package static func fault(inLine line: [UInt8]) -> String {
        guard (try? RawJSON(parsing: line.span, limits: .unbounded, isStrict: false)) != nil else {
            return "expected JSON"
        }
        return "expected at most \(DecodingLimits.unlimited.depth) levels of objects and lists (TST-208)"
    }

    /// Creates an answer from the line that answers the request with this id, or returns nil if the line is not valid.
    package init?(_ line: RawJSON, id: Int) {
        guard let answer = try? TesteeAnswer.read(line, id: id) else { return nil }
        self = answer
    }

    /// Returns the answer in the line that answers the request with this id.
    package static func read(_ line: RawJSON, id: Int) throws(Invalid) -> TesteeAnswer {
        guard line.kind == .object else { throw Invalid(reason: "expected a JSON object") }
        let line = JSONObject(line)
        guard line.members.count(where: { $0.name == "id" }) == 1, let number = line["id"], number.kind == .number
        else { throw Invalid(reason: "expected one id, the number \(id)") }
        // A spelling such as 1.0 is refused, because it reveals a library that reads ids as floating point and loses
        // digits.
        guard number.text == String(id) else {
            throw Invalid(reason: "the id is \(number.text.prefix(40)), not \(id)")
        }
        let kinds = line.members.map(\.name).filter { ["ok", "error", "skipped"].contains($0) }
        guard let kind = kinds.first, kinds.count == 1, let value = line[kind] else {
            let found = kinds.isEmpty ? "none" : kinds.prefix(3).joined(separator: " and ")
            throw Invalid(reason: "expected exactly one of ok, error and skipped, found \(found)")
        }
        switch kind {
        case "ok":
            guard value.kind == .object else { throw Invalid(reason: "expected an object in ok") }
            return .ok(value)
        case "error":
            guard let code = value["code"]?.string, !code.isEmpty else {
                throw Invalid(reason: "expected an object with a code in error")
            }
            let offset = value["offset"]?.number?.int64.flatMap { Int(exactly: $0) }
            return .error(code: shortened(code), offset: offset, path: value["path"]?.string.map(shortened))
        default:
            guard let reason = value.string else { throw Invalid(reason: "expected a string in skipped") }
            return .skipped(shortened(reason))
        }
    }

    /// Returns the beginning of a text, because reasons and codes are kept for every case of a run.
    private static func shortened(_ text: String) -> String {
        text.utf8.count <= 1_000 ? text : String(text.prefix(250)) + "…"
    }
}
