// SPDX-License-Identifier: Apache-2.0

import TextSupport

/// A namespace for escaping command-line arguments that messages repeat.
package enum ArgumentEcho {
    /// Returns `message` with its copies of `arguments` escaped, so that no argument can control a terminal or add a
    /// line.
    package static func escaped(
        _ message: String, _ arguments: [String] = Array(CommandLine.arguments.dropFirst())
    ) -> String {
        var shown = message
        for argument in arguments {
            let safe = DisplayText.safe(argument)
            if safe != argument { shown = shown.replacing(argument, with: safe) }
        }
        return shown
    }
}
