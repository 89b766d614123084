// SPDX-License-Identifier: Apache-2.0

/// The reason why a session cannot be run as its caller requests, which a peer never causes.
public struct SessionError: Error, Hashable, Sendable {
    /// The kind of error, as a stable dotted word.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A value of the configuration is outside its range (SES-142).
        case config = "session.config"
        /// The script produces more actions than one answer may have (SES-145).
        case actions = "session.actions"
    }

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
