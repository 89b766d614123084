// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWireFuzzing
import Platform

extension FixtureFolder {
    /// Returns the folder of the cases at `named`, or the one found in or above the current folder.
    static func cases(_ named: String?) throws(CommandFailure) -> URL {
        if let named { return URL(filePath: named) }
        guard let found = find() else {
            throw .usage("no Fixtures/cases here or in a parent folder; go to the package's root, or give --cases")
        }
        return found.folder.appending(path: "cases")
    }
}

#endif
