// SPDX-License-Identifier: Apache-2.0

import Platform
import TextSupport

/// A namespace for laying out plain text for people: columns, wrapped paragraphs, and names from outside that are safe
/// to show on a terminal.
package enum TextLayout {
    /// The maximum width of a line: the terminal's width, limited to 60 to 120 columns, or 100 without a terminal.
    package static var width: Int {
        var size = winsize()
        if isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
            return min(max(Int(size.ws_col), 60), 120)
        }
        return 100
    }

    /// Wraps text at spaces, and indents each line by `indent` spaces; words longer than a line are not split.
    package static func wrap(_ text: String, indent: Int = 0, width: Int = width) -> [String] {
        let margin = String(repeating: " ", count: indent)
        return DisplayText.wrap(text, width - indent).map { margin + $0 }
    }

    /// Pads text with trailing spaces; text longer than `width` is returned unchanged.
    package static func pad(_ text: String, _ width: Int) -> String {
        DisplayText.pad(text, width)
    }

    /// Pads text with leading spaces; text longer than `width` is returned unchanged.
    package static func right(_ text: String, _ width: Int) -> String {
        DisplayText.right(text, width)
    }

    /// Returns rows laid out in columns, each as wide as its widest cell and separated by two spaces.
    package static func columns(_ rows: [[String]]) -> [String] {
        var widths: [Int] = []
        for row in rows {
            for (index, cell) in row.enumerated() {
                let cells = DisplayText.cells(cell)
                if index < widths.count {
                    widths[index] = max(widths[index], cells)
                } else {
                    widths.append(cells)
                }
            }
        }
        return rows.map { row in
            row.enumerated().map { index, cell in
                index == row.count - 1 ? cell : pad(cell, widths[index])
            }.joined(separator: "  ")
        }
    }

    /// Returns a number with a comma between groups of three digits.
    package static func grouped(_ number: Int) -> String {
        Words.grouped(number)
    }

    /// Returns a number with its noun, such as `1 line` or `2 lines`.
    package static func count(_ number: Int, _ noun: String) -> String {
        Words.count(number, noun)
    }

    /// Returns a number with its noun, such as `1 entry` or `2 entries`.
    package static func count(_ number: Int, _ noun: String, _ plural: String) -> String {
        "\(grouped(number)) \(number == 1 ? noun : plural)"
    }

    /// Returns the path of a file in a form safe to show.
    package static func path(_ path: String) -> String { shown(path, limit: 512) }

    /// Returns text from outside in a form safe to show: control characters are escaped, and at most `limit` characters
    /// of it are kept.
    package static func shown(_ text: String, limit: Int = 64) -> String {
        if text.isEmpty { return "\"\"" }
        let isPlain =
            text.utf8.count <= limit && text.utf8.allSatisfy { $0 > UInt8(ascii: " ") && $0 <= UInt8(ascii: "~") }
        if isPlain { return text }
        var shown = ""
        for scalar in text.unicodeScalars.prefix(limit) {
            shown += DisplayText.safe(String(scalar))
        }
        return text.unicodeScalars.count > limit ? shown + "…" : shown
    }
}
