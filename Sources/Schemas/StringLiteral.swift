// SPDX-License-Identifier: Apache-2.0

/// Returns a text as a string literal in quotation marks.
///
/// The escapes of a quotation mark, a backslash and a line feed are the same in JSON, Lua and Swift.
///
/// - Parameter escape: Returns the escape of another character, or nil if the character stands for itself.
package func stringLiteral(_ text: String, escape: (Unicode.Scalar) -> String?) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
        let escaped =
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\n": "\\n"
            default: escape(scalar)
            }
        if let escaped { literal += escaped } else { literal.unicodeScalars.append(scalar) }
    }
    return literal + "\""
}
