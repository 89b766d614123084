// SPDX-License-Identifier: Apache-2.0

import Platform
import Synchronization
import TextSupport

/// Standard error, for everything that is not output.
package enum Console {
    /// Reports an error, preceded by the tool's name.
    ///
    /// Continuation lines are indented, so that no text from outside can pass for a message of the tool.
    package static func complain(_ message: String) {
        say("imwire: " + message.split(separator: "\n").joined(separator: "\n  "))
    }

    /// Writes lines of text, with control and bidirectional characters escaped.
    package static func say(_ text: String) {
        clearProgress()
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { DisplayText.safe(String($0)) }
        let shown = lines.joined(separator: "\n")
        write(shown.hasSuffix("\n") ? shown : shown + "\n")
    }

    /// Writes text without escaping it; a failed write is ignored because there is nowhere left to report it.
    package static func write(_ text: String) {
        _ = FileDescriptor.write(Array(text.utf8), to: STDERR_FILENO)
    }

    /// The time at which the progress line was last written, or nil if none is shown.
    private static let progressTime = Mutex<ContinuousClock.Instant?>(nil)

    /// Replaces the progress line of a terminal, at most five times a second.
    ///
    /// Any other output clears the line.
    package static func progress(_ text: @autoclosure () -> String) {
        guard isTerminal else { return }
        let isDue = progressTime.withLock { last in
            let now = ContinuousClock.now
            if let last, now - last < .milliseconds(200) { return false }
            last = now
            return true
        }
        if isDue { write("\r\u{1b}[K" + DisplayText.safe(text())) }
    }

    /// Clears the progress line, if one is shown.
    package static func clearProgress() {
        let isShown = progressTime.withLock { last in
            defer { last = nil }
            return last != nil
        }
        if isShown { write("\r\u{1b}[K") }
    }

    /// Whether standard error is a terminal.
    package static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}

/// Colors for output, enabled only on a terminal that supports them and unless `NO_COLOR` is set.
package struct Style: Sendable {
    /// Whether colors are written.
    package let isOn: Bool

    /// Creates a style for output to a file descriptor.
    package init(_ descriptor: Int32) {
        isOn = isatty(descriptor) == 1 && Style.variable("NO_COLOR").isEmpty && Style.variable("TERM") != "dumb"
    }

    /// Returns the value of an environment variable, or an empty text if it is not set.
    private static func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }

    private init(isOn: Bool) { self.isOn = isOn }

    /// A style without colors, for output to a file.
    package static let off = Style(isOn: false)

    /// Marks the most important text of a line.
    package func bold(_ text: String) -> String { wrapped(text, "1") }
    /// Marks text that is valid.
    package func green(_ text: String) -> String { wrapped(text, "32") }
    /// Marks a deviation.
    package func yellow(_ text: String) -> String { wrapped(text, "33") }
    /// Marks the kind of an error.
    package func red(_ text: String) -> String { wrapped(text, "31") }
    /// Marks secondary text.
    package func faint(_ text: String) -> String { wrapped(text, "2") }

    private func wrapped(_ text: String, _ code: String) -> String {
        isOn ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
    }
}
