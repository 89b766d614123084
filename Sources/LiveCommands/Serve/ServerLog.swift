// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWireNIO
import IMWireValues

/// What is told of connections and errors, on standard error and on the page; confined to the server's loop.
final class ServerLog {
    /// A line.
    struct Line: Sendable {
        var number: Int
        /// Milliseconds since the start.
        var time: Int64
        var connection: Int?
        var text: String
    }

    private let clock: SessionClock
    private let isQuiet: Bool
    /// The newest lines, oldest first.
    private(set) var lines: [Line] = []
    private var lastNumber = 0
    /// Lines that were told in the present second, so that a flood of errors floods nothing else.
    private var second: Int64 = 0
    private var told = 0
    private static let kept = 500
    private static let perSecond = 200

    init(_ clock: SessionClock, isQuiet: Bool) {
        self.clock = clock
        self.isQuiet = isQuiet
    }

    func note(_ text: String, _ connection: Int? = nil) {
        let time = clock.now
        lastNumber += 1
        lines.append(Line(number: lastNumber, time: time, connection: connection, text: text))
        if lines.count > 2 * ServerLog.kept { lines.removeFirst(lines.count - ServerLog.kept) }
        if isQuiet { return }
        if time / 1_000 != second {
            if told > ServerLog.perSecond { Console.say("… and \(told - ServerLog.perSecond) more lines") }
            second = time / 1_000
            told = 0
        }
        told += 1
        if told > ServerLog.perSecond { return }
        let who = connection.map { " connection \($0)" } ?? ""
        Console.say("\(time / 1_000).\(String(1_000 + time % 1_000).dropFirst())\(who): \(text)")
    }
}

#endif
