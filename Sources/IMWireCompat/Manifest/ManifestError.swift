// SPDX-License-Identifier: Apache-2.0

/// The reason that a text is not a valid manifest.
package struct ManifestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The location of the error, as a JSON Pointer.
    package var path: String
    /// A description of the error and of what is expected.
    package var message: String

    /// Creates an error from a location and a message.
    package init(_ path: String, _ message: String) {
        self.path = path
        self.message = message
    }

    /// The location and the message.
    package var description: String {
        path.isEmpty ? message : "\(path): \(message)"
    }
}
