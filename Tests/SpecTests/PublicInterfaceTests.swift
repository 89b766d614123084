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
}
