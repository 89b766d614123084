// SPDX-License-Identifier: Apache-2.0

#if Tools
import ArgumentParser
#endif

/// The format of a command's output: text for people or JSON for programs.
package enum OutputFormat: String, CaseIterable {
    case text, json
}

#if Tools
extension OutputFormat: ExpressibleByArgument {}
#endif
