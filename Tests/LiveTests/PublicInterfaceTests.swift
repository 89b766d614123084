// SPDX-License-Identifier: Apache-2.0

#if Live

import SpecGenerator
import Testing

@Suite("List of the public declarations of IMWireNIO")
struct PublicInterfaceTests {
    @Test("The committed list contains exactly the module's public declarations")
    func declarations() throws {
        let interface = PublicInterface(root: root, build: LiveTool.folder)
        #expect(try interface.isCurrent("IMWireNIO"), "stale; run `scripts/api` and review what it changes")
    }
}

#endif
