// SPDX-License-Identifier: Apache-2.0

extension Span<UInt8> {
    /// The view without JSON's white space at its ends.
    var trimmed: Span<UInt8> {
        @_lifetime(copy self)
        get {
            var start = 0
            var end = count
            while start < end, Base64.isWhiteSpace(byte(at: start)) { start += 1 }
            while start < end, Base64.isWhiteSpace(byte(at: end - 1)) { end -= 1 }
            return slice(start, end)
        }
    }

    /// Whether the first byte, if there is one, is this.
    func startsWith(_ byte: UInt8) -> Bool {
        count > 0 && self.byte(at: 0) == byte
    }
}
