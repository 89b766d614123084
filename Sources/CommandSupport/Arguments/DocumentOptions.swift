// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import Platform
import TextSupport

/// The option for the documentation site to which output links.
package struct DocumentOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The address of the documentation site to link to; by default the copy of the release, if there is one.",
            valueName: "url"))
    package var docs: String?

    package init() {}

    /// The links, or nil if there is no site.
    package var links: DocumentLinks? {
        if let docs { return DocumentLinks(docs, isNamed: true) }
        let folder = RunningExecutable.url.deletingLastPathComponent().deletingLastPathComponent()
        let site = folder.appending(path: "share/doc/imwire/html")
        guard FileManager.default.fileExists(atPath: site.appending(path: "index.html").path) else { return nil }
        return DocumentLinks(site.absoluteString, isNamed: false)
    }
}

#endif
