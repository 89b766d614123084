// SPDX-License-Identifier: Apache-2.0

/// Whether text for people is harmless, as judged by code that shares nothing with what escapes it (FUZ-011).
enum ShownText {
    /// Whether a text has no control character but `allowed`, and none that turns its direction.
    static func isHarmless(_ text: String, except allowed: Unicode.Scalar? = nil) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            if scalar == allowed { return true }
            return scalar.properties.generalCategory != .control && !scalar.properties.isBidiControl
                && scalar.properties.generalCategory != .lineSeparator
                && scalar.properties.generalCategory != .paragraphSeparator
        }
    }
}
