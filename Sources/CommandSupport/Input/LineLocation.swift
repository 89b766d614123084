// SPDX-License-Identifier: Apache-2.0

#if Tools

import ValueSupport

/// The location of a line.
package struct LineLocation: Sendable {
    /// The name of the file.
    package let file: String
    /// Whether the command reads several files, so that a line's number alone does not locate it.
    package let isOneOfMany: Bool
    /// The line's number, from 1.
    package var number = 0

    package init(file: String, isOneOfMany: Bool) {
        self.file = file
        self.isOneOfMany = isOneOfMany
    }

    /// The line's number, or `messages.jsonl:7:` if there are several files.
    package var text: String { isOneOfMany ? full : String(number) }

    /// The file and the line's number: `messages.jsonl:7:`.
    package var full: String { "\(title):\(number):" }

    /// The file's name for people.
    package var title: String { InputError.title(file) }

    /// Appends ``text``.
    package func append(textTo bytes: inout [UInt8]) {
        if isOneOfMany { bytes.append(text: full) } else { bytes.append(json: number) }
    }

    /// Appends an opening brace and the members that locate the line; `name` is that of the member for the number.
    package func append(to bytes: inout [UInt8], as name: StaticString = "line") {
        bytes.append(literal: "{\"")
        bytes.append(literal: name)
        bytes.append(literal: "\":")
        bytes.append(json: number)
        if isOneOfMany { bytes.append(member: "file", json: file) }
    }
}

#endif
