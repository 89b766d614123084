// SPDX-License-Identifier: Apache-2.0

/// Returns a Swift string literal.
package func quoted(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": literal += "\\\""
        case "\\": literal += "\\\\"
        case "\n": literal += "\\n"
        case "\t": literal += "\\t"
        case "\r": literal += "\\r"
        case _ where scalar.value < 0x20 || scalar.value == 0x7f || scalar.value == 0x2028 || scalar.value == 0x2029:
            literal += "\\u{\(String(scalar.value, radix: 16))}"
        default: literal.unicodeScalars.append(scalar)
        }
    }
    return literal + "\""
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
