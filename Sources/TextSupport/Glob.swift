// SPDX-License-Identifier: Apache-2.0

/// Patterns with `*`.
package enum Glob {
    /// Returns whether `pattern` matches `text`, in time at most proportional to the product of their lengths.
    package static func matches(_ pattern: String, _ text: String) -> Bool {
        let pattern = Array(pattern.utf8)
        let text = Array(text.utf8)
        var position = 0
        var place = 0
        var star: (place: Int, position: Int)?
        while position < text.count {
            if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
                star = (place, position)
                place += 1
            } else if place < pattern.count, pattern[place] == text[position] {
                place += 1
                position += 1
            } else if let last = star {
                place = last.place + 1
                position = last.position + 1
                star = (last.place, position)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
