// SPDX-License-Identifier: Apache-2.0

/// A namespace for quoting words of shell commands.
package enum ShellWord {
    /// Returns `text` as a single shell word in apostrophes.
    package static func quoted(_ text: String) -> String {
        var word = "'"
        // An apostrophe with a combining accent is a different `Character`, but it still ends the word for a shell, so
        // the loop compares scalars.
        for scalar in text.unicodeScalars {
            if scalar == "'" { word += "'\\''" } else { word.unicodeScalars.append(scalar) }
        }
        return word + "'"
    }
}
