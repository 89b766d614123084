// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests that the cases say and show what they are for (scripts/check-cases.py).
@Suite("The cases of the suite")
struct CaseCheckTests {
    @Test("Each MUST about bytes has both sides, each limit n and n + 1, and each title agrees with its case")
    func cases() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", root.appending(path: "scripts/check-cases.py").path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let report = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(String(decoding: report, as: UTF8.self))")
    }
}
