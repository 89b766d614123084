// SPDX-License-Identifier: Apache-2.0

import Schemas

/// Returns a Swift string literal.
package func quoted(_ text: String) -> String {
    stringLiteral(text) { scalar in
        switch scalar {
        case "\t": return "\\t"
        case "\r": return "\\r"
        case "\u{0}"..."\u{1f}", "\u{7f}", "\u{2028}", "\u{2029}":
            return "\\u{\(String(scalar.value, radix: 16))}"
        default: return nil
        }
    }
}

/// Returns a name, in backticks if it is a Swift keyword.
package func identifier(_ name: String) -> String {
    let keywords: Set<String> = [
        "operator", "extension", "default", "case", "in", "is", "as", "self", "switch", "where", "repeat", "return",
        "class", "struct", "enum", "protocol", "func", "var", "let", "init", "import", "internal", "private", "public",
        "static", "true", "false", "nil", "do", "try", "catch", "throw", "throws", "for", "if", "else", "while",
        "guard", "defer", "break", "continue", "fallthrough", "super", "subscript", "typealias", "any",
    ]
    return keywords.contains(name) ? "`\(name)`" : name
}

/// Returns persistence flags as Swift source.
package func persistence(_ flags: Int?) -> String {
    switch flags {
    case nil: "nil"
    case 0: "Persistence.none"
    case 1: ".persisted"
    case 3: ".counted"
    case 16: ".status"
    case .some(let other): "Persistence(rawValue: \(other))"
    }
}
