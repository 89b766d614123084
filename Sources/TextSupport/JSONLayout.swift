// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A human-readable JSON layout that keeps short values on one line and indents longer ones by two spaces.
package enum JSONLayout {
    /// The maximum line width in bytes, including the margin.
    private static let width = 112

    /// Returns the text of a value, without a trailing line feed.
    package static func text(_ json: RawJSON, indent: Int = 0) -> String {
        var text = ""
        append(json, indent, to: &text)
        return text
    }

    /// Appends a value that begins at a margin.
    private static func append(_ json: RawJSON, _ indent: Int, to text: inout String) {
        let start = text.endIndex
        if appendLine(json, limit: text.utf8.count + width - indent, to: &text) { return }
        text.removeSubrange(start...)
        let margin = String(repeating: " ", count: indent)
        if let members = json.members {
            text += "{\n"
            for (place, member) in members.enumerated() {
                text += "\(place > 0 ? ",\n" : "")\(margin)  \(RawJSON(member.name).text): "
                append(member.value, indent + 2, to: &text)
            }
            text += "\n\(margin)}"
        } else if let elements = json.elements {
            text += "[\n"
            for (place, element) in elements.enumerated() {
                text += "\(place > 0 ? ",\n" : "")\(margin)  "
                append(element, indent + 2, to: &text)
            }
            text += "\n\(margin)]"
        } else {
            text += json.text
        }
    }

    /// Appends a value on one line, and returns false as soon as the text has more bytes than the limit.
    private static func appendLine(_ json: RawJSON, limit: Int, to text: inout String) -> Bool {
        if let members = json.members {
            text += "{"
            for (place, member) in members.enumerated() {
                text += "\(place > 0 ? ", " : "")\(RawJSON(member.name).text): "
                guard appendLine(member.value, limit: limit, to: &text) else { return false }
            }
            text += "}"
        } else if let elements = json.elements {
            text += "["
            for (place, element) in elements.enumerated() {
                if place > 0 { text += ", " }
                guard appendLine(element, limit: limit, to: &text) else { return false }
            }
            text += "]"
        } else {
            text += json.text
        }
        return text.utf8.count <= limit
    }
}
