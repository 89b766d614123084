// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests of the accessibility of a report page with findings of every kind, for keyboards and screen readers.
@Suite("Accessibility of a report page")
struct ReportPageTests {
    private let tool = Tool()

    private func page(_ tool: Tool) throws -> String {
        let path = tool.folder.appending(path: "run.html").path
        let wrong = Tool.root.appending(path: "Examples/testees/python-wrong/testee.py").path
        let run = try tool.run(
            [
                "conform", "--cases", Tool.root.appending(path: "Fixtures/cases/deviation").path, "--no-replays",
                "--only", "dev-39-*", "--only", "dev-0*", "--testee", "Swift=built-in",
                "--testee", "wrong=python3 '\(wrong)'", "--report", path,
            ], inputFile: "/dev/null")
        #expect(run.code == 1, "\(run.errors)")
        return path
    }

    @Test("A page loads nothing, labels its tables, orders its headings and has no broken links")
    func isCompleteInItselfAndHasNames() throws {
        let text = try String(contentsOfFile: try page(tool), encoding: .utf8)
        // The page loads nothing; its only script is that of the search box.
        #expect(text.matches(of: /<script>/).count == 1)
        #expect(text.matches(of: /<(?:script |link|img|iframe|object|embed|video|audio|base)\b/).isEmpty)
        let style = try #require(text.firstMatch(of: /(?s)<style>(.*?)<\/style>/)?.output.1)
        #expect(!style.contains("url(") && !style.contains("@import"))
        #expect(text.contains("<html lang=\"en\">"))
        for tag in text.matches(of: /<[a-z]+ [^>]*tabindex="0"[^>]*>/).map(\.output) {
            #expect(tag.contains("role=") && tag.contains("aria-label"), "\(tag)")
        }
        let headers = text.matches(of: /<th\b[^>]*>/).map(\.output)
        #expect(headers.count > 4 && headers.allSatisfy { $0.contains("scope=") })
        var last = 0
        for heading in text.matches(of: /<h([1-6])/).compactMap({ Int($0.output.1) }) {
            #expect(heading <= last + 1, "a heading of level \(heading) follows one of level \(last)")
            last = heading
        }
        // Every link of the matrix leads to an existing finding.
        let links = text.matches(of: /href="#([^"]+)"/).map(\.output.1)
        #expect(links.count > 2 && links.allSatisfy { text.contains("id=\"\($0)\"") })
    }

    @Test(
        "A page can be used with a keyboard and a screen reader",
        .enabled(if: ProcessInfo.processInfo.environment["IMWIRE_ALL"] == "1"), .timeLimit(.minutes(5)))
    func aKeyboardAndAScreenReaderCanUseIt() throws {
        let script = Tool.root.appending(path: "scripts/check-page.py").path
        let run = try tool.shell("exec python3 \"$@\"", [script, try page(tool)])
        #expect(run.code == 0, "\(run.output)\(run.errors)")
    }
}
