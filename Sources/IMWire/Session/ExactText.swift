// SPDX-License-Identifier: Apache-2.0

/// An id or key that is compared byte for byte, even where Unicode defines two spellings as equivalent (CHT-018).
@usableFromInline package struct ExactText: Hashable, Comparable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    /// Creates an id, or returns nil if the text is nil or empty (CHT-012).
    package init?(_ text: String?) {
        guard let text, !text.isEmpty else { return nil }
        self.text = text
    }

    @usableFromInline
    package static func == (one: ExactText, other: ExactText) -> Bool {
        one.text.equals(other.text)
    }

    /// Returns whether the UTF-8 bytes of one id precede those of the other.
    @usableFromInline
    package static func < (one: ExactText, other: ExactText) -> Bool {
        one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
    }

    @usableFromInline
    package func hash(into hasher: inout Hasher) {
        hasher.combine(bytesOf: text)
    }
}
