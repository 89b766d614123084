// SPDX-License-Identifier: Apache-2.0

/// An id or key, compared byte for byte: two spellings that Unicode calls equal are two ids (CHT-018).
package struct ExactText: Hashable, Comparable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    /// An id that is there; an empty text is none (CHT-012).
    package init?(_ text: String?) {
        guard let text, !text.isEmpty else { return nil }
        self.text = text
    }

    package static func == (one: ExactText, other: ExactText) -> Bool {
        one.text.equals(other.text)
    }

    /// Orders by the bytes of the UTF-8 text.
    package static func < (one: ExactText, other: ExactText) -> Bool {
        one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}
