// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Text in a terminal: wide characters such as Chinese take two cells, combining marks none, and control characters are
/// escaped.
package enum DisplayText {
    /// Returns the number of cells that `text` takes.
    package static func cells(_ text: String) -> Int {
        var cells = 0
        for scalar in text.unicodeScalars { cells += self.cells(scalar) }
        return cells
    }

    /// Pads text with trailing spaces to `width` cells; longer text is unchanged.
    package static func pad(_ text: String, _ width: Int) -> String {
        let missing = width - cells(text)
        return missing > 0 ? text + String(repeating: " ", count: missing) : text
    }

    /// Pads text with leading spaces to `width` cells; longer text is unchanged.
    package static func right(_ text: String, _ width: Int) -> String {
        let missing = width - cells(text)
        return missing > 0 ? String(repeating: " ", count: missing) + text : text
    }

    /// Truncates text to at most `width` cells and marks the truncation with `…`.
    package static func clip(_ text: String, _ width: Int) -> String {
        var shown = ""
        var count = 0
        for scalar in text.unicodeScalars {
            count += cells(scalar)
            if count > width { break }
            shown.unicodeScalars.append(scalar)
        }
        if count <= width { return text }
        while cells(shown) > max(width - 1, 0) { shown.unicodeScalars.removeLast() }
        return shown + "…"
    }

    /// Escapes every character of untrusted text that could move the cursor, hide text or change its direction.
    package static func safe(_ text: String) -> String { safe(text, keepsJoiners: true) }

    /// Escapes the same characters, and joiners too unless they are kept.
    package static func safe(_ text: String, keepsJoiners: Bool) -> String {
        if text.utf8.allSatisfy(\.isPrintableASCII) { return text }
        var shown = ""
        for scalar in text.unicodeScalars {
            if isSafe(scalar), keepsJoiners || !isJoiner(scalar) {
                shown.unicodeScalars.append(scalar)
            } else {
                shown += escaped(scalar)
            }
        }
        return shown
    }

    /// Escapes control and bidirectional characters, except tabs, in the UTF-8 text that begins at `start`.
    ///
    /// - Parameter keepsColors: whether escape sequences that set colors are kept as well.
    package static func escapeControls(in buffer: inout [UInt8], from start: Int = 0, keepsColors: Bool = false) {
        guard let first = firstControl(buffer, from: start) else { return }
        var shown = ""
        var rest = String(decoding: buffer[first...], as: UTF8.self).unicodeScalars[...]
        while let scalar = rest.first {
            if keepsColors, let end = colorEnd(rest) {
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

    /// Returns the index of the first byte of a control or bidirectional character other than a tab.
    private static func firstControl(_ bytes: [UInt8], from start: Int) -> Int? {
        for index in start..<bytes.count {
            let byte = bytes[index]
            if byte < 0x20 ? byte != UInt8(ascii: "\t") : byte == 0x7f { return index }
            // The UTF-8 lead bytes of U+0080, U+061C, U+2000 and U+FEFF.
            guard byte == 0xc2 || byte == 0xd8 || byte == 0xe2 || byte == 0xef else { continue }
            let scalar = String(decoding: bytes[index..<min(index + 3, bytes.count)], as: UTF8.self).unicodeScalars
                .first
            if scalar.map(isControl) ?? true { return index }
        }
        return nil
    }

    /// Returns the end of the `ESC [ … m` sequence at the start of `text`, or nil.
    private static func colorEnd(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView.Index? {
        guard text.starts(with: "\u{1b}[".unicodeScalars) else { return nil }
        let end = text.dropFirst(2).firstIndex { !("0"..."9").contains($0) && $0 != ";" }
        return end.flatMap { text[$0] == "m" ? text.index(after: $0) : nil }
    }

    /// Returns whether a character moves the cursor, ends a line or changes the text direction.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7f..<0xa0, 0x61c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069, 0xfeff: true
        default: false
        }
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        "\\u{" + String(scalar.value, radix: 16) + "}"
    }

    /// Wraps text at spaces into lines of at most `width` cells; a longer word is not split.
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

    /// Returns whether a character may be shown unescaped.
    ///
    /// Joiners are allowed because emoji and many scripts need them.
    package static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        if isJoiner(scalar) { return true }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }

    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{200c}" || scalar == "\u{200d}" }

    private static func cells(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return isWide(scalar) ? 2 : 1
        }
    }

    /// Returns whether a character is in one of the wide or full-width blocks of Unicode Standard Annex #11, or an
    /// emoji.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x4dbf, 0x4e00...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3,
            0xf900...0xfaff, 0xfe30...0xfe6f, 0xff01...0xff60, 0xffe0...0xffe6, 0x20000...0x3fffd:
            true
        default: scalar.properties.isEmojiPresentation
        }
    }
}
