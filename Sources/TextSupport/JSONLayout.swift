// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A human-readable JSON layout that keeps short values on one line and indents longer ones by two spaces.
package enum JSONLayout {
    /// The maximum line width in bytes, including the margin.
    private static let width = 112

    /// Returns the text of a value, without a trailing line feed.
    package static func text(_ json: RawJSON, indent: Int = 0) -> String {
        let flat = flat(json)
        if flat.utf8.count + indent <= width { return flat }
        let margin = String(repeating: " ", count: indent)
        if let members = json.members {
            let lines = members.map { name, value in
                "\(margin)  \(RawJSON(name).text): " + text(value, indent: indent + 2)
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(margin)}"
        }
        if let elements = json.elements {
            let lines = elements.map { "\(margin)  " + text($0, indent: indent + 2) }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(margin)]"
        }
        return flat
    }

    private static func flat(_ json: RawJSON) -> String {
        if let members = json.members {
            return "{" + members.map { "\(RawJSON($0.name).text): \(flat($0.value))" }.joined(separator: ", ") + "}"
        }
        if let elements = json.elements { return "[" + elements.map(flat).joined(separator: ", ") + "]" }
        return json.text
    }
}
