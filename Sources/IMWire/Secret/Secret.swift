// SPDX-License-Identifier: Apache-2.0

/// An app secret or a token: a text that can be used and compared, but never printed by accident (API-040).
///
/// Descriptions, debug descriptions, interpolation, `dump` and `Mirror` show a placeholder. Only ``revealed`` gives the
/// text away, and it is named so that a search finds every place.
public struct Secret: Hashable, Sendable {
    package let bytes: [UInt8]

    /// Creates a secret from its text.
    public init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Takes the bytes of the text, UTF-8 as a rule.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether there is nothing in it.
    public var isEmpty: Bool { bytes.isEmpty }

    /// The text itself; what is not UTF-8 in it is replaced.
    public var revealed: String { String(decoding: bytes, as: UTF8.self) }

    /// Compares in a time that tells the lengths and nothing else.
    public static func == (one: Secret, other: Secret) -> Bool {
        ConstantTime.areEqual(one.bytes, other.bytes)
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A placeholder that does not show the value.
    public var description: String { "<secret>" }

    /// A placeholder that does not show the value.
    public var debugDescription: String { description }

    /// Shows nothing of it.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
