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
    /// The number of lines of each kind in the current second, so that a flood of one kind does not hide the others.
    private var second: Int64 = 0
    private var written: [Kind: Int] = [:]
    private var omitted = 0
    private static let kept = 500
    private static let perSecond = 50
    private static let kinds = 100
    /// The maximum number of characters of a line; the ids in it are chosen by clients.
    private static let width = 300

    /// The line of the sources that writes a line, and what distinguishes its lines.
    private struct Kind: Hashable {
        var file: String
        var line: UInt
        var name: String
    }

    init(_ clock: SessionClock, isQuiet: Bool) {
        self.clock = clock
        self.isQuiet = isQuiet
    }

    /// Writes a line, unless many lines of its kind have been written in the same second (LIV-117).
    ///
    /// - Parameters:
    ///   - text: The text, which is not computed for a line that is left out.
    ///   - kind: What distinguishes lines from the same place in the sources; not a text that clients choose.
    func record(
        _ text: @autoclosure () -> String, _ connection: Int? = nil, kind: String = "", file: StaticString = #fileID,
        line: UInt = #line
    ) {
        let time = clock.now
        if time / 1_000 != second {
            if omitted > 0 { write("… and \(omitted) more lines", nil, at: time) }
            (second, written, omitted) = (time / 1_000, [:], 0)
        }
        let wanted = Kind(file: "\(file)", line: line, name: kind)
        let kind =
            written[wanted] != nil || written.count < ServerLog.kinds ? wanted : Kind(file: "", line: 0, name: "")
        written[kind, default: 0] += 1
        if written[kind] ?? 0 > ServerLog.perSecond {
            omitted += 1
            return
        }
        write(ServerLog.cut(text(), ServerLog.width), connection, at: time)
    }

    /// Returns the first characters of a text, in time that does not depend on its length.
    static func cut(_ text: String, _ limit: Int) -> String {
        let scalars = text.unicodeScalars
        let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex)
        guard let end, end < scalars.endIndex else { return text }
        return String(scalars[..<end]) + "…"
    }

    private func write(_ text: String, _ connection: Int?, at time: Int64) {
        lastNumber += 1
        lines.append(Line(number: lastNumber, time: time, connection: connection, text: text))
        if lines.count > 2 * ServerLog.kept { lines.removeFirst(lines.count - ServerLog.kept) }
        if isQuiet { return }
        let who = connection.map { " connection \($0)" } ?? ""
        Console.say("\(time / 1_000).\(String(1_000 + time % 1_000).dropFirst())\(who): \(text)")
    }
}

#endif
