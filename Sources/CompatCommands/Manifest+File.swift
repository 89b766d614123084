// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWireCompat

extension Manifest {
    /// Reads a manifest.
    init(file path: String) throws(CommandFailure) {
        self = try InputFile.parsed(path, advice: "Spec/compat.md describes the format.") { try Manifest(parsing: $0) }
    }
}

#endif
