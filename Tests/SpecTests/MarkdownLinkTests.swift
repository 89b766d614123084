// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A Markdown file of this repository, as GitHub shows it.
private struct MarkdownPage {
    let url: URL
    /// The text without code, where brackets are no links.
    let prose: String

    init(_ url: URL) throws {
        self.url = url
        let text = try String(contentsOf: url, encoding: .utf8)
        prose = text.replacing(#/(?ms)^ *```.*?^ *```$/#, with: "").replacing(
            #/`[^`\n]*`/#,
            with: { match in
                String(repeating: "x", count: match.output.count)
            })
        anchors = Self.anchors(text)
    }

    /// The anchors of the headings, and those that the text sets by itself.
    let anchors: Set<String>

    private static func anchors(_ text: String) -> Set<String> {
        var found: Set<String> = []
        var isCode = false
        for line in text.split(separator: "\n") {
            if line.drop(while: { $0 == " " }).hasPrefix("```") { isCode.toggle() }
            guard !isCode else { continue }
            for match in line.matches(of: #/<a (?:id|name)="([^"]+)"/#) { found.insert(String(match.output.1)) }
            guard let heading = line.wholeMatch(of: #/#{1,6} +(.+?) *#*/#) else { continue }
            let name = heading.output.1.lowercased().unicodeScalars
                .filter {
                    $0.properties.isAlphabetic || $0.properties.numericType != nil || "-_ ".unicodeScalars.contains($0)
                }
                .map { $0 == " " ? "-" : String($0) }.joined()
            var anchor = name
            var number = 0
            while !found.insert(anchor).inserted {
                number += 1
                anchor = "\(name)-\(number)"
            }
        }
        return found
    }

    /// The targets of links and images that are files or anchors here.
    var targets: [String] {
        (prose.matches(of: #/\]\(([^()\s]+)\)/#).map { String($0.output.1) }
            + prose.matches(of: #/(?m)^\[[^\]]+\]: +(\S+)/#).map { String($0.output.1) })
            .filter { !$0.contains(":") }
    }
}

@Suite("Links of the documents")
struct MarkdownLinkTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The Markdown files outside of build folders and the packages of other languages.
    private static func files() throws -> [URL] {
        let keys: [URLResourceKey] = [.isDirectoryKey]
        let folder = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: keys))
        var files: [URL] = []
        for case let url as URL in folder {
            let name = url.lastPathComponent
            if name.hasPrefix(".") || ["node_modules", "target", "release", "reports", "findings"].contains(name) {
                folder.skipDescendants()
            } else if url.pathExtension == "md" {
                files.append(url)
            }
        }
        return files
    }

    @Test("Every link in a Markdown file leads to a file, and every anchor to a heading")
    func links() throws {
        let files = try Self.files()
        #expect(files.count > 20)
        var pages: [String: MarkdownPage] = [:]
        for file in files { pages[file.standardizedFileURL.path] = try MarkdownPage(file) }
        for page in pages.values {
            for target in page.targets {
                let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                let path = String(parts[0]).removingPercentEncoding ?? ""
                let url =
                    path.isEmpty
                    ? page.url : page.url.deletingLastPathComponent().appending(path: path).standardizedFileURL
                #expect(FileManager.default.fileExists(atPath: url.path), "\(page.url.lastPathComponent): \(target)")
                if parts.count == 2, let other = pages[url.standardizedFileURL.path] {
                    #expect(other.anchors.contains(String(parts[1])), "\(page.url.lastPathComponent): \(target)")
                }
            }
        }
    }
}
