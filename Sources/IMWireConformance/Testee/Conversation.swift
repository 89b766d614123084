// SPDX-License-Identifier: Apache-2.0

import IMWire

/// How long a runner waits for a testee, in milliseconds.
struct Patience {
    /// For the oldest unanswered request (TST-031).
    var request: Int
    /// For the answer to `hello` (TST-100).
    var hello: Int
}

/// One process and what is said to it.
struct Conversation: ~Copyable {
    private var process: ChildProcess
    private let patience: Patience
    private var lines = LineBuffer()
    private var pendingInput: [UInt8] = []
    private var sent = 0
    private var nextID = 1

    /// The longest line, without its line feed, that either side may send (TST-004).
    static let longestLine = 8 << 20

    init(command: String, patience: Patience) throws(SuiteError) {
        process = try ChildProcess(command: command)
        self.patience = patience
    }

    /// Why a conversation ended; the oldest unanswered request owns it.
    struct Trouble {
        enum Kind {
            case ended(String)
            case timedOut
            case malformed(String)
        }

        var kind: Kind
        var stderr: String
    }

    /// Says hello, and reads the answer.
    mutating func greet() throws(SuiteError) -> TesteeHello {
        let id = nextID
        pendingInput = TesteeRequest.hello(id: id)
        sent = 0
        nextID += 1
        var errors: [UInt8] = []
        let start = ContinuousClock.now
        while true {
            let events = process.wait(offering: pendingInput[sent...], timeout: min(100, patience.hello))
            sent += events.written
            errors = (errors + events.error).suffix(2_000)
            lines.append(events.output)
            if let line = lines.takeLine(), line.count <= Conversation.longestLine {
                guard let json = RawJSON(line: line) else {
                    throw SuiteError("the testee's answer to hello is not JSON: standard output is for answers only")
                }
                return try TesteeHello(json, id: id)
            }
            let said = errors.isEmpty ? "" : "\n" + String(decoding: errors, as: UTF8.self)
            if lines.longest > Conversation.longestLine {
                throw SuiteError("the testee's answer to hello is longer than 8 MiB (TST-004)\(said)")
            }
            if events.hasEnded {
                let how = process.end(timeout: 200)
                throw SuiteError("the testee ended before it answered hello (\(how))\(said)")
            }
            if ContinuousClock.now - start > .milliseconds(patience.hello) {
                throw SuiteError(
                    "the testee does not answer hello within \(patience.hello) ms; does it flush its output?\(said)")
            }
        }
    }

    /// Closes the testee's input and gives it five seconds (TST-006).
    mutating func end() {
        _ = process.end(timeout: 5_000)
    }

    /// Asks requests, `window` at once; ends at the first trouble.
    ///
    /// - Parameter errorBudget: how many bytes of standard error may still be kept; lowered by what is kept.
    mutating func ask(
        _ requests: ArraySlice<TesteeRequest>, window: Int, _ errorBudget: inout Int, progress: (Int) -> Void
    ) -> (replies: [TesteeReply], failure: Trouble?) {
        var replies: [TesteeReply] = []
        var stderrs: [[UInt8]] = []
        let firstID = nextID
        var next = requests.startIndex
        var oldestSince = ContinuousClock.now
        pendingInput = []
        sent = 0
        func text(_ index: Int) -> String {
            index < stderrs.count ? String(decoding: stderrs[index], as: UTF8.self) : ""
        }
        func trouble(_ kind: Trouble.Kind) -> Trouble { Trouble(kind: kind, stderr: text(replies.count)) }
        while replies.count < requests.count {
            while next < requests.endIndex, next - requests.startIndex - replies.count < window {
                if sent == pendingInput.count {
                    pendingInput = []
                    sent = 0
                }
                let line = requests[next].line(id: nextID)
                guard line.count <= Conversation.longestLine + 1 else {
                    if next - requests.startIndex > replies.count { break }
                    return (replies, trouble(.malformed("the request itself is longer than 8 MiB (TST-004)")))
                }
                pendingInput += line
                stderrs.append([])
                nextID += 1
                next += 1
            }
            let waited = ContinuousClock.now - oldestSince
            let left = patience.request - Int(waited / .milliseconds(1))
            if left <= 0 { return (replies, trouble(.timedOut)) }
            let events = process.wait(offering: pendingInput[sent...], timeout: left)
            sent += events.written
            // What comes on standard error belongs to whoever is open (TST-042); the beginning says most.
            for index in replies.count..<stderrs.count where stderrs[index].count < 4_096 {
                let kept = events.error.prefix(min(errorBudget, 4_096 - stderrs[index].count))
                stderrs[index] += kept
                errorBudget -= kept.count
            }
            lines.append(events.output)
            while replies.count < stderrs.count, let line = lines.takeLine() {
                if line.count > Conversation.longestLine { break }
                guard let json = RawJSON(line: line) else { return (replies, trouble(.malformed("expected JSON"))) }
                do {
                    let answer = try TesteeAnswer.read(json, id: firstID + replies.count)
                    replies.append(TesteeReply(answer, stderr: text(replies.count)))
                } catch {
                    return (replies, trouble(.malformed(error.reason)))
                }
                oldestSince = ContinuousClock.now
                progress(replies.count)
            }
            if lines.longest > Conversation.longestLine {
                return (replies, trouble(.malformed("a line longer than 8 MiB (TST-004)")))
            }
            if events.hasEnded, replies.count < requests.count {
                return (replies, trouble(.ended(process.end(timeout: 200))))
            }
        }
        return (replies, nil)
    }
}
