// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Runs the commands of the README and of all guides, and compares their output (`scripts/test-docs`).
///
/// `scripts/test --all` also runs those that need the server, and requires every tool.
struct DocumentTests {
    @Test("The README and the guides show what their commands print, and list what is not run")
    func commands() throws {
        let folder = URL(filePath: try #require(Tool.path)).deletingLastPathComponent().path
        let script = Tool.root.appending(path: "scripts/test-docs").path
        let run = try Tool().shell(#"env -u IMWIRE_ALL python3 "$1" --bin "$2""#, [script, folder])
        #expect(run.code == 0, "\(run.output)")
    }
}
