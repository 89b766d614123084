// SPDX-License-Identifier: Apache-2.0

/// The text of a Base64 member, which is decoded only when its bytes are requested (CNT-039).
///
/// ```swift
/// let thumbnail = Base64Text([0xff, 0xd8])
/// print(thumbnail.text)          // /9g=
/// print(thumbnail.bytes ?? [])   // [255, 216]
/// ```
public struct Base64Text: Hashable, Sendable {
    /// The text as it arrived, including line breaks and a `data:` prefix.
    public let text: String

    /// Creates a value from the text that a peer sent.
    public init(text: String) {
        self.text = text
    }

    /// Creates a value by encoding `bytes`.
    public init(_ bytes: [UInt8]) {
        text = Base64.encode(bytes)
    }

    /// The decoded bytes, or nil if the text is not Base64 (for example, a URL in place of a thumbnail).
    public var bytes: [UInt8]? {
        Base64.decode(text)
    }

    /// The text in its canonical form, which is a single line without a prefix; text that is not Base64 is unchanged
    /// (CNT-075).
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
    /// Creates a value from a literal that contains Base64.
    public init(stringLiteral value: String) {
        text = value
    }
}
