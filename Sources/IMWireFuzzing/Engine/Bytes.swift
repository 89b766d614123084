// SPDX-License-Identifier: Apache-2.0

import IMWire
import Platform

extension [UInt8] {
    /// Creates an array with a copy of the bytes of a span.
    init(copying bytes: Span<UInt8>) {
        self = bytes.withUnsafeBufferPointer { Array($0) }
    }

    /// Returns the next index of a byte, found with `memchr`.
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        withUnsafeBufferPointer { bytes in
            guard start < bytes.count, let base = bytes.baseAddress,
                let found = memchr(base + start, Int32(byte), bytes.count - start)
            else { return nil }
            return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
        }
    }

    /// Returns whether the array has the same bytes as a span.
    func isSame(as bytes: Span<UInt8>) -> Bool { span.isSame(as: bytes) }
}

extension Span<UInt8> {
    /// Returns whether two spans have the same bytes.
    func isSame(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return withUnsafeBufferPointer { mine in
            other.withUnsafeBufferPointer { theirs in
                guard let one = mine.baseAddress, let other = theirs.baseAddress else { return true }
                return memcmp(one, other, mine.count) == 0
            }
        }
    }
}

extension DecodeError.Code {
    /// Returns whether the code belongs to a family, such as `frame.`.
    func isOf(_ family: StaticString) -> Bool {
        let name = rawValue.utf8.span
        return family.withUTF8Buffer { family in
            guard name.count >= family.count else { return false }
            for index in 0..<family.count where family[index] != name[index] { return false }
            return true
        }
    }
}
