// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TextSupport

@Suite("Shell words")
struct ShellWordTests {
    @Test(
        "A shell restores quoted text unchanged",
        arguments: ["", "a b", "it's", "'", "''", "'\u{301}; echo no", "$(id) `id` \\ \"\n*", "中文"])
    func roundTrip(text: String) throws {
        let shell = Process()
        let pipe = Pipe()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", "printf %s \(ShellWord.quoted(text))"]
        shell.standardOutput = pipe
        try shell.run()
        let said = try pipe.fileHandleForReading.readToEnd() ?? Data()
        shell.waitUntilExit()
        #expect(Array(said) == Array(text.utf8))
    }
}
