// SPDX-License-Identifier: Apache-2.0

extension ChatMessage {
    /// Decodes a message in lenient mode.
    ///
    /// - Throws: The errors of `ChatMessageDecoder.decode(_:)`.
    public init(json: String) throws(DecodeError) {
        self = try ChatMessageDecoder().decode(json.utf8.span).value
    }

    /// Returns the message in its canonical form (CHT-070).
    public func encodedString() -> String {
        var writer = ContentEncoder()
        encode(to: &writer)
        return writer.text
    }
}
