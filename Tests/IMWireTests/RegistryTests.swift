// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("The registry's table")
struct RegistryTests {
    @Test("Every built-in name is found, and no name that differs by a byte")
    func builtIn() throws {
        let registry = ContentRegistry.builtIn
        #expect(registry.all.count == 82)
        for type in registry.all {
            #expect(registry[type.objectName]?.objectName == type.objectName)
            let name = type.objectName.rawValue
            for other in [name + "x", String(name.dropLast()), name.lowercased(), " " + name] {
                let isOther = registry.all.contains { $0.objectName.rawValue.utf8.elementsEqual(other.utf8) }
                #expect((registry[ObjectName(rawValue: other)] != nil) == isOther, "\(other)")
            }
        }
        #expect(registry[""] == nil)
        // The content of an empty name is kept, and the name is reported at the first byte (CNT-002).
        let nameless = try registry.decode(Array("{}".utf8), as: "")
        #expect(nameless.deviations == [Deviation(.init(36), offset: 0)])
    }

    @Test("Custom names are compared by their bytes (CNT-001)")
    func custom() throws {
        var registry = ContentRegistry.builtIn
        try registry.register(Composed.self)
        #expect(registry[Composed.objectName] != nil)
        #expect(registry[Decomposed.objectName] == nil)
        try registry.register(Decomposed.self)
        #expect(throws: RegistrationError.self) { try registry.register(Decomposed.self) }
        #expect(registry.all.count == 84)
        // Unicode defines the two spellings as equivalent, so neither precedes the other: they keep their order.
        let own = registry.all.map(\.objectName).filter { $0.rawValue.hasPrefix("app:") }
        #expect(own == [Composed.objectName, Decomposed.objectName])
        // A copy is independent of the original.
        var other = ContentRegistry.builtIn
        try other.register(Decomposed.self)
        #expect(other[Composed.objectName] == nil)
    }
}

private struct Composed: MessageContent, DiscardsUnknownMembers {
    static let objectName: ObjectName = "app:caf\u{e9}"
    init(decoding reader: inout ContentDecoder) throws(DecodeError) {}
    func encode(to writer: inout ContentEncoder) {}
}

private struct Decomposed: MessageContent, DiscardsUnknownMembers {
    static let objectName: ObjectName = "app:cafe\u{301}"
    init(decoding reader: inout ContentDecoder) throws(DecodeError) {}
    func encode(to writer: inout ContentEncoder) {}
}
