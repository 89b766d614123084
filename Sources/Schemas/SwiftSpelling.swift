// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The name as a Swift identifier, in which `Id` is written in capitals: `messageUID` for `messageUId`.
    package var swiftSpelling: String {
        var spelling = ""
        var rest = self[...]
        while let first = rest.first {
            // `Identity` and `Idle` begin with the letters, but not with the word.
            let next = rest.dropFirst(rest.hasPrefix("Ids") ? 3 : 2).first
            if !spelling.isEmpty, rest.hasPrefix("Id"), !(next?.isLowercase ?? false) {
                spelling += "ID"
                rest = rest.dropFirst(2)
            } else {
                spelling.append(first)
                rest = rest.dropFirst()
            }
        }
        return spelling
    }
}
