// SPDX-License-Identifier: Apache-2.0

#if Tools

/// The JSON form of bytes that are not JSON: `{"$base64":"…"}`.
package enum BytesValue {
    /// The member's name.
    package static let name = "$base64"

    /// Returns whether a value begins like such an object.
    package static func isLikely(_ line: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var scanner = LineScanner(position: range.lowerBound)
        guard scanner.next(line) == UInt8(ascii: "{") else { return false }
        scanner.position += 1
        return scanner.next(line) == UInt8(ascii: "\"") && scanner.position + 1 < line.count
            && line[scanner.position + 1] == UInt8(ascii: "$")
    }
}

#endif
