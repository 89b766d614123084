// SPDX-License-Identifier: Apache-2.0

import TextSupport
import ValueSupport

/// Output that has not been written yet: bytes for standard output, and messages for standard error between them.
package struct OutputBuffer: Sendable {
    /// The bytes for standard output, to which commands append.
    package var bytes: [UInt8] = []
    /// The colors of the output, if the output shows them.
    package let style: Style

    /// A message, and the number of bytes of output that precede it.
    package struct Message: Sendable {
        package var offset: Int
        package var text: String
    }

    /// The messages for standard error, in order.
    package private(set) var messages: [Message] = []
    private var messageBytes = 0
    /// The offset of the start of the current line.
    private var lineStart = 0
    /// The largest capacity that is kept, in bytes; a larger one served a line that was much longer than others.
    private static let kept = 4 << 20

    /// Creates an empty buffer.
    package init(style: Style) {
        self.style = style
    }

    /// The number of bytes in the buffer, those of messages included.
    package var count: Int { bytes.count + messageBytes }

    /// Appends text to the current line.
    package mutating func write(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Appends a line of text for people.
    package mutating func line(_ text: String) {
        write(text)
        endLine()
    }

    /// Ends a line of text for people and escapes its control and bidirectional characters.
    package mutating func endLine() {
        DisplayText.escapeControls(in: &bytes, from: lineStart, keepsColors: style.isOn)
        endBytes(with: UInt8(ascii: "\n"))
    }

    /// Appends a line of JSON.
    package mutating func record(_ json: String) {
        write(json)
        endRecord()
    }

    /// Ends a line of JSON and replaces line breaks between its tokens with spaces.
    package mutating func endRecord() {
        JSONLine.end(&bytes, from: lineStart)
        endBytes()
    }

    /// Ends a line of JSON that has no line breaks between its tokens, with the brace of its object.
    package mutating func endObject() {
        bytes.append(UInt8(ascii: "}"))
        endBytes(with: UInt8(ascii: "\n"))
    }

    /// Ends a line that is known to contain no line break, or output that is not divided into lines.
    package mutating func endBytes(with byte: UInt8? = nil) {
        if let byte { bytes.append(byte) }
        lineStart = bytes.count
    }

    /// Appends a message for standard error, which is written after the bytes that precede it.
    package mutating func complain(_ text: String) {
        messages.append(Message(offset: bytes.count, text: text))
        messageBytes += text.utf8.count
    }

    /// Removes everything and keeps the storage, unless it is unusually large.
    package mutating func removeAll() {
        if bytes.capacity > OutputBuffer.kept { bytes = [] } else { bytes.removeAll(keepingCapacity: true) }
        messages.removeAll(keepingCapacity: true)
        messageBytes = 0
        lineStart = 0
    }
}
