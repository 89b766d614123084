// SPDX-License-Identifier: Apache-2.0

/// Why a text is no manifest.
package struct ManifestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where, as a JSON Pointer.
    package var path: String
    /// What is wrong and what is expected.
    package var message: String

    /// Takes both.
    package init(_ path: String, _ message: String) {
        self.path = path
        self.message = message
    }

    /// The path and what is wrong there.
    package var description: String {
        path.isEmpty ? message : "\(path): \(message)"
    }
}
