// SPDX-License-Identifier: Apache-2.0

/// The reason why a session cannot be run as its caller requests, which a peer never causes.
public struct SessionError: Error, Hashable, Sendable {
    /// The kind of error.
    public var code: Code
    /// The path of the member of the configuration, such as `/pullInterval`, or an empty string.
    public var path: String

    /// Creates an error.
    public init(_ code: Code, path: String = "") {
        self.code = code
        self.path = path
    }
}
