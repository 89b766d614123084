// SPDX-License-Identifier: Apache-2.0

/// A progress report for a long run: one terminal line that is rewritten at most five times a second.
package final class LineProgress {
    private let noun: String
    private let clock = ContinuousClock()
    private let started: ContinuousClock.Instant
    private var shown: ContinuousClock.Instant
    private var bytes = 0
    private var isShown = false
    private static let interval = Duration.milliseconds(200)

    /// Starts the clock, or returns nil if no progress line is needed.
    ///
    /// A progress line is shown only if standard error is a terminal, and the output either goes elsewhere or is quiet.
    /// Output that scrolls past on the same terminal already shows progress.
    ///
    /// - Parameter noun: The plural noun for the counted items.
    package init?(_ noun: String = "lines", beside out: Output, isQuiet: Bool = false) {
        guard Console.isTerminal, isQuiet || !out.isTerminal else { return nil }
        self.noun = noun
        started = clock.now
        shown = started
        out.willFlush = { [unowned self] in clear() }
    }

    /// Adds `bytes` to the total and shows it with the `count` so far, if the interval since the last update has
    /// passed.
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

    /// Clears the progress line.
    package func clear() {
        if !isShown { return }
        Console.clearProgress()
        isShown = false
    }
}
