// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser

/// How a command shows what it found.
package enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}

#endif
