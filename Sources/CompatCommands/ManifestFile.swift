// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWireCompat

/// A namespace for reading manifests from files.
enum ManifestFile {
    /// The maximum size of a manifest in bytes.
    private static let maximum = 64 * 1_024 * 1_024

    /// Reads a manifest.
    static func read(_ path: String) throws(CommandFailure) -> Manifest {
        let bytes = try InputFile.contents(of: path, maximum: maximum, kind: "json")
        do throws(ManifestError) {
            return try Manifest(parsing: bytes)
        } catch {
            throw .usage(
                "\(TextLayout.shown(path, limit: 512)): \(TextLayout.shown(error.description, limit: 512))."
                    + " Spec/compat.md describes the format.")
        }
    }
}

#endif
