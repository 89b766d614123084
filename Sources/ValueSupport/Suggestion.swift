// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A namespace for suggestions of what an unknown name was meant to be.
package enum Suggestion {
    /// Returns the type name nearest to `name`: one that differs only in case or in the prefix `RC:`, or else the one
    /// with the fewest changes.
    package static func type(for name: String, in registry: ContentRegistry = .builtIn) -> String? {
        nearest(to: name, among: registry.all.map(\.objectName.rawValue))
    }

    /// Returns the word nearest to `name`, or nil if no word is near.
    package static func nearest(to name: String, among words: [String]) -> String? {
        let wanted = name.lowercased()
        // No name is that long, and the time of the comparison grows with the square of the length.
        guard wanted.utf8.count <= 128 else { return nil }
        if let twin = words.first(where: { $0.lowercased() == wanted }) { return twin }
        if let full = words.first(where: { $0.lowercased() == "rc:" + wanted }) { return full }
        let ranked = words.map { word in
            // People often leave out the prefix.
            let bare =
                wanted.contains(":") || !word.contains(":") ? word : String(word.drop(while: { $0 != ":" }).dropFirst())
            let distances = [word, bare].map { distance(wanted, $0.lowercased()) }
            return (word: word, distance: distances.min() ?? 0)
        }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(2, wanted.count / 3) ? best.word : nil
    }

    /// Returns the number of characters to insert, delete or replace to turn one word into the other.
    package static func distance(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one), Array(other))
        var row = Array(0...other.count)
        for (index, character) in one.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, candidate) in other.enumerated() {
                let change = diagonal + (character == candidate ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(change, row[column] + 1, diagonal + 1)
            }
        }
        return row[other.count]
    }
}
