// SPDX-License-Identifier: Apache-2.0

/// The progress of a command that reads lines or streams.
package final class LineProgress {
    private let noun: String
    private let isShown: Bool
    private let started = ContinuousClock.now
    private var bytes = 0

    /// Starts the clock.
    ///
    /// Progress is shown only if the output goes elsewhere or is quiet, because output that scrolls past on the same
    /// terminal already shows progress.
    ///
    /// - Parameter noun: The plural noun for the counted items.
    package init(_ noun: String = "lines", beside out: Output, isQuiet: Bool = false) {
        self.noun = noun
        isShown = isQuiet || !out.isTerminal
    }

    /// Adds `bytes` to the total and shows it with the `count` so far.
    package func advance(_ count: Int, bytes: Int) {
        self.bytes += bytes
        if isShown { Console.progress(text(count)) }
    }

    private func text(_ count: Int) -> String {
        let speed = Double(count) / max((ContinuousClock.now - started) / .seconds(1), 0.001)
        return "\(TextLayout.grouped(count)) \(noun), \(TextLayout.grouped(bytes / 1_000_000)) MB,"
            + " \(TextLayout.grouped(Int(speed))) \(noun)/s"
    }
}
