// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireSpec
import Testing

@Suite("Privacy")
struct PrivacyTests {
    /// The names of all members in the schemas.
    private static let names: Set<String> = {
        var names: Set<String> = []
        func collect(_ text: String?) {
            guard let text, let schema = try? RawJSON(text: text) else { return }
            names.formUnion((schema["properties"]?.members ?? []).map(\.name))
        }
        for type in ContentRegistry.builtIn.all { collect(SpecSchema.contentType(type.objectName.rawValue)) }
        for name in [
            "user", "mentionedInfo", "audit", "article", "combineItem", "quotedInfo", "userSummary", "menuItem",
            "channelInfo", "requestInfo",
        ] { collect(SpecSchema.commonObject(name)) }
        return names
    }()

    @Test("Errors and deviations contain no content, and paths only schema names, `?` and indices (CNT-131)")
    func paths() throws {
        try #require(Self.names.count > 100)
        func check(_ path: String, _ id: String) {
            guard !path.isEmpty else { return }
            for step in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
                #expect(Self.names.contains(String(step)) || step == "?" || Int(step) != nil, "\(id): \(path)")
            }
        }
        for item in try library.get().cases where item.operation == .decode || item.operation == .roundtrip {
            for mode in [DecodingMode.lenient, .strict] {
                let name = ObjectName(rawValue: item.input.objectName)
                do {
                    let decoded = try ContentRegistry.builtIn.decode(name, item.input.bytes, mode: mode)
                    for deviation in decoded.deviations { check(deviation.path, item.id) }
                } catch {
                    check(error.path, item.id)
                    #expect(error.description.hasPrefix(error.code.rawValue))
                }
            }
        }
    }
}
