// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWireNIO
import IMWireValues

/// The log of connections and errors on standard error and on the status page; confined to the server's event loop.
final class ServerLog {
    /// A line of the log.
    struct Line: Sendable {
        var number: Int
        /// The time in milliseconds since the start.
        var time: Int64
        var connection: Int?
        var text: String
    }

    private let clock: SessionClock
    private let isQuiet: Bool
    /// The newest lines, oldest first.
    private(set) var lines: [Line] = []
    private var lastNumber = 0
    /// The number of lines of each kind printed in the current second, so that a flood of one kind does not hide the
    /// others.
    private var second: Int64 = 0
    private var told: [String: Int] = [:]
    private var untold = 0
    private static let kept = 500
    private static let perSecond = 50
    private static let kinds = 100

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
            if untold > 0 { Console.say("… and \(untold) more lines") }
            (second, told, untold) = (time / 1_000, [:], 0)
        }
        // Digits do not distinguish kinds. The number of kinds is bounded because clients choose some of the names.
        let words = String(text.filter { !$0.isNumber }.prefix(40))
        let kind = told[words] != nil || told.count < ServerLog.kinds ? words : ""
        told[kind, default: 0] += 1
        if told[kind] ?? 0 > ServerLog.perSecond {
            untold += 1
            return
        }
        let who = connection.map { " connection \($0)" } ?? ""
        Console.say("\(time / 1_000).\(String(1_000 + time % 1_000).dropFirst())\(who): \(text)")
    }
}

#endif
