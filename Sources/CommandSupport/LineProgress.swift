// SPDX-License-Identifier: Apache-2.0

/// How far a long run has come: one line of a terminal, written over again five times a second.
package final class LineProgress {
    private let noun: String
    private let clock = ContinuousClock()
    private let started: ContinuousClock.Instant
    private var shown: ContinuousClock.Instant
    private var bytes = 0
    private var isShown = false
    private static let interval = Duration.milliseconds(200)

    /// Starts the clock, where somebody watches: output that scrolls past on the same terminal is progress enough.
    ///
    /// - Parameter noun: what is counted, in the plural.
    package init?(_ noun: String = "lines", beside out: Output, isQuiet: Bool = false) {
        guard Console.isTerminal, isQuiet || !out.isTerminal else { return nil }
        self.noun = noun
        started = clock.now
        shown = started
        out.willFlush = { [unowned self] in clear() }
    }

    /// Counts bytes, and shows where they and the `count` so far lead when it is time.
    package func advance(_ count: Int, bytes: Int) {
        self.bytes += bytes
        let now = clock.now
        guard now - shown >= LineProgress.interval else { return }
        shown = now
        let time = (now - started) / .seconds(1)
        let speed = time > 0 ? Int(Double(count) / time) : 0
        let megabytes = self.bytes / 1_000_000
        Console.progress(
            "\(TextLayout.grouped(count)) \(noun), \(TextLayout.grouped(megabytes)) MB,"
                + " \(TextLayout.grouped(speed)) \(noun)/s")
        isShown = true
    }

    /// Takes the line away.
    package func clear() {
        if !isShown { return }
        Console.clearProgress()
        isShown = false
    }
}
