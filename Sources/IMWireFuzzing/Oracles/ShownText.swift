// SPDX-License-Identifier: Apache-2.0

/// A check whether displayed text is harmless, by code that shares nothing with the code that escapes it (FUZ-011).
enum ShownText {
    /// Returns whether a text has no control character except `allowed`, no line or paragraph separator, and no
    /// character that changes its direction.
    static func isHarmless(_ text: String, except allowed: Unicode.Scalar? = nil) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            if scalar == allowed { return true }
            return scalar.properties.generalCategory != .control && !scalar.properties.isBidiControl
                && scalar.properties.generalCategory != .lineSeparator
                && scalar.properties.generalCategory != .paragraphSeparator
        }
    }
}
