// SPDX-License-Identifier: Apache-2.0

import Foundation
import SpecGenerator
import Testing

/// The package's root, three folders up from this file.
let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

@Suite("Generated sources")
struct GeneratedSourcesTests {
    @Test("The committed sources are what Spec/ says")
    func freshness() throws {
        let stale = try SpecGenerator(root: root).stale()
        #expect(stale.isEmpty, "stale; run `swift run imwire-specgen` and commit what it changes")
    }

    @Test("The generator writes the same twice")
    func determinism() throws {
        let once = try SpecGenerator(root: root).files()
        let twice = try SpecGenerator(root: root).files()
        #expect(once.map(\.path) == twice.map(\.path))
        #expect(once.map(\.text) == twice.map(\.text))
    }
}
