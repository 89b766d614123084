// SPDX-License-Identifier: Apache-2.0

import IMWire

/// What a token shows that is a literal.
extension SourceToken {
    /// The value as JSON text; nil for a fraction, and for a token that is no literal.
    var literal: String? {
        switch kind {
        case .string: RawJSON(text).text
        case .number: Int(text).map(String.init)
        case .word: text == "true" || text == "false" ? text : nil
        case .symbol: nil
        }
    }

    /// The JSON type, or nil if the token is no literal.
    var literalKind: ManifestMember.MemberType? {
        switch kind {
        case .string: .string
        case .number: text.holds(".") ? .number : .integer
        case .word: ["true", "false", "True", "False", "YES", "NO"].contains(text) ? .boolean : nil
        case .symbol: nil
        }
    }
}
