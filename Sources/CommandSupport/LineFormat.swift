// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser

/// How a command writes what it has to say.
package enum LineFormat: String, ExpressibleByArgument, CaseIterable {
    /// The text for people.
    case text
    /// For programs: one JSON object a line.
    case json
}

#endif
