// SPDX-License-Identifier: Apache-2.0

/// Creates JSON strings with the content writer, so that there is a single implementation of string escaping.
extension RawJSON {
    /// Creates a JSON string from a text.
    public init(_ string: String) {
        var writer = ContentEncoder()
        writer.value(string)
        self.init(scanned: writer.text)
    }
}

extension RawJSON: ExpressibleByStringLiteral {
    /// Creates a JSON string from a text.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}
