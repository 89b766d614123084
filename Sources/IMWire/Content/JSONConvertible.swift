// SPDX-License-Identifier: Apache-2.0

/// A value that has a JSON form, and of which objects and arrays are composed.
package protocol JSONConvertible {
    /// The value as JSON.
    var json: RawJSON { get }
}

extension RawJSON: JSONConvertible {
    package var json: RawJSON { self }
}

extension String: JSONConvertible {
    package var json: RawJSON { RawJSON(self) }
}

extension Bool: JSONConvertible {
    package var json: RawJSON { RawJSON(scanned: self ? "true" : "false") }
}

extension FixedWidthInteger {
    package var json: RawJSON { RawJSON(scanned: String(self)) }
}

extension Int: JSONConvertible {}
extension Int32: JSONConvertible {}
extension Int64: JSONConvertible {}
extension UInt8: JSONConvertible {}
extension UInt16: JSONConvertible {}
extension UInt32: JSONConvertible {}
extension UInt64: JSONConvertible {}

extension JSONNumber: JSONConvertible {
    package var json: RawJSON { RawJSON(scanned: text) }
}

extension Array: JSONConvertible where Element: JSONConvertible {
    package var json: RawJSON { RawJSON(scanned: "[" + map(\.json.text).joined(separator: ",") + "]") }
}
