// SPDX-License-Identifier: Apache-2.0

import IMWire
import Platform

/// Another implementation, asked over the testee protocol in a process of its own (`Spec/testee-protocol.md`).
public struct ProcessTestee: Testee {
    private let command: String
    private let patience: Patience
    /// How many bytes of standard error the replies may still keep.
    private var errorBudget = 16 << 20
    private let held: HeldConversation?
    /// What it says of itself.
    public let hello: TesteeHello

    /// Starts `command` and greets it.
    ///
    /// - Parameters:
    ///   - timeout: milliseconds that a request may take once it is the oldest unanswered one (TST-031).
    ///   - helloTimeout: milliseconds that a process may take until it has answered `hello` (TST-100).
    ///   - staysOpen: whether one process answers call after call, which is what many small calls want.
    /// - Throws: ``SuiteError`` where it cannot be started or does not answer `hello` (TST-043).
    public init(
        command: String, timeout: Int = 5_000, helloTimeout: Int = 10_000, staysOpen: Bool = false
    ) throws(SuiteError) {
        self.command = command
        patience = Patience(request: timeout, hello: helloTimeout)
        held = staysOpen ? HeldConversation() : nil
        var conversation = try Conversation(command: command, patience: patience)
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
            let outcome = conversation.ask(requests[replies.count..<end], window: window, &errorBudget) { count in
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
        var new = try Conversation(command: command, patience: patience)
        guard try new.greet() == hello else {
            throw SuiteError("a new process of the testee answers hello differently from the first (TST-023)")
        }
        return new
    }
}

/// A conversation that goes on with the next call; ended where nobody asks any more.
private final class HeldConversation {
    var conversation: Conversation?

    deinit { conversation?.end() }
}
