// SPDX-License-Identifier: Apache-2.0

import IMWireValues

/// A reader of the members of an object in the source as JSON text: `"{\"coins\":3}"`, which may be concatenated from
/// parts.
struct JSONTextKeys {
    let file: SourceFile
    private var source: SourceTokens { file.source }

    init(file: SourceFile) { self.file = file }

    /// Returns the keys, or none if the range is not such a text.
    ///
    /// Parts that are not strings represent values.
    func keys(in range: Range<Int>) -> [KeyClaim] {
        guard source[range.lowerBound].isString, source[range.lowerBound].text.utf8.first(where: { $0 > 0x20 }) == 0x7b
        else { return [] }
        var keys: [KeyClaim] = []
        var depth = 0
        var text: [UInt8]?
        var isEscaped = false
        var last: [UInt8]?
        for index in range.prefix(64) where source[index].isString {
            for byte in source[index].text.utf8 {
                if text != nil {
                    if isEscaped {
                        isEscaped = false
                    } else if byte == 0x5c {
                        isEscaped = true
                    } else if byte == 0x22 {
                        last = text
                        text = nil
                    } else {
                        text?.append(byte)
                    }
                    continue
                }
                switch byte {
                case 0x22: text = []
                case 0x7b, 0x5b: depth += 1
                case 0x7d, 0x5d: depth -= 1
                case 0x3a:
                    if depth == 1, let name = last, keys.count < 256 {
                        let name = SourceExpression(
                            text: String(decoding: name, as: UTF8.self), file: file.index, line: source.line(index))
                        keys.append(KeyClaim(name: name, isWritten: true, certainty: .likely))
                    }
                default: break
                }
                if byte > 0x20 && byte != 0x22 { last = nil }
            }
        }
        return keys
    }
}
