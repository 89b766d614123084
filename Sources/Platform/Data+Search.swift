// SPDX-License-Identifier: Apache-2.0

extension Data {
    /// Returns the first range of `wanted` at or after an index, or nil if the data does not contain it.
    package func first(_ wanted: Data, from start: Int? = nil) -> Range<Int>? {
        guard let head = wanted.first else { return nil }
        var place = Swift.max(start ?? startIndex, startIndex)
        return withUnsafeBytes { text in
            wanted.withUnsafeBytes { wanted -> Range<Int>? in
                while place - startIndex + wanted.count <= text.count, let base = text.baseAddress {
                    let from = base + (place - startIndex)
                    guard let found = memchr(from, Int32(head), endIndex - place) else { return nil }
                    place += UnsafeRawPointer(found) - from
                    guard place - startIndex + wanted.count <= text.count, let other = wanted.baseAddress else {
                        return nil
                    }
                    if memcmp(found, other, wanted.count) == 0 { return place..<place + wanted.count }
                    place += 1
                }
                return nil
            }
        }
    }
}
