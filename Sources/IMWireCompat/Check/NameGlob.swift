// SPDX-License-Identifier: Apache-2.0

/// Patterns of names in which `*` stands for any characters.
package enum NameGlob {
    /// Whether a pattern describes the whole of a name; the time is bounded by the product of their lengths.
    package static func matches(_ pattern: String, _ name: String) -> Bool {
        let pattern = Array(pattern.utf8), name = Array(name.utf8)
        let star = UInt8(ascii: "*")
        var position = 0, place = 0
        var last: (place: Int, position: Int)?
        while position < name.count {
            if place < pattern.count, pattern[place] == star {
                last = (place, position)
                place += 1
            } else if place < pattern.count, pattern[place] == name[position] {
                place += 1
                position += 1
            } else if let again = last {
                place = again.place + 1
                position = again.position + 1
                last = (again.place, position)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == star }
    }
}
