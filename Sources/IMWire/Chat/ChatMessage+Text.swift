// SPDX-License-Identifier: Apache-2.0

extension ChatMessage {
    /// Decodes a message in lenient mode.
    ///
    /// - Throws: The errors of ``ChatMessageDecoder/message(_:)``.
    public init(json: String) throws(DecodeError) {
        self = try ChatMessageDecoder().message(json.utf8.span).content
    }

    /// Returns the message in its canonical form (CHT-070).
    public func encodedString() -> String {
        var writer = ContentEncoder()
        encode(to: &writer)
        return writer.text
    }
}
