// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues
import TextSupport

/// A test that tries a new testee step by step, and describes errors of its harness.
package struct SmokeTest: Sendable {
    private let command: String
    private let timeout: Int
    private let helloTimeout: Int

    /// A step and its result.
    package struct Step: Sendable {
        package var title: String
        /// The error, or nil if the step succeeded.
        package var fault: String?
        /// Additional information about the result.
        package var remark: String?
    }

    /// Creates a test from the command that starts the testee, and its time limits in milliseconds.
    package init(command: String, timeout: Int = 5_000, helloTimeout: Int = 10_000) {
        self.command = command
        self.timeout = timeout
        self.helloTimeout = helloTimeout
    }

    /// Runs the steps, and stops after the first one that fails.
    package func run() throws(SuiteError) -> [Step] {
        var session = try SmokeSession(command)
        var steps: [Step] = []
        func add(_ title: String, _ fault: String?, remark: String? = nil) -> Bool {
            steps.append(Step(title: title, fault: fault, remark: remark))
            return fault == nil
        }
        let greeted = session.ask(TesteeRequest.hello(id: 1), lines: 1, within: helloTimeout)
        guard add("answers hello", SmokeTest.fault(greeted, ids: [1], &session), remark: SmokeTest.slowness(greeted))
        else {
            return steps
        }
        let hello: TesteeHello
        do throws(SuiteError) {
            hello = try TesteeHello(greeted.lines.first.flatMap { RawJSON(line: $0) } ?? .null, id: 1)
        } catch {
            _ = add("says who it is", error.description)
            return steps
        }
        guard !hello.operations.isEmpty else {
            _ = add("says who it is", "operations is empty: every case would be skipped (TST-021)")
            return steps
        }
        let known = Set(Case.Operation.allCases.map(\.rawValue))
        let strangers = hello.operations.subtracting(known).sorted().map { DisplayText.safe($0) }
        let remark =
            strangers.isEmpty ? nil : "operations that this suite does not know: \(strangers.joined(separator: ", "))"
        _ = add("says who it is", nil, remark: remark)
        let window = min(3, hello.window)
        for (title, lines) in SmokeTest.questions(hello, window) {
            let ids = lines.map(\.id)
            let answer = session.ask(lines.flatMap(\.line), lines: ids.count, within: timeout)
            guard add(title, SmokeTest.fault(answer, ids: ids, &session)) else { return steps }
            if let asked = lines.first(where: { $0.isUnknown }),
                let line = answer.lines.first.flatMap({ RawJSON(line: $0) }),
                line["skipped"] == nil
            {
                _ = add(
                    "skips unknown operations",
                    "the operation \(asked.operation) does not exist, and the answer is not skipped (TST-015)")
                return steps
            }
        }
        if let extra = session.surplus(within: 300) {
            _ = add(
                "writes only answers", "unexpected output after the last answer: \(SmokeTest.quoted(extra)) (TST-002)")
            return steps
        }
        _ = add("writes only answers", nil)
        let end = session.close(within: 5_000)
        _ = add("exits when its input ends", nil, remark: end)
        return steps
    }

    private struct Question {
        let id: Int
        let operation: String
        var isUnknown = false
        var members: [(name: String, value: RawJSON)] = []
        var line: [UInt8] { TesteeRequest(operation, members).line(id: id) }
    }

    private static func questions(_ hello: TesteeHello, _ window: Int) -> [(String, [Question])] {
        let content: [(name: String, value: RawJSON)] = [
            ("objectName", "RC:TxtMsg"), ("bytes", .base64(Array(#"{"content":"你好"}"#.utf8))), ("mode", "lenient"),
        ]
        let own = hello.operations.sorted().first ?? "content.decode"
        let operation = hello.operations.contains("content.decode") ? "content.decode" : own
        let members = operation == "content.decode" ? content : []
        var steps = [
            ("answers a request", [Question(id: 2, operation: operation, members: members)]),
            (
                "ignores unknown members",
                [Question(id: 3, operation: operation, members: members + [("nobodyKnows", .array([.null]))])]
            ),
            ("skips unknown operations", [Question(id: 4, operation: "no.such.operation", isUnknown: true)]),
        ]
        if window > 1 {
            let many = (0..<window).map { Question(id: 5 + $0, operation: operation, members: members) }
            steps.append(("answers \(window) requests at once in their order", many))
        }
        return steps
    }

    // MARK: Descriptions

    private static func slowness(_ answer: SmokeSession.Answer) -> String? {
        answer.milliseconds < 1_000
            ? nil
            : "it takes \(answer.milliseconds) ms to start; each restart after a crash needs that time again"
    }

    /// Returns the error in the answers to requests with these ids, or nil if there is none.
    private static func fault(_ answer: SmokeSession.Answer, ids: [Int], _ session: inout SmokeSession) -> String? {
        for (place, line) in answer.lines.enumerated() where place < ids.count {
            if line.starts(with: "\u{feff}".utf8) { return "the line begins with a byte order mark (TST-001)" }
            guard let json = RawJSON(line: line) else {
                return
                    "the line is not JSON: \(quoted(line)); standard output is for answers only, logs go to standard error (TST-002)"
            }
            do throws(TesteeAnswer.Invalid) {
                _ = try TesteeAnswer.read(json, id: ids[place])
            } catch {
                let later = ids.dropFirst(place + 1).contains { json["id"]?.text == String($0) }
                let order = later ? "; answers come in the order of the requests (TST-012)" : ""
                return "\(error.reason)\(order) (TST-011): \(quoted(line))"
            }
        }
        guard answer.lines.count < ids.count else { return nil }
        let said = session.stderr.isEmpty ? "" : "; it wrote to standard error: \(quoted(session.stderr))"
        if let how = answer.end { return "it ended (\(how))\(said)" }
        if !session.rest.isEmpty {
            return "the line has no delimiter: \(quoted(session.rest)); end each answer with a line feed (TST-001)"
        }
        _ = session.close(within: 1_000)
        if !session.late.isEmpty {
            return "the answer arrived only after its input was closed: flush the output after each answer (TST-003)"
        }
        return "no answer within \(answer.milliseconds) ms\(said)"
    }

    private static func quoted(_ bytes: [UInt8]) -> String {
        // The line feed that ends a message is not part of its text.
        let text = String(decoding: bytes.prefix(2_000), as: UTF8.self)
        return TextReport.shortened(text.hasSuffix("\n") ? String(text.dropLast()) : text, 160)
    }
}

/// A conversation with a testee that does not follow the rules of a run.
struct SmokeSession: ~Copyable {
    /// The response to a group of requests.
    struct Answer {
        var lines: [[UInt8]] = []
        /// The way in which the process ended, or nil if it did not end.
        var end: String?
        var milliseconds = 0
    }

    private var process: ChildProcess
    private(set) var rest: [UInt8] = []
    private(set) var stderr: [UInt8] = []
    /// The output that arrived after the input was closed.
    private(set) var late: [UInt8] = []

    private static let most = 1 << 20

    init(_ command: String) throws(SuiteError) {
        process = try ChildProcess(command: command)
    }

    mutating func ask(_ bytes: [UInt8], lines: Int, within timeout: Int) -> Answer {
        var answer = Answer()
        var sent = 0
        let start = ContinuousClock.now
        while answer.lines.count < lines {
            answer.milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
            if answer.milliseconds >= timeout || rest.count > SmokeSession.most { break }
            let events = process.wait(offering: bytes[sent...], timeout: min(100, timeout - answer.milliseconds))
            sent += events.written
            rest += events.output
            stderr = (stderr + events.error).suffix(4_096)
            while answer.lines.count < lines, let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                answer.lines.append(Array(rest[..<end]))
                rest.removeFirst(end + 1)
            }
            if events.hasEnded, answer.lines.count < lines {
                answer.end = process.end(timeout: 200)
                stderr = (stderr + process.wait(offering: [], timeout: 0).error).suffix(4_096)
                break
            }
        }
        answer.milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
        return answer
    }

    /// Returns output that arrives without a request, or nil if there is none.
    mutating func surplus(within timeout: Int) -> [UInt8]? {
        if rest.isEmpty { rest += process.wait(offering: [], timeout: timeout).output }
        return rest.isEmpty ? nil : rest
    }

    /// Closes the input, waits for the process to end, and returns a remark unless it exits with status 0 by itself.
    mutating func close(within timeout: Int) -> String? {
        process.endInput()
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .milliseconds(timeout) {
            let events = process.wait(offering: [], timeout: 100)
            if late.count < SmokeSession.most { late += events.output }
            if events.hasEnded {
                let how = process.end(timeout: 500)
                return how == "exit status 0" ? nil : "it ends with \(how)"
            }
        }
        _ = process.end(timeout: 0)
        return "it did not exit when its input ended, and was killed (TST-006)"
    }
}
