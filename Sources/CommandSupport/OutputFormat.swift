// SPDX-License-Identifier: Apache-2.0

#if Tools
import ArgumentParser
#endif

/// How a command shows what it found.
package enum OutputFormat: String, CaseIterable {
    case text, json
}

#if Tools
extension OutputFormat: ExpressibleByArgument {}
#endif
