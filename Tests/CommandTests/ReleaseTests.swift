// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

struct ReleaseTests {
    @Test("The release's man page omits exactly the commands that belong to imwire-live")
    func commandsOfOthers() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let help = try tool.run("--help").output.split(separator: "\n", omittingEmptySubsequences: false)
        let list = help.drop { $0 != "SUBCOMMANDS:" }.dropFirst().prefix { !$0.isEmpty }
        let names = list.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.compactMap {
            $0.split(separator: " ").first.map(String.init)
        }
        #expect(names.count > 10, "\(names)")
        // The build of the tests has no imwire-live, just as a release does not.
        let missing = try names.filter { try tool.run($0, "--help").errors.contains("imwire-live") }
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../scripts/release")
        let text = try String(contentsOf: script, encoding: .utf8)
        #expect(!missing.isEmpty && text.contains("case $command in \(missing.joined(separator: " | "))) continue"))
    }
}
