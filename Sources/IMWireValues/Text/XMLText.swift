// SPDX-License-Identifier: Apache-2.0

/// Text inside XML and HTML.
package enum XMLText {
    /// The text with what is markup escaped, and what could hide or turn text spelled out.
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n": escaped += "\n"
            // XML has no control characters below U+0020, not even escaped; others would turn text or hide it.
            case _ where !DisplayText.isSafe(scalar): escaped += DisplayText.safe(String(scalar))
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
