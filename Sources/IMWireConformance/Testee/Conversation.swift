// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The time limits of a testee, in milliseconds.
struct TesteeTimeouts {
    /// The time for the oldest unanswered request (TST-031).
    var request: Int
    /// The time for the answer to `hello` (TST-100).
    var hello: Int
}

/// A process and the exchange of lines with it.
struct Conversation: ~Copyable {
    private var process: ChildProcess
    private let timeouts: TesteeTimeouts
    private var lines = LineBuffer()
    private var pendingInput: [UInt8] = []
    private var sent = 0
    private var nextID = 1

    init(command: String, timeouts: TesteeTimeouts) throws(SuiteError) {
        process = try ChildProcess(command: command)
        self.timeouts = timeouts
    }

    /// The reason why a conversation ended, which the oldest unanswered request owns.
    struct Trouble {
        enum Kind {
            case ended(String)
            case timedOut
            case malformed(String)
            /// The process used more memory than allowed; the request that showed this has its reply.
            case tooLarge
        }

        var kind: Kind
        var stderr = ""
        /// The line that is not a valid response.
        var line: [UInt8]?
        var milliseconds = 0.0
    }

    /// A request that has no reply yet.
    private struct Open {
        let id: Int
        var stderr: [UInt8] = []
    }

    /// Sends `hello`, and returns the answer.
    mutating func greet() throws(SuiteError) -> TesteeHello {
        let id = nextID
        pendingInput = TesteeRequest.hello(id: id)
        sent = 0
        nextID += 1
        var errors: [UInt8] = []
        let start = ContinuousClock.now
        while true {
            let events = process.wait(offering: pendingInput[sent...], timeout: min(100, timeouts.hello))
            sent += events.written
            errors = (errors + events.error).suffix(2_000)
            lines.append(events.output)
            if let line = lines.removeLine(), line.count <= TesteeRequest.longestLine {
                guard let json = RawJSON(line: line) else {
                    throw SuiteError("the testee's answer to hello is not JSON: standard output is for answers only")
                }
                return try TesteeHello(json, id: id)
            }
            let said = errors.isEmpty ? "" : "\n" + String(decoding: errors, as: UTF8.self)
            if lines.longest > TesteeRequest.longestLine {
                throw SuiteError("the testee's answer to hello is longer than 8 MiB (TST-004)\(said)")
            }
            if events.hasEnded {
                let how = process.end(timeout: 200)
                throw SuiteError("the testee exited before it answered hello (\(how))\(said)")
            }
            if ContinuousClock.now - start > .milliseconds(timeouts.hello) {
                throw SuiteError(
                    "the testee did not answer hello within \(timeouts.hello) ms; does it flush its output?\(said)")
            }
        }
    }

    /// Closes the testee's input, and waits up to five seconds for it to exit (TST-006).
    mutating func end() {
        _ = process.end(timeout: 5_000)
    }

    /// Kills a process that receives no further requests.
    mutating func kill() {
        _ = process.end(timeout: 0)
    }

    /// The peak memory of the process, in KiB; known when the process has ended.
    var peakMemory: Int { process.peakMemory }

    /// Asks the requests of an inquiry, `window` at once, until the first trouble or until no request is left.
    ///
    /// - Parameters:
    ///   - alone: if only the first request is to be asked, a remark for its reply.
    ///   - errorBudget: the number of bytes of standard error that may still be kept, which is reduced by those kept.
    mutating func ask(
        _ first: TesteeRequest, _ inquiry: any Inquiry, window: Int, alone: String?, _ memoryLimit: Int?,
        _ errorBudget: inout Int
    ) -> Trouble? {
        var open: [Open] = []
        var waiting: TesteeRequest? = first
        var isFirst = true
        var isLate = false
        var oldestSince = ContinuousClock.now
        pendingInput = []
        sent = 0
        func trouble(_ kind: Trouble.Kind, _ line: [UInt8]? = nil) -> Trouble {
            Trouble(
                kind: kind, stderr: open.first.map { String(decoding: $0.stderr, as: UTF8.self) } ?? "", line: line,
                milliseconds: (ContinuousClock.now - oldestSince) / .milliseconds(1))
        }
        while true {
            let filling = ContinuousClock.now
            while open.count < window, alone == nil || isFirst, let request = waiting ?? inquiry.next() {
                waiting = nil
                let line = request.line(id: nextID)
                guard line.count <= TesteeRequest.longestLine + 1 else {
                    if open.isEmpty {
                        return trouble(.malformed("the request itself is longer than 8 MiB (TST-004)"))
                    }
                    waiting = request
                    break
                }
                if sent > 1 << 20 || sent == pendingInput.count {
                    pendingInput.removeFirst(sent)
                    sent = 0
                }
                if open.isEmpty { oldestSince = ContinuousClock.now }
                pendingInput += line
                open.append(Open(id: nextID))
                nextID += 1
                isFirst = false
            }
            if open.isEmpty { return nil }
            // The time in which this process finds requests does not count as the testee's time (TST-031).
            let now = ContinuousClock.now
            oldestSince = min(now, oldestSince + (now - filling))
            let left = timeouts.request - Int((ContinuousClock.now - oldestSince) / .milliseconds(1))
            // An answer that has already arrived counts, however late this process reads it.
            if left <= 0, isLate { return trouble(.timedOut) }
            isLate = left <= 0
            // Check regularly whether the process has ended, because its output may stay open.
            let events = process.wait(offering: pendingInput[sent...], timeout: min(100, max(0, left)))
            sent += events.written
            // Standard error belongs to all open requests (TST-042), and its beginning is the most informative part.
            if !events.error.isEmpty {
                for index in open.indices where open[index].stderr.count < 4_096 {
                    let kept = events.error.prefix(min(errorBudget, 4_096 - open[index].stderr.count))
                    open[index].stderr += kept
                    errorBudget -= kept.count
                }
            }
            lines.append(events.output)
            while let oldest = open.first, let line = lines.removeLine() {
                if line.count > TesteeRequest.longestLine { break }
                guard let json = RawJSON(line: line) else {
                    return trouble(.malformed(TesteeAnswer.fault(inLine: line)), line)
                }
                var reply: TesteeReply
                do {
                    let answer = try TesteeAnswer.read(json, id: oldest.id)
                    reply = TesteeReply(
                        answer, stderr: String(decoding: oldest.stderr, as: UTF8.self), remark: alone, line: line)
                } catch {
                    return trouble(.malformed(error.reason), line)
                }
                let now = ContinuousClock.now
                reply.milliseconds = (now - oldestSince) / .milliseconds(1)
                if memoryLimit != nil { reply.memory = process.memory() }
                open.removeFirst()
                oldestSince = now
                inquiry.settle(reply)
                if let memoryLimit, let memory = reply.memory, memory > memoryLimit { return Trouble(kind: .tooLarge) }
            }
            if lines.longest > TesteeRequest.longestLine {
                return trouble(.malformed("a line longer than 8 MiB (TST-004)"))
            }
            if events.hasEnded, !open.isEmpty { return trouble(.ended(process.end(timeout: 200))) }
        }
    }
}
