// SPDX-License-Identifier: Apache-2.0

/// An app secret or a token, which can be used and compared but is never printed by accident (API-040).
///
/// Descriptions, debug descriptions, interpolation, `dump` and `Mirror` show a placeholder. Only ``revealed`` returns
/// the text, and its distinctive name lets a search find every use.
///
/// ```swift
/// let token = SecretText("t0k3n")
/// print(token.revealed)  // t0k3n; any other way to print it hides the text
/// ```
public struct SecretText: Hashable, Sendable {
    package let bytes: [UInt8]

    /// Creates a secret from its text.
    public init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Creates a secret from the bytes of its text, which are normally UTF-8.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether the secret is empty.
    public var isEmpty: Bool { bytes.isEmpty }

    /// The text of the secret, in which invalid UTF-8 is replaced.
    public var revealed: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns whether two secrets are equal, in a time that reveals nothing but their lengths.
    public static func == (one: SecretText, other: SecretText) -> Bool {
        ConstantTime.areEqual(one.bytes, other.bytes)
    }
}

extension SecretText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A placeholder that does not show the value.
    public var description: String { "<secret>" }

    /// A placeholder that does not show the value.
    public var debugDescription: String { description }

    /// A mirror that does not show the value.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
