// SPDX-License-Identifier: Apache-2.0

/// Why a session is not run as its caller asks; a peer is never the cause.
public struct SessionError: Error, Hashable, Sendable {
    /// What is wrong, as a stable dotted word.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A value of the configuration is outside its range (SES-142).
        case config = "session.config"
        /// The script gives more actions than one answer may have (SES-145).
        case actions = "session.actions"
    }

    /// The kind of error.
    public var code: Code
    /// The member of the configuration, such as `/pullInterval`; empty where none is concerned.
    public var path: String

    /// Creates an error.
    public init(_ code: Code, path: String = "") {
        self.code = code
        self.path = path
    }
}
