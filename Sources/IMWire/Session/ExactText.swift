// SPDX-License-Identifier: Apache-2.0

/// An id or key, compared byte for byte: two spellings that Unicode calls equal are two ids (CHT-018).
struct ExactText: Hashable, Sendable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    /// An id that is there; an empty text is none (CHT-012).
    init?(_ text: String?) {
        guard let text, !text.isEmpty else { return nil }
        self.text = text
    }

    static func == (one: ExactText, other: ExactText) -> Bool {
        one.text.utf8.span.equals(other.text.utf8.span)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}
