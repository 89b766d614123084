// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("The server API")
struct ServerAPITests {
    /// Returns the files below a folder, with their texts.
    private func files(_ folder: String, _ ending: String) throws -> [(path: String, text: String)] {
        let folder = root.appending(path: folder)
        let walker = try #require(FileManager.default.enumerator(atPath: folder.path))
        let files = walker.compactMap { $0 as? String }.filter { $0.hasSuffix(ending) }
        try #require(!files.isEmpty)
        return try files.map { ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) }
    }

    @Test("The module imports only the codecs and has no clock, randomness, input or output")
    func purity() throws {
        let banned = [
            "print(", "Date(", "Clock", ".random", "fatalError", "try!", "precondition", "FileHandle", "getenv",
            "unsafe ",
        ]
        let imports = ["import IMWire"]
        for (path, text) in try files("Sources/IMWireServerAPI", ".swift") {
            for line in text.split(separator: "\n") where !line.contains("///") {
                if line.hasPrefix("import") { #expect(imports.contains(String(line)), "\(path)") }
                for word in banned { #expect(!line.contains(word), "\(path): \(line)") }
            }
        }
    }

    @Test("Every requirement is cited by a test or a case")
    func citations() throws {
        let spec = try String(contentsOf: root.appending(path: "Spec/server-api.md"), encoding: .utf8)
        let tests =
            try files("Tests/IMWireServerAPITests", ".swift") + files("Tests/LiveServiceTests", ".swift")
            + files("Fixtures/cases/api", ".json")
        let cited = Set(tests.flatMap { $0.text.matches(of: /API-\d{3}/).map { String($0.0) } })
        let ids = spec.matches(of: /\*\*(API-\d{3})\*\*/).map { String($0.1) }
        try #require(ids.count > 30)
        // API-008 concerns clocks, which belong to the caller.
        for id in ids where id != "API-008" { #expect(cited.contains(id), "\(id) has no test") }
    }

    @Test("There are the seed's signature and at least ten more vectors")
    func vectors() throws {
        let cases = try files("Fixtures/cases/api", ".json").map(\.text).joined()
        #expect(cases.matches(of: /"op": "api.sign"/).count >= 11)
        #expect(cases.contains("api-sign-seed-code"))
    }
}
