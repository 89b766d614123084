// SPDX-License-Identifier: Apache-2.0

import IMWire

/// JSON on a single line.
package enum JSONLine {
    /// Ends the line that begins at `start`.
    ///
    /// CR and LF between tokens become spaces (FRM-021), so that a value from outside cannot end the line early and
    /// forge the next one. JSON does not allow either inside a string.
    package static func end(_ buffer: inout [UInt8], from start: Int = 0) {
        var bytes = buffer.mutableSpan
        bytes.replaceLineBreaks(from: start, to: bytes.count)
        buffer.append(UInt8(ascii: "\n"))
    }

    /// Returns the same value without line breaks between its tokens.
    package static func onOneLine(_ json: RawJSON) -> RawJSON {
        guard json.text.utf8.span.hasLineBreaks else { return json }
        let bytes = json.text.utf8.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? UInt8(ascii: " ") : $0 }
        return (try? RawJSON(text: String(decoding: bytes, as: UTF8.self))) ?? json
    }

    /// Returns the same value without white space between its tokens, for display.
    package static func compact(_ json: RawJSON) -> String {
        if let members = json.members {
            return RawJSON.object(members.map { ($0.name, RawJSON(scanned: compact($0.value))) }).text
        }
        if let elements = json.elements { return "[" + elements.map(compact).joined(separator: ",") + "]" }
        return String(json.text.trimmingPrefix { $0.isWhitespace })
    }
}
