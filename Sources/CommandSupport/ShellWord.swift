// SPDX-License-Identifier: Apache-2.0

/// Words of commands that a shell reads, or a person pastes.
package enum ShellWord {
    /// A text as one word, in apostrophes.
    package static func quoted(_ text: String) -> String {
        var word = "'"
        // By scalars: an apostrophe with an accent behind it is another character, and still ends the word for a shell.
        for scalar in text.unicodeScalars {
            if scalar == "'" { word += "'\\''" } else { word.unicodeScalars.append(scalar) }
        }
        return word + "'"
    }
}
