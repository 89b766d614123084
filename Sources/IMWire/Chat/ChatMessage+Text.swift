// SPDX-License-Identifier: Apache-2.0

extension ChatMessage {
    /// Decodes a message in lenient mode.
    ///
    /// - Throws: The errors of ``ChatReader/message(_:)``.
    public init(json: String) throws(DecodeError) {
        self = try ChatReader().message(json.utf8.span).content
    }

    /// Returns the message in its canonical form (CHT-070).
    public func encodedString() -> String {
        var writer = ContentWriter()
        encode(to: &writer)
        return writer.text
    }
}
