// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWireCompat
import IMWireSpec
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The result of checking all committed manifests, which is computed once.
private let everything = Result { CompatCheck(try platforms().map { try Manifest(parsing: $0.bytes) }) }

@Suite("Manifests of public SDKs") struct PlatformTests {
    /// Returns one line for each finding with a numbered deviation.
    private static func lines(_ check: CompatCheck) -> [String] {
        check.findings.filter { $0.deviation != nil }.map { finding in
            "\(finding.id) \(finding.kind.rawValue) \(finding.severity.rawValue) \(finding.platform)"
                + " \(finding.place.text.isEmpty ? "(empty)" : finding.place.text) ×\(finding.places.count)"
        }.sorted()
    }

    @Test("The findings are the reviewed ones")
    func expected() throws {
        let url = root.appending(path: "Fixtures/compat/expected.txt")
        let expected = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
        let found = PlatformTests.lines(try everything.get())
        for line in Set(expected).subtracting(found).sorted() { Issue.record("no longer found: \(line)") }
        for line in Set(found).subtracting(expected).sorted() { Issue.record("new, to be reviewed: \(line)") }
    }

    @Test("At least 70 of the 91 numbered deviations are found")
    func count() throws {
        let ids = Set(try everything.get().findings.compactMap(\.deviation)).filter {
            $0.utf8.count == 6 && $0 <= "DEV-91"
        }
        #expect(ids.count >= 70)
    }

    @Test("A finding has an id of the specification, both sides and advice (CMP-021)")
    func complete() throws {
        let requirements = Set(SpecRequirement.all.map(\.id))
        let deviations = Set(SpecDeviation.all.map(\.id))
        for kind in FindingKind.allCases { #expect(requirements.contains(kind.requirement), "\(kind)") }
        for finding in try everything.get().findings {
            #expect(finding.deviation.map(deviations.contains) ?? true, "\(finding.id)")
            #expect(!finding.left.isEmpty && !finding.right.isEmpty && !finding.advice.isEmpty, "\(finding.id)")
            #expect(!finding.places.isEmpty)
        }
    }

    @Test(
        "A manifest of an unknown platform has the same finding ids (CMP-038)", arguments: try platforms().map(\.file))
    func strangers(_ file: String) throws {
        let bytes = try #require(try platforms().first { $0.file == file }).bytes
        let manifest = try Manifest(parsing: bytes)
        var stranger = manifest
        stranger.platform = "somebody else"
        stranger.sdk = nil
        stranger.provenance = []
        // The order depends on severities, which differ for servers: only they are known to show no content.
        func ids(_ manifest: Manifest) -> [String] {
            CompatCheck([manifest]).findings.map { "\($0.id) \($0.places)" }.sorted()
        }
        #expect(ids(stranger) == ids(manifest))
    }

    @Test("The order of manifests does not change the findings (CMP-041)")
    func order() throws {
        let manifests = try everything.get().manifests
        #expect(CompatCheck(manifests.reversed()).findings == (try everything.get().findings))
    }

    @Test("The page loads no resource, and every link in it has a target")
    func page() throws {
        let html = CheckReport(try everything.get()).html
        #expect(
            !html.contains("<script") && !html.contains("<link") && !html.contains("src=") && !html.contains("@import"))
        #expect(!html.contains("url("))
        let links = Set(html.matches(of: /href="([^"]*)"/).map { String($0.output.1) })
        #expect(links.count > 50)
        for link in links {
            #expect(link.hasPrefix("#") && html.contains("id=\"\(link.dropFirst())\""), "\(link)")
        }
        let ids = html.matches(of: /\ id="([^"]*)"/).map { String($0.output.1) }
        #expect(Set(ids).count == ids.count)
    }

    @Test("Names from a manifest are escaped in pages, tables and files for build servers")
    func hostile() throws {
        let name = "a:<script>alert(1)</script>|\"&'\u{1}"
        var manifest = Manifest(platform: "<b>|p")
        manifest.types = [ManifestType(objectName: name), ManifestType(objectName: "")]
        manifest.title = "</style><script>"
        let report = CheckReport(CompatCheck([manifest, Manifest(platform: "q")]))
        #expect(!report.html.contains("<script") && !report.html.contains("<b>"))
        #expect(!report.markdown.contains("<script"))
        #expect(!report.text().contains("\u{1}") && report.text().contains("\\u{1}"))
        #expect(XMLParser(data: Data(report.junit(failing: .tolerated).utf8)).parse())
        #expect((try? JSONSerialization.jsonObject(with: Data(report.json.utf8))) != nil)
    }

    @Test("Files for build servers and JSON parse and contain the same number of findings")
    func machines() throws {
        let report = CheckReport(try everything.get())
        #expect(XMLParser(data: Data(report.junit(failing: .tolerated).utf8)).parse())
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any])
        #expect((json["findings"] as? [Any])?.count == report.check.findings.count)
    }
}
