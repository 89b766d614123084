// SPDX-License-Identifier: Apache-2.0

/// The form of an objectName, used if nothing else identifies a text as one.
enum ObjectNameShape {
    /// Returns whether a text consists of a prefix, a colon and a name, in characters that names may have: `App:Gift`.
    static func fits(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count <= 64, let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, colon + 1 < bytes.count
        else { return false }
        return bytes.allSatisfy { byte in
            SourceLexer.isNamePart(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: ".")
        } && !SourceLexer.isDigit(bytes[0]) && bytes[colon + 1] != UInt8(ascii: ":")
    }
}
