// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireValues

extension TesteeRequest {
    /// Returns the question how a content is read.
    static func content(_ bytes: [UInt8], as objectName: String = "RC:TxtMsg") -> TesteeRequest {
        TesteeRequest(
            "content.decode",
            [("objectName", RawJSON(objectName)), ("bytes", .base64(bytes)), ("mode", "lenient")])
    }
}

/// Bytes as a JSON string, for targets whose input is the text of a string.
enum JSONQuotation {
    /// Returns a JSON string whose text has the given bytes, ill-formed UTF-8 included.
    static func quoted(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = [UInt8(ascii: "\"")]
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
            case 0..<UInt8.space: text += Array("\\u00\(HexBytes.text([byte]))".utf8)
            default: text.append(byte)
            }
        }
        return text + [UInt8(ascii: "\"")]
    }
}
