// SPDX-License-Identifier: Apache-2.0

import IMWireSpec

/// What the specification says of the id of a finding.
enum SpecID {
    /// A title and the whole text, without the marks of Markdown; the id itself where the specification has no such id.
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
