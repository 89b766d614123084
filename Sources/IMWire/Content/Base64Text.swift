// SPDX-License-Identifier: Apache-2.0

/// A Base64 member: the text that arrived, decoded only when somebody asks for the bytes (CNT-039).
public struct Base64Text: Hashable, Sendable {
    /// The text as it arrived, line breaks and `data:` prefix included.
    public let text: String

    /// Takes text as a peer wrote it.
    public init(text: String) {
        self.text = text
    }

    /// Encodes bytes.
    public init(_ bytes: [UInt8]) {
        text = Base64.encode(bytes)
    }

    /// The bytes, or nil where the text is not Base64 (a URL in a thumbnail's place, say).
    public var bytes: [UInt8]? {
        Base64.decode(text)
    }

    /// The text in its canonical form: one line, no prefix; what is not Base64 stays as it is (CNT-075).
    public var canonicalText: String {
        let span = text.utf8.span
        guard Base64.form(of: span) == .wrapped else { return text }
        var plain: [UInt8] = []
        plain.reserveCapacity(span.count)
        for offset in Base64.dataPrefixLength(span)..<span.count {
            let byte = span.byte(at: offset)
            if !Base64.isWhiteSpace(byte) { plain.append(byte) }
        }
        return String(decoding: plain, as: UTF8.self)
    }
}

extension Base64Text: ExpressibleByStringLiteral {
    /// Takes Base64 written in the source.
    public init(stringLiteral value: String) {
        text = value
    }
}
