// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireSpec
import Testing

/// Tests that every built-in schema, read like an application's schema, agrees with its generated type (CNT-190).
@Suite("Agreement of schemas and generated types")
struct SchemaAgreementTests {
    /// A registry of the built-in schemas as data, without generated types.
    private static let loaded: Result<ContentRegistry, any Error> = Result {
        var registry = ContentRegistry.none
        for schema in try ContentSchema.read(files()) { try registry.register(schema, overridingReserved: true) }
        return registry
    }

    private static func files() -> [SchemaFile] {
        let types = ContentRegistry.builtIn.all.enumerated().compactMap { index, type in
            SpecSchema.contentType(type.objectName.rawValue).map { SchemaFile(name: "\(index).schema.json", text: $0) }
        }
        let objects = SpecSchema.commonObjectNames.compactMap { name in
            SpecSchema.commonObject(name).map { SchemaFile(name: "common-objects/\(name).schema.json", text: $0) }
        }
        return types + objects
    }

    private func check(_ name: ObjectName, _ bytes: [UInt8], _ origin: String) throws {
        for mode in [DecodingMode.lenient, .strict] {
            let generated = ContentAnswer(.builtIn, name, bytes, mode)
            let loaded = ContentAnswer(try Self.loaded.get(), name, bytes, mode)
            #expect(generated == loaded, "\(origin) \(mode): \(String(decoding: bytes.prefix(2_000), as: UTF8.self))")
        }
    }

    @Test("Every built-in type has a schema with its category, flags and members")
    func registry() throws {
        let loaded = try Self.loaded.get()
        #expect(loaded.all.map(\.objectName) == ContentRegistry.builtIn.all.map(\.objectName))
        for (own, builtIn) in zip(loaded.all, ContentRegistry.builtIn.all) {
            #expect(own.category == builtIn.category && own.persistence == builtIn.persistence, "\(own.objectName)")
            #expect(own.acceptedPersistence == builtIn.acceptedPersistence, "\(own.objectName)")
            #expect(own.isTyped == builtIn.isTyped, "\(own.objectName)")
        }
    }

    @Test("The built-in common objects equal those of the schema files")
    func commonObjects() throws {
        let types = Self.files().filter { !$0.name.hasPrefix("common-objects/") }
        var registry = ContentRegistry.none
        for schema in try ContentSchema.read(types) { try registry.register(schema, overridingReserved: true) }
        for item in try library.get().cases where !item.input.objectName.isEmpty && item.operation != .encode {
            let name = ObjectName(rawValue: item.input.objectName)
            let generated = ContentAnswer(.builtIn, name, item.input.bytes, .lenient)
            #expect(generated == ContentAnswer(registry, name, item.input.bytes, .lenient), "\(item.id)")
        }
    }

    @Test("Schemas and generated types agree on the bytes of every case")
    func cases() throws {
        for item in try library.get().cases where !item.input.objectName.isEmpty && item.operation != .encode {
            try check(ObjectName(rawValue: item.input.objectName), item.input.bytes, item.id)
        }
    }

    @Test("Schemas and generated types agree on mutations of every case's bytes", arguments: 1...CaseMutator.rounds)
    func mutations(seed: UInt64) throws {
        var mutator = CaseMutator(seed: seed)
        for item in try library.get().cases
        where !item.input.objectName.isEmpty && item.operation != .encode && item.input.bytes.count < 2_000 {
            let bytes = mutator.mutated(item.input.bytes)
            try check(ObjectName(rawValue: item.input.objectName), bytes, "\(item.id), seed \(seed)")
        }
    }
}
