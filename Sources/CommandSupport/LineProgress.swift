// SPDX-License-Identifier: Apache-2.0

/// The progress of a command that reads lines or streams.
package struct LineProgress {
    private let noun: String
    private let isShown: Bool
    /// The size of the input in bytes, or nil if it is unknown.
    private let size: Int?
    private let started = ContinuousClock.now
    private var bytes = 0

    /// Starts the clock.
    ///
    /// Progress is shown only if the output goes elsewhere or is quiet, because output that scrolls past on the same
    /// terminal already shows progress.
    ///
    /// - Parameters:
    ///   - noun: The plural noun for the counted items.
    ///   - size: The size of the input in bytes, or nil if it is unknown.
    package init(_ noun: String, of size: Int?, beside out: Output, isQuiet: Bool = false) {
        self.noun = noun
        self.size = size
        isShown = isQuiet || !out.isTerminal
    }

    /// Adds `bytes` to the total and shows it with the `count` so far.
    package mutating func advance(_ count: Int, bytes: Int) {
        self.bytes += bytes
        if isShown { Console.progress(text(count)) }
    }

    private func text(_ count: Int) -> String {
        let seconds = max((ContinuousClock.now - started) / .seconds(1), 0.001)
        return "\(TextLayout.grouped(count)) \(noun), \(TextLayout.grouped(bytes / 1_000_000)) MB,"
            + " \(TextLayout.grouped(Int(Double(count) / seconds))) \(noun)/s"
            + LineProgress.rest(of: size ?? 0, after: bytes, in: seconds)
    }

    /// Returns the part of an input that has been read and the time that the rest will probably take, such as
    /// `, 25 %, 90 s left`, or an empty string if the size is unknown or was wrong.
    ///
    /// The time is left out for the first half second, in which starting the command is most of the work.
    package static func rest(of size: Int, after bytes: Int, in seconds: Double) -> String {
        guard bytes > 0, bytes <= size else { return "" }
        let part = ", \(Int(Double(bytes) / Double(size) * 100)) %"
        if seconds < 0.5 { return part }
        let rest = seconds * Double(size - bytes) / Double(bytes)
        return "\(part), \(TextLayout.grouped(Int(rest.rounded(.up)))) s left"
    }
}
