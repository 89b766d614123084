// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWireCompat

/// Manifests in files.
enum ManifestFile {
    /// Reads a manifest.
    static func read(_ path: String) throws -> Manifest {
        let bytes: [UInt8]
        do {
            bytes = Array(try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw CommandFailure.usage("cannot read \(path): \(error.localizedDescription)")
        }
        do throws(ManifestError) {
            return try Manifest(parsing: bytes)
        } catch {
            throw CommandFailure.usage("\(path): \(error). Spec/compat.md describes the format.")
        }
    }
}
