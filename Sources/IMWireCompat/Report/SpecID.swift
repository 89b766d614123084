// SPDX-License-Identifier: Apache-2.0

import IMWireSpec

/// A namespace for looking up ids of findings in the specification.
enum SpecID {
    /// Returns a title and the full text without Markdown, or the id itself if the specification does not have it.
    static func text(_ id: String) -> (title: String, full: String) {
        if let deviation = SpecDeviation.named(id) {
            let parts = [
                deviation.title.last == "." ? deviation.title : deviation.title + ".",
                sentence("Canonical", deviation.canonical), sentence("A lenient decoder accepts", deviation.lenient),
                sentence("Seen from", deviation.seenFrom),
            ]
            return (plain(deviation.title), plain(parts.filter { !$0.isEmpty }.joined(separator: " ")))
        }
        if let requirement = SpecRequirement.named(id) {
            return (plain(requirement.sentence), plain(requirement.text))
        }
        return (id, id)
    }

    private static func sentence(_ title: String, _ text: String) -> String {
        text.isEmpty ? "" : "\(title): \(text)\(text.last == "." ? "" : ".")"
    }

    private static func plain(_ text: String) -> String {
        text.replacing("`", with: "").replacing("**", with: "").replacing("\n", with: " ")
    }
}
