// SPDX-License-Identifier: Apache-2.0

/// Text as a terminal shows it: Chinese characters take two cells, accents none, and control characters are spelled.
package enum DisplayText {
    /// The cells that a text takes.
    package static func cells(_ text: String) -> Int {
        var cells = 0
        for scalar in text.unicodeScalars { cells += self.cells(scalar) }
        return cells
    }

    /// Fills a text up with spaces to so many cells; a longer one stays whole.
    package static func pad(_ text: String, _ width: Int) -> String {
        let missing = width - cells(text)
        return missing > 0 ? text + String(repeating: " ", count: missing) : text
    }

    /// The text, cut so that it takes no more than so many cells, with `…` where something is missing.
    package static func clip(_ text: String, _ width: Int) -> String {
        var shown = ""
        var taken = 0
        for scalar in text.unicodeScalars {
            taken += cells(scalar)
            if taken > width { break }
            shown.unicodeScalars.append(scalar)
        }
        if taken <= width { return text }
        while cells(shown) > max(width - 1, 0) { shown.unicodeScalars.removeLast() }
        return shown + "…"
    }

    /// Text from outside without anything that could move the cursor, hide text or turn its direction.
    package static func safe(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) { return text }
        var shown = ""
        for scalar in text.unicodeScalars {
            if isSafe(scalar) {
                shown.unicodeScalars.append(scalar)
            } else {
                shown += "\\u{" + String(scalar.value, radix: 16) + "}"
            }
        }
        return shown
    }

    /// Breaks text at spaces into lines of at most so many cells; words that are too long stay whole.
    package static func wrap(_ text: String, _ width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, cells(line) + 1 + cells(String(word)) > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " " + word
        }
        if !line.isEmpty { lines.append(line) }
        return lines
    }

    /// Whether a character may be shown as it is.
    package static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }

    private static func cells(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return isWide(scalar) ? 2 : 1
        }
    }

    /// The wide and full-width characters of Unicode's annex 11, by block.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x4dbf, 0x4e00...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3,
            0xf900...0xfaff, 0xfe30...0xfe6f, 0xff01...0xff60, 0xffe0...0xffe6, 0x20000...0x3fffd:
            true
        default: scalar.properties.isEmojiPresentation
        }
    }
}
