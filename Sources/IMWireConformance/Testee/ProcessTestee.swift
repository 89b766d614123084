// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire

/// Another implementation, asked over the testee protocol in a process of its own (`Spec/testee-protocol.md`).
public struct ProcessTestee: Testee {
    private let command: String
    private let timeout: Int
    private let held: HeldConversation?
    /// What it says of itself.
    public let hello: TesteeHello

    /// Starts `command` and greets it.
    ///
    /// - Parameters:
    ///   - timeout: milliseconds that a request may take once it is the oldest unanswered one (TST-031).
    ///   - staysOpen: whether one process answers call after call, which is what many small calls want.
    /// - Throws: ``SuiteError`` where it cannot be started or does not answer `hello` (TST-043).
    public init(command: String, timeout: Int = 5_000, staysOpen: Bool = false) throws(SuiteError) {
        self.command = command
        self.timeout = timeout
        held = staysOpen ? HeldConversation() : nil
        var conversation = try Conversation(command: command, timeout: timeout)
        hello = try conversation.greet()
        conversation.end()
    }

    /// Answers all requests, in their order; a crash or a timeout costs the one request that owns it (TST-040).
    public mutating func answer(
        _ requests: [TesteeRequest], progress: (Int) -> Void
    ) throws(SuiteError) -> [TesteeReply] {
        var replies: [TesteeReply] = []
        replies.reserveCapacity(requests.count)
        var suspect: String?
        while replies.count < requests.count {
            var conversation = try conversation()
            // After a crash the oldest unanswered request runs alone, so that the crash has one owner.
            let end = suspect == nil ? requests.count : replies.count + 1
            let window = suspect == nil ? hello.window : 1
            let outcome = conversation.ask(requests[replies.count..<end], window: window) { count in
                progress(replies.count + count)
            }
            replies += outcome.replies
            if let crash = suspect, !outcome.replies.isEmpty {
                replies[replies.count - 1].remark = "the process ended before (\(crash)), but not when asked alone"
            }
            guard let failure = outcome.failure else {
                suspect = nil
                if let held { held.conversation = consume conversation } else { conversation.end() }
                continue
            }
            let stderr = failure.stderr
            switch failure.kind {
            case .ended(let how):
                if suspect == nil {
                    suspect = how
                } else {
                    replies.append(TesteeReply(.crashed(how), stderr: stderr))
                    suspect = nil
                }
            case .timedOut:
                replies.append(TesteeReply(.timedOut, stderr: stderr))
                suspect = nil
            case .malformed(let what):
                replies.append(TesteeReply(.malformed(what), stderr: stderr))
                suspect = nil
            }
            progress(replies.count)
        }
        return replies
    }

    /// The conversation that was left open, or a new one.
    private func conversation() throws(SuiteError) -> Conversation {
        if let open = held?.conversation.take() { return open }
        var new = try Conversation(command: command, timeout: timeout)
        _ = try new.greet()
        return new
    }
}

/// A conversation that goes on with the next call; ended where nobody asks any more.
private final class HeldConversation {
    var conversation: Conversation?

    deinit { conversation?.end() }
}

/// One process and what is said to it.
private struct Conversation: ~Copyable {
    private var process: ChildProcess
    private let timeout: Int
    private var pendingOutput: [UInt8] = []
    private var pendingInput: [UInt8] = []
    private var sent = 0
    private var nextID = 1

    /// The longest line that a testee may send (TST-004).
    static let longestLine = 8 << 20

    init(command: String, timeout: Int) throws(SuiteError) {
        process = try ChildProcess(command: command)
        self.timeout = timeout
    }

    enum Failure {
        case ended(String)
        case timedOut
        case malformed(String)
    }

    /// The oldest unanswered request's bad luck.
    struct Trouble {
        var kind: Failure
        var stderr: String
    }

    /// Says hello, and reads the answer.
    mutating func greet() throws(SuiteError) -> TesteeHello {
        pendingInput = TesteeRequest.hello(id: nextID)
        sent = 0
        nextID += 1
        var stderr: [UInt8] = []
        let start = ContinuousClock.now
        while true {
            let events = process.wait(offering: pendingInput[sent...], timeout: 100)
            sent += events.written
            stderr += events.error
            pendingOutput += events.output
            if let line = takeLine() {
                guard let json = RawJSON(line: line) else {
                    throw SuiteError("the testee's answer to hello is not JSON: standard output is for answers only")
                }
                return try TesteeHello(json)
            }
            let said = String(decoding: stderr.suffix(2_000), as: UTF8.self)
            if events.hasEnded {
                let how = process.end(timeout: 200)
                throw SuiteError("the testee ended before it answered hello (\(how))\n\(said)")
            }
            if ContinuousClock.now - start > .milliseconds(max(timeout, 10_000)) {
                let patience = max(timeout, 10_000) / 1_000
                throw SuiteError(
                    "the testee does not answer hello within \(patience) s; does it flush its output?\n\(said)")
            }
        }
    }

    /// Closes the testee's input and gives it five seconds (TST-006).
    mutating func end() {
        _ = process.end(timeout: 5_000)
    }

    /// Asks requests, `window` at once; ends at the first trouble.
    mutating func ask(
        _ requests: ArraySlice<TesteeRequest>, window: Int, progress: (Int) -> Void
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
        while replies.count < requests.count {
            while next < requests.endIndex, next - requests.startIndex - replies.count < window {
                if sent == pendingInput.count {
                    pendingInput = []
                    sent = 0
                }
                pendingInput += requests[next].line(id: nextID)
                stderrs.append([])
                nextID += 1
                next += 1
            }
            let waited = ContinuousClock.now - oldestSince
            let left = timeout - Int(waited / .milliseconds(1))
            if left <= 0 { return (replies, Trouble(kind: .timedOut, stderr: text(replies.count))) }
            let events = process.wait(offering: pendingInput[sent...], timeout: left)
            sent += events.written
            // What comes on standard error belongs to whoever is open (TST-042); the beginning says most.
            for index in replies.count..<stderrs.count where stderrs[index].count < 4_096 {
                stderrs[index] += events.error.prefix(4_096 - stderrs[index].count)
            }
            pendingOutput += events.output
            while replies.count < stderrs.count, let line = takeLine() {
                guard let json = RawJSON(line: line), let answer = TesteeAnswer(json, id: firstID + replies.count)
                else {
                    let what = "not an answer to request \(firstID + replies.count)"
                    return (replies, Trouble(kind: .malformed(what), stderr: text(replies.count)))
                }
                replies.append(TesteeReply(answer, stderr: text(replies.count)))
                oldestSince = ContinuousClock.now
                progress(replies.count)
            }
            if pendingOutput.count > Conversation.longestLine {
                return (replies, Trouble(kind: .malformed("a line over 8 MiB"), stderr: text(replies.count)))
            }
            if events.hasEnded, replies.count < requests.count {
                return (replies, Trouble(kind: .ended(process.end(timeout: 200)), stderr: text(replies.count)))
            }
        }
        return (replies, nil)
    }

    /// The next whole line of the output, without its LF.
    private mutating func takeLine() -> [UInt8]? {
        guard let end = pendingOutput.firstIndex(of: 0x0a) else { return nil }
        let line = Array(pendingOutput[..<end])
        pendingOutput.removeFirst(end + 1)
        return line
    }
}
