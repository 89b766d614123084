// SPDX-License-Identifier: Apache-2.0

#if Tools
import ArgumentParser
#endif

/// The format in which a command shows its results.
package enum OutputFormat: String, CaseIterable {
    case text, json
}

#if Tools
extension OutputFormat: ExpressibleByArgument {}
#endif
