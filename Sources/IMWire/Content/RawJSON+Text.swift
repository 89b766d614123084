// SPDX-License-Identifier: Apache-2.0

/// Text is escaped by the writer of contents, so that there is one way to write a JSON string.
extension RawJSON {
    /// Takes a text that is written as a JSON string.
    public init(_ string: String) {
        var writer = ContentWriter()
        writer.value(string)
        self.init(scanned: writer.text)
    }
}

extension RawJSON: ExpressibleByStringLiteral {
    /// Takes a text that is written as a JSON string.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}
