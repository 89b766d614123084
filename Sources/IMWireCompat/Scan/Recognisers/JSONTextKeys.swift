// SPDX-License-Identifier: Apache-2.0

import IMWireValues

/// A reader of the members of an object in the source as JSON text: `"{\"coins\":3}"`, which may be concatenated from
/// parts.
struct JSONTextKeys: SourceRecogniser {
    let file: SourceFile

    /// Returns the keys, or none if the range is not such a text.
    ///
    /// Parts that are not strings represent values.
    func keys(in range: Range<Int>) -> [KeyClaim] {
        guard source[range.lowerBound].isString,
            source[range.lowerBound].text.utf8.first(where: { $0 > UInt8(ascii: " ") }) == UInt8(ascii: "{")
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
                    } else if byte == UInt8(ascii: "\\") {
                        isEscaped = true
                    } else if byte == UInt8(ascii: "\"") {
                        last = text
                        text = nil
                    } else {
                        text?.append(byte)
                    }
                    continue
                }
                switch byte {
                case UInt8(ascii: "\""): text = []
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                case UInt8(ascii: ":"):
                    if depth == 1, let name = last, keys.count < 256 {
                        let name = SourceExpression(
                            text: String(decoding: name, as: UTF8.self), file: file.index, line: source.line(index))
                        keys.append(KeyClaim(name: name, isWritten: true, certainty: .likely))
                    }
                default: break
                }
                if byte > UInt8(ascii: " ") && byte != UInt8(ascii: "\"") { last = nil }
            }
        }
        return keys
    }
}
