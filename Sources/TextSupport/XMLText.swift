// SPDX-License-Identifier: Apache-2.0

/// Text inside XML and HTML.
package enum XMLText {
    /// Returns the text with its markup escaped, and with characters that could hide or reverse text spelled out.
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n": escaped += "\n"
            // XML does not allow control characters below U+0020, even escaped. Others would reverse or hide text.
            case _ where !DisplayText.isSafe(scalar): escaped += DisplayText.safe(String(scalar))
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
