// SPDX-License-Identifier: Apache-2.0

import Foundation
import SpecGenerator
import Testing

@Suite("Lists of public declarations")
struct PublicInterfaceTests {
    @Test(
        "The committed list contains exactly the module's public declarations",
        arguments: PublicInterface.modules.filter { $0 != "IMWireNIO" })
    func declarations(module: String) throws {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
        let interface = PublicInterface(root: root, build: URL(filePath: bundle).deletingLastPathComponent())
        #expect(try interface.isCurrent(module), "stale; run `scripts/api` and review what it changes")
    }

    @Test("Each new name of the migration table is a name of the public declarations")
    func migration() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", root.appending(path: "scripts/check-migration.py").path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let report = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(String(decoding: report, as: UTF8.self))")
    }
}
