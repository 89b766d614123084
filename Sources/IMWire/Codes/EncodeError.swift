// SPDX-License-Identifier: Apache-2.0

/// An error in what the caller asked to write (`Spec/errors.md`), which is never caused by a peer.
public struct EncodeError: Error, Hashable, Sendable {
    /// The kind of error.
    public var code: Code
    /// The path of the field or member, such as `/userID`, or empty if the error concerns none.
    public var path: String

    /// Creates an error from its code and path.
    public init(_ code: Code, path: String = "") {
        self.code = code
        self.path = path
    }
}
