// SPDX-License-Identifier: Apache-2.0

import IMWireValues

/// The arguments of the command line in messages that repeat them.
package enum ArgumentEcho {
    /// A message in which no argument can act on a terminal or add a line.
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
