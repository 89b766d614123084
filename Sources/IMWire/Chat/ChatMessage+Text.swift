// SPDX-License-Identifier: Apache-2.0

extension ChatMessage {
    /// Reads a message leniently.
    ///
    /// - Throws: as ``ChatReader/message(_:)``.
    public init(json: String) throws(DecodeError) {
        self = try ChatReader().message(json.utf8.span).content
    }

    /// The message in its canonical form (CHT-070).
    public func encodedString() -> String {
        var writer = ContentWriter()
        encode(to: &writer)
        return writer.text
    }
}
