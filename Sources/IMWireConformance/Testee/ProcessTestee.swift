// SPDX-License-Identifier: Apache-2.0

import IMWire
import Platform

/// Another implementation, asked over the testee protocol in a process of its own (`Spec/testee-protocol.md`).
package struct ProcessTestee: Testee {
    private let command: String
    private let timeouts: TesteeTimeouts
    /// The number of bytes of standard error that replies may still keep.
    private var errorBudget = 16 << 20
    private let held = HeldConversation()
    private let staysOpen: Bool
    /// The maximum memory of a process while it answers a case, in KiB; nil for no limit.
    private let memoryLimit: Int?
    /// The testee's answer to `hello`.
    package let hello: TesteeHello
    /// The peak memory of one of the testee's processes, in KiB.
    package private(set) var peakMemory = 0

    /// Creates a testee by starting `command` and sending `hello`.
    ///
    /// - Parameters:
    ///   - timeout: the maximum time of a request in milliseconds, once it is the oldest unanswered one (TST-031).
    ///   - helloTimeout: the maximum time in milliseconds until a process answers `hello` (TST-100).
    ///   - memoryLimit: the maximum memory of a process, in KiB, which is measured if `/proc` shows it.
    ///   - staysOpen: whether one process answers successive calls, which suits many small calls.
    /// - Throws: ``SuiteError`` if the command cannot be started or does not answer `hello` (TST-043).
    package init(
        command: String, timeout: Int = 5_000, helloTimeout: Int = 10_000, memoryLimit: Int? = nil,
        staysOpen: Bool = false
    ) throws(SuiteError) {
        self.command = command
        self.memoryLimit = memoryLimit
        self.staysOpen = staysOpen
        timeouts = TesteeTimeouts(request: timeout, hello: helloTimeout)
        var conversation = try Conversation(command: command, timeouts: timeouts)
        hello = try conversation.greet()
        conversation.end()
    }

    /// Answers the requests of an inquiry; a crash or a timeout affects only the request that owns it (TST-040).
    package mutating func converse(_ inquiry: any Inquiry) throws(SuiteError) {
        var suspect: String?
        // With several open requests, it would be unknown which of them has used the memory.
        let window = memoryLimit == nil ? hello.window : 1
        while let first = inquiry.next() {
            var conversation = try conversation()
            // After a crash, the oldest unanswered request runs alone, so that the crash has one owner.
            let remark = suspect.map { "the process ended before (\($0)), but not when asked alone" }
            let trouble = conversation.ask(
                first, inquiry, window: suspect == nil ? window : 1, alone: remark, memoryLimit, &errorBudget)
            guard let trouble else {
                suspect = nil
                held.conversation = consume conversation
                continue
            }
            conversation.kill()
            peakMemory = max(peakMemory, conversation.peakMemory)
            switch trouble.kind {
            case .ended(let how) where suspect == nil: suspect = how
            case .ended(let how): settle(inquiry, .crashed(how), trouble, &suspect)
            case .timedOut: settle(inquiry, .timedOut, trouble, &suspect)
            case .malformed(let what): settle(inquiry, .malformed(what), trouble, &suspect)
            case .tooLarge: suspect = nil
            }
            inquiry.rewind()
        }
        if !staysOpen, var open = held.conversation.take() {
            open.end()
            peakMemory = max(peakMemory, open.peakMemory)
        }
    }

    private func settle(
        _ inquiry: any Inquiry, _ answer: TesteeAnswer, _ trouble: Conversation.Trouble, _ suspect: inout String?
    ) {
        suspect = nil
        var reply = TesteeReply(answer, stderr: trouble.stderr, line: trouble.line)
        reply.milliseconds = trouble.milliseconds
        inquiry.settle(reply)
    }

    /// Returns the conversation that was left open, or a new one.
    private func conversation() throws(SuiteError) -> Conversation {
        if let open = held.conversation.take() { return open }
        var new = try Conversation(command: command, timeouts: timeouts)
        guard try new.greet() == hello else {
            throw SuiteError("a new process of the testee answers hello differently from the first (TST-023)")
        }
        return new
    }
}

/// A conversation that continues with the next call, and that ends when it is released.
private final class HeldConversation {
    var conversation: Conversation?

    deinit { conversation?.end() }
}
