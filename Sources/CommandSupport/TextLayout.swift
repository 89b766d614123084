// SPDX-License-Identifier: Apache-2.0

import IMWireValues
import Platform

/// Plain text for people: columns, wrapped paragraphs, and names from outside that cannot upset a terminal.
package enum TextLayout {
    /// How wide a line may be: the terminal's width, within reason.
    package static var width: Int {
        var size = winsize()
        if isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
            return min(max(Int(size.ws_col), 60), 120)
        }
        return 100
    }

    /// Breaks text at spaces, each line behind `indent` spaces; words that are too long stay whole.
    package static func wrap(_ text: String, indent: Int = 0, width: Int = width) -> [String] {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            let cells = DisplayText.cells(line) + 1 + DisplayText.cells(String(word))
            if !line.isEmpty && indent + cells > width {
                lines.append(margin + line)
                line = ""
            }
            if !line.isEmpty { line += " " }
            line += word
        }
        if !line.isEmpty { lines.append(margin + line) }
        return lines
    }

    /// Fills text up with spaces; text that is longer stays whole.
    package static func pad(_ text: String, _ width: Int) -> String {
        DisplayText.pad(text, width)
    }

    /// Fills text up with spaces on its left; text that is longer stays whole.
    package static func right(_ text: String, _ width: Int) -> String {
        DisplayText.right(text, width)
    }

    /// Rows as columns, each as wide as its widest cell, two spaces apart.
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

    /// A number with a comma every three digits.
    package static func grouped(_ number: Int) -> String {
        Words.grouped(number)
    }

    /// `1 line`, `2 lines`.
    package static func count(_ number: Int, _ noun: String) -> String {
        Words.count(number, noun)
    }

    /// `1 entry`, `2 entries`.
    package static func count(_ number: Int, _ noun: String, _ plural: String) -> String {
        "\(grouped(number)) \(number == 1 ? noun : plural)"
    }

    /// Text from outside, fit to be shown: no control characters, and not much longer than `limit`.
    package static func shown(_ text: String, limit: Int = 64) -> String {
        if text.isEmpty { return "\"\"" }
        let isPlain = text.utf8.count <= limit && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
        if isPlain { return text }
        var shown = ""
        for scalar in text.unicodeScalars.prefix(limit) {
            shown += DisplayText.safe(String(scalar))
        }
        return text.unicodeScalars.count > limit ? shown + "…" : shown
    }
}
