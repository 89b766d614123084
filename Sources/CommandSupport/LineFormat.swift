// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser

/// The format of a command's output.
package enum LineFormat: String, ExpressibleByArgument, CaseIterable {
    /// Text for people.
    case text
    /// One JSON object per line, for programs.
    case json
}

#endif
