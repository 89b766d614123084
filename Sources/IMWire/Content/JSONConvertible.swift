// SPDX-License-Identifier: Apache-2.0

/// A value that has a JSON form, and of which objects and arrays are composed.
package protocol JSONConvertible {
    /// Appends the value as JSON.
    func write(to bytes: inout [UInt8])
}

extension JSONConvertible {
    /// The value as JSON.
    package var json: RawJSON {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return RawJSON(scanned: String(decoding: bytes, as: UTF8.self))
    }
}

extension RawJSON: JSONConvertible {
    package func write(to bytes: inout [UInt8]) { bytes.append(contentsOf: text.utf8) }
}

extension String: JSONConvertible {
    package func write(to bytes: inout [UInt8]) {
        var writer = ContentEncoder(continuing: &bytes)
        writer.value(self)
        bytes = writer.finish()
    }
}

extension [UInt8] {
    /// Appends UTF-8 text as a JSON string, or returns false and appends nothing if the text is not UTF-8.
    package mutating func append(quoted text: Span<UInt8>) -> Bool {
        guard UTF8Sequence.firstFault(in: text) == nil else { return false }
        var writer = ContentEncoder(continuing: &self)
        writer.value(text)
        self = writer.finish()
        return true
    }
}

extension Bool: JSONConvertible {
    package func write(to bytes: inout [UInt8]) { bytes.append(contentsOf: (self ? "true" : "false").utf8) }
}

extension JSONConvertible where Self: FixedWidthInteger {
    package func write(to bytes: inout [UInt8]) { bytes.append(contentsOf: String(self).utf8) }
}

extension Int: JSONConvertible {}
extension Int32: JSONConvertible {}
extension Int64: JSONConvertible {}
extension UInt8: JSONConvertible {}
extension UInt16: JSONConvertible {}
extension UInt32: JSONConvertible {}
extension UInt64: JSONConvertible {}

extension JSONNumber: JSONConvertible {
    package func write(to bytes: inout [UInt8]) { bytes.append(contentsOf: text.utf8) }
}

extension Array: JSONConvertible where Element: JSONConvertible {
    package func write(to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            element.write(to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }
}
