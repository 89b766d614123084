// SPDX-License-Identifier: Apache-2.0

import IMWireValues
import Platform

/// Standard error: what is told beside the output.
package enum Console {
    /// Tells what is wrong, after the tool's name.
    ///
    /// Further lines of the message are indented, so that no text from outside can pass for a message of the tool.
    package static func complain(_ message: String) {
        say("imwire: " + message.split(separator: "\n").joined(separator: "\n  "))
    }

    /// Writes lines of text; control and bidirectional characters in them are escaped.
    package static func say(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { DisplayText.safe(String($0)) }
        let shown = lines.joined(separator: "\n")
        write(shown.hasSuffix("\n") ? shown : shown + "\n")
    }

    /// Writes text as it is; nobody is left to be told where that fails.
    package static func write(_ text: String) {
        _ = FileDescriptor.write(Array(text.utf8), to: STDERR_FILENO)
    }

    /// Replaces the line of a terminal that tells how far a run has come; does nothing elsewhere.
    package static func progress(_ text: String) {
        if isTerminal { write("\r\u{1b}[K" + DisplayText.safe(text)) }
    }

    /// Takes that line away.
    package static func clearProgress() {
        progress("")
    }

    /// Whether somebody watches.
    package static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}

/// Colours, where a terminal shows them and nobody has asked for none (`NO_COLOR`).
package struct Style {
    /// Whether colours are written.
    package let isOn: Bool

    /// Colours for what goes to a file descriptor.
    package init(_ descriptor: Int32) {
        let environment = ProcessInfo.processInfo.environment
        isOn =
            isatty(descriptor) == 1 && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    private init(isOn: Bool) { self.isOn = isOn }

    /// No colours, for what goes to a file.
    package static let off = Style(isOn: false)

    /// What matters most in a line.
    package func bold(_ text: String) -> String { wrapped(text, "1") }
    /// What is right.
    package func green(_ text: String) -> String { wrapped(text, "32") }
    /// What deviates.
    package func yellow(_ text: String) -> String { wrapped(text, "33") }
    /// The kind of error.
    package func red(_ text: String) -> String { wrapped(text, "31") }
    /// What may be passed over.
    package func faint(_ text: String) -> String { wrapped(text, "2") }

    private func wrapped(_ text: String, _ code: String) -> String {
        isOn ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
    }
}
