// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import Dispatch
import IMWire
import IMWireConformance
import IMWireValues

/// A command that passes what the application does to the peer (LIV-030): it answers each JSON line with one line.
final class LiveDriver: Sendable {
    /// An error that is thrown if the driver no longer answers.
    struct Gone: Error {
        let reason: String
    }

    /// The place of the process, which is used only on the queue.
    private final class Seat: @unchecked Sendable {
        var process: DriverProcess?
    }

    private let seat = Seat()
    private let queue = DispatchQueue(label: "driver")
    let command: String
    private let timeout: Int

    init(command: String, timeout: Int) {
        self.command = command
        self.timeout = timeout
    }

    /// Sends an event to the driver and waits for the answer.
    ///
    /// - Throws: ``LiveSkip`` if the driver cannot do what the event asks, ``Gone`` if it does not answer.
    func request(_ event: RawJSON) async throws -> LiveDriverAnswer.Details {
        let answer: Result<LiveDriverAnswer, any Error> = await withCheckedContinuation { continuation in
            queue.async { [self] in continuation.resume(returning: Result { try ask(event) }) }
        }
        switch try answer.get() {
        case .skipped(let reason): throw LiveSkip("the driver: \(reason)")
        case .done(let details): return details
        }
    }

    private func ask(_ event: RawJSON) throws -> LiveDriverAnswer {
        let process = try seat.process ?? DriverProcess(command: command)
        // The process is kept only after it has answered: a late answer would be mistaken for the next one.
        seat.process = nil
        let answer = try process.ask(event, timeout: timeout)
        seat.process = process
        return answer
    }

    func end() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            queue.async { [self] in
                seat.process?.end()
                seat.process = nil
                continuation.resume()
            }
        }
    }
}

/// The process of a driver.
private final class DriverProcess {
    private var process: ChildProcess
    private var lines = LineBuffer()
    private var errors: [UInt8] = []
    /// The number of bytes received since the last complete line.
    private var unended = 0
    private static let longest = 1 << 20

    init(command: String) throws {
        process = try ChildProcess(command: command)
    }

    func ask(_ event: RawJSON, timeout: Int) throws -> LiveDriverAnswer {
        let text = Array((JSONLine.compact(event) + "\n").utf8)
        var sent = 0
        let start = ContinuousClock.now
        while true {
            let events = process.wait(offering: text[sent...], timeout: 100)
            sent += events.written
            lines.append(events.output)
            unended += events.output.count
            if errors.count < 4_096 { errors += events.error.prefix(4_096 - errors.count) }
            if let line = lines.removeLine() {
                unended = 0
                do throws(LiveDriverAnswer.Failure) {
                    return try LiveDriverAnswer(parsing: line)
                } catch {
                    throw LiveDriver.Gone(reason: error.reason)
                }
            }
            if unended > DriverProcess.longest {
                throw LiveDriver.Gone(reason: "the driver's answer is longer than \(DriverProcess.longest) bytes")
            }
            if events.hasEnded {
                throw LiveDriver.Gone(reason: "the driver has exited" + said)
            }
            if ContinuousClock.now - start > .milliseconds(timeout) {
                throw LiveDriver.Gone(reason: "the driver did not answer within \(timeout) ms" + said)
            }
        }
    }

    private var said: String {
        let text = String(decoding: errors, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? ""
        return text.isEmpty ? "" : ": \(text)"
    }

    func end() {
        _ = process.end(timeout: 2_000)
    }
}

#endif
