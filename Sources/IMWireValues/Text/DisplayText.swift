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

    /// Fills a text up with spaces on its left; a longer one stays whole.
    package static func right(_ text: String, _ width: Int) -> String {
        let missing = width - cells(text)
        return missing > 0 ? String(repeating: " ", count: missing) + text : text
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
                shown += escaped(scalar)
            }
        }
        return shown
    }

    /// Escapes control and bidirectional characters in the UTF-8 text that begins at `start`; a tab stays.
    ///
    /// - Parameter keepsColours: whether the sequences that set colours stay as well.
    package static func escapeControls(in buffer: inout [UInt8], from start: Int = 0, keepsColours: Bool = false) {
        guard let first = firstControl(buffer, from: start) else { return }
        var shown = ""
        var rest = String(decoding: buffer[first...], as: UTF8.self).unicodeScalars[...]
        while let scalar = rest.first {
            if keepsColours, let end = colourEnd(rest) {
                shown.unicodeScalars += rest[..<end]
                rest = rest[end...]
                continue
            }
            if scalar == "\t" || !isControl(scalar) {
                shown.unicodeScalars.append(scalar)
            } else {
                shown += escaped(scalar)
            }
            rest = rest.dropFirst()
        }
        buffer.replaceSubrange(first..., with: shown.utf8)
    }

    /// The first byte of a control or bidirectional character, a tab apart.
    private static func firstControl(_ bytes: [UInt8], from start: Int) -> Int? {
        for index in start..<bytes.count {
            let byte = bytes[index]
            if byte < 0x20 ? byte != 0x09 : byte == 0x7f { return index }
            // The first bytes of U+0080, U+061C, U+2000 and U+FEFF in UTF-8.
            guard byte == 0xc2 || byte == 0xd8 || byte == 0xe2 || byte == 0xef else { continue }
            let scalar = String(decoding: bytes[index..<min(index + 3, bytes.count)], as: UTF8.self).unicodeScalars
                .first
            if scalar.map(isControl) ?? true { return index }
        }
        return nil
    }

    /// The end of the sequence `ESC [ … m` that a text begins with, or nil.
    private static func colourEnd(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView.Index? {
        guard text.starts(with: "\u{1b}[".unicodeScalars) else { return nil }
        let end = text.dropFirst(2).firstIndex { !("0"..."9").contains($0) && $0 != ";" }
        return end.flatMap { text[$0] == "m" ? text.index(after: $0) : nil }
    }

    /// Whether a character moves the cursor, ends a line or turns the direction of text.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7f..<0xa0, 0x61c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069, 0xfeff: true
        default: false
        }
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        "\\u{" + String(scalar.value, radix: 16) + "}"
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
    ///
    /// Joiners may: emoji and many scripts need them.
    package static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "\u{200c}" || scalar == "\u{200d}" { return true }
        return switch scalar.properties.generalCategory {
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
