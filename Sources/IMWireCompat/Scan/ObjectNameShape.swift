// SPDX-License-Identifier: Apache-2.0

/// The form of an objectName, used if nothing else identifies a text as one.
enum ObjectNameShape {
    /// Returns whether a text consists of a prefix, a colon and a name, in characters that names may have: `App:Gift`.
    static func fits(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count <= 64, let colon = bytes.firstIndex(of: 0x3a), colon > 0, colon + 1 < bytes.count else {
            return false
        }
        return bytes.allSatisfy { byte in
            SourceLexer.isNamePart(byte) || byte == 0x3a || byte == 0x2d || byte == 0x2e
        } && !(0x30...0x39).contains(bytes[0]) && bytes[colon + 1] != 0x3a
    }
}
