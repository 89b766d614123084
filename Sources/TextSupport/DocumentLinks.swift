// SPDX-License-Identifier: Apache-2.0

/// The addresses of the pages of the documentation site that describe an id or a code.
package struct DocumentLinks: Sendable {
    /// The address of the site, which ends with a slash.
    private let base: String
    /// Whether the user named the site; the copy of a release is used without being named.
    package let isNamed: Bool

    /// Creates the addresses below the address of a site.
    package init(_ base: String, isNamed: Bool) {
        self.base = base.hasSuffix("/") ? base : base + "/"
        self.isNamed = isNamed
    }

    /// Returns the address of a page.
    package func url(_ page: String) -> String { base + page }

    /// Returns the address of a requirement or a deviation.
    package func url(ofID id: String) -> String {
        url("\(id.hasPrefix("DEV-") ? "deviations" : "requirements")/\(id).html")
    }

    /// Returns an id in HTML, as a link to its page.
    package func html(ofID id: String) -> String { "<a href=\"\(XMLText.escaped(url(ofID: id)))\">\(id)</a>" }

    /// Returns an id in Markdown, as a link to its page.
    package func markdown(ofID id: String) -> String { "[\(id)](\(url(ofID: id)))" }

    /// Returns the address of an error code such as `field.type`.
    package func url(ofError code: String) -> String { url("codes/errors.html#\(code)") }
}
