// SPDX-License-Identifier: Apache-2.0

/// How far a long run has come: one line of a terminal, written over again five times a second.
final class Progress {
    private let clock = ContinuousClock()
    private let started: ContinuousClock.Instant
    private var shown: ContinuousClock.Instant
    private var bytes = 0
    private var isShown = false
    private static let interval = Duration.milliseconds(200)

    /// Starts the clock.
    init() {
        started = clock.now
        shown = started
    }

    /// Counts bytes, and shows where they lead when it is time.
    func advance(lines: Int, bytes: Int) {
        self.bytes += bytes
        let now = clock.now
        guard now - shown >= Progress.interval else { return }
        shown = now
        let time = (now - started) / .seconds(1)
        let speed = time > 0 ? Int(Double(lines) / time) : 0
        let megabytes = self.bytes / 1_000_000
        Console.write(
            "\r\u{1b}[K\(TextLayout.grouped(lines)) lines, \(TextLayout.grouped(megabytes)) MB,"
                + " \(TextLayout.grouped(speed)) lines/s")
        isShown = true
    }

    /// Takes the line away.
    func clear() {
        if !isShown { return }
        Console.write("\r\u{1b}[K")
        isShown = false
    }
}
