// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireSpec
import IMWireTestSupport
import IMWireValues

/// A target for schemas as data: an application's own, and the built-in ones, which are compared with the generated
/// types.
///
/// An input is a schema's text or the objectName of a built-in type, a NUL, and a content's bytes. JSON contains no
/// NUL.
struct SchemaTarget: FuzzTarget {
    let name = "schema"
    private let builtIn: [(name: ObjectName, shape: ContentShape?, text: [UInt8])]
    private let generated = ContentRegistry.builtIn
    /// The built-in schemas, read as data.
    private let loaded: ContentRegistry
    private let names: [[UInt8]]

    init() {
        var texts: [(name: ObjectName, shape: ContentShape?, text: [UInt8])] = []
        var registry = ContentRegistry.none
        for type in ContentRegistry.builtIn.all {
            let shape = ContentShape(type.objectName.rawValue)
            texts.append((type.objectName, shape, Array((SpecSchema.contentType(type.objectName.rawValue) ?? "").utf8)))
        }
        let files = texts.enumerated().map { SchemaFile(name: "\($0).schema.json", text: $1.text) }
        // A schema that cannot be read is missing from the registry, which the first comparison reports.
        for schema in (try? ContentSchema.decode(files)) ?? [] {
            try? registry.register(schema, overridingReserved: true)
        }
        builtIn = texts
        loaded = registry
        names = ContentShape.names(of: texts.map(\.shape))
    }

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        let end = input.firstIndex(of: 0) ?? input.count
        let schema = Array(input[..<end])
        let json = input.span.extracting(min(end + 1, input.count)...)
        let name = ObjectName(rawValue: String(decoding: schema.prefix(64), as: UTF8.self))
        if generated[name] != nil {
            for mode in [DecodingMode.lenient, .strict] { compare(name, json, mode, &observation) }
        } else {
            check(schema, json, &observation)
        }
    }

    // MARK: A built-in type, generated and as data

    /// Checks `differential.generated`: a built-in schema that is read as data has the generated type's results
    /// (CNT-190).
    private func compare(
        _ name: ObjectName, _ json: Span<UInt8>, _ mode: DecodingMode, _ observation: inout Observation
    ) {
        let (one, other) = (read(generated, name, json, mode), read(loaded, name, json, mode))
        let place = "\(name.rawValue) \(mode.rawValue)"
        switch (one, other) {
        case (.success(let one), .success(let other)):
            observation.record(one.deviations, TextHash.of(name.rawValue))
            if one.deviations != other.deviations {
                observation.violate(
                    .generated, at: "\(place) deviations", "generated \(one.deviations), data \(other.deviations)")
            }
            if one.value.encoded() != other.value.encoded() {
                observation.violate(.generated, at: "\(place) bytes")
            }
            if one.value.unknownMembers != other.value.unknownMembers {
                observation.violate(.generated, at: "\(place) unknown members")
            }
            if one.value.digest != other.value.digest { observation.violate(.generated, at: "\(place) digest") }
        case (.failure(let one), .failure(let other)):
            observation.record(one, TextHash.of(name.rawValue))
            if one != other {
                observation.violate(.generated, at: "\(place) \(one.code.rawValue)", "generated \(one), data \(other)")
            }
        case (.success, .failure(let error)), (.failure(let error), .success):
            observation.violate(.generated, at: "\(place) only one refuses: \(error.code.rawValue)", "\(error)")
        }
        var validator = ContentValidator(registry: loaded, mode: mode)
        ValidationOracle.check(self.name, name, json, decoded: other, &validator, &observation)
    }

    private func read(
        _ registry: ContentRegistry, _ name: ObjectName, _ json: Span<UInt8>, _ mode: DecodingMode
    ) -> ContentResult<AnyContent> {
        do throws(DecodeError) { return .success(try registry.decode(json, as: name, mode: mode)) } catch {
            return .failure(error)
        }
    }

    // MARK: Any schema

    private func check(_ schema: [UInt8], _ json: Span<UInt8>, _ observation: inout Observation) {
        let memory = MemoryOracle()
        do throws(SchemaError) {
            let types = try ContentSchema.decode([SchemaFile(name: "a.schema.json", text: schema)])
            observation.record(size: types.first?.memberNames.count ?? 0, UInt64(types.count))
            for type in types { check(type, json, &observation) }
        } catch {
            observation.record(
                .code, TextHash.of(error.code.rawValue), UInt64(min(error.path.utf8.count { $0 == .slash }, 8)))
            ErrorOracle.checkOffset(
                error.offset ?? 0, of: schema.count, "offset of \(error.code.rawValue)", "\(error)", &observation)
        }
        memory.check(name, input: schema.count + json.count, factor: 8_000, base: 8 << 20, &observation)
    }

    private func check(_ type: ContentSchema, _ json: Span<UInt8>, _ observation: inout Observation) {
        // The content of an opaque type is not read by its schema.
        var isRead = true
        let results = FormatOracle<SchemaContent>(
            place: name, lenientCodes: .lenientContents, strictCodes: .contents, rewriting: Deviation.ID(71),
            decode: { json, mode in
                let decoded = try type.decode(json, mode: mode)
                guard case .schema(let content) = decoded.value else {
                    isRead = false
                    throw DecodeError(.contentType, offset: 0)
                }
                return Decoded(content, deviations: decoded.deviations)
            }, encode: { $0.encoded() }
        ).check(json, &observation)
        var registry = ContentRegistry.none
        guard isRead, (try? registry.register(type, overridingReserved: true)) != nil else { return }
        for (mode, decoded) in [(DecodingMode.lenient, results.lenient), (.strict, results.strict)] {
            var validator = ContentValidator(registry: registry, mode: mode)
            ValidationOracle.check(name, type.objectName, json, decoded: decoded, &validator, &observation)
        }
    }

    // MARK: Making inputs

    func generate(_ random: inout SeededRandom) -> [UInt8] {
        let type = EdgeValues.pick(builtIn, &random)
        var input = Array(type.name.rawValue.utf8)
        if random.chance(40) { input = random.chance(50) ? type.text : Array(SchemaTarget.schema(&random).utf8) }
        input.append(0)
        if let shape = type.shape, random.chance(90) {
            ContentGenerator.object(shape, &input, &random)
        } else {
            JSONGenerator.value(&input, &random)
        }
        return input
    }

    private static func schema(_ random: inout SeededRandom) -> String {
        let names = ["a", "b", "content", "user", "extra", "a/b", "", "é"]
        let count = random.pick(0...4)
        var members: [String] = []
        for name in names.prefix(count) {
            members.append("\"\(name)\":{\(String(decoding: grammar.text("member", &random), as: UTF8.self))}")
        }
        let order = names.prefix(count).map { "\"\($0)\"" }.joined(separator: ",")
        var text = #"{"x-objectName":"app:A","type":"object","properties":{\#(members.joined(separator: ","))}"#
        text += ",\"x-order\":[\(order)]"
        if random.chance(30) { text += ",\"required\":[\(order)]" }
        if random.chance(10) { text += #","x-empty":"DEV-52""# }
        if random.chance(10), count > 1 { text += #","x-twin":{"members":["a","b"],"deviation":"DEV-05"}"# }
        return text + "}"
    }

    private static let grammar = TextGrammar([
        "member": ["<kind><aliases?20><foreign?10><coerced?10><values?10>"],
        "kind": [
            #""type":"string""#, #""type":"integer""#, #""type":"number""#, #""type":"boolean""#,
            #""type":"string","contentEncoding":"base64""#, #""type":"object""#, #""type":"array""#,
            #""type":"array","items":{"type":"string"}"#, #""x-kind":"any""#, #""x-kind":"stringMap""#,
            #""x-kind":"stringListMap""#, #""$ref":"user.schema.json""#, #""$ref":"extra.schema.json""#,
            #""type":"array","items":{"$ref":"article.schema.json"}"#,
            #""$ref":"burnAfterRead.schema.json#/properties/burnDuration""#, #""$ref":"a.schema.json""#,
        ],
        "aliases": [#","x-aliases":["x","y",{"name":"z","deviation":"DEV-08"}]"#],
        "foreign": [#","x-foreign":"DEV-64""#],
        "coerced": [#","x-missing":"DEV-60","x-null":"DEV-51","x-coerce":"DEV-39""#],
        "values": [#","x-valueAliases":{"map":{"1":"0"}}"#],
    ])

    func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        guard let end = input.firstIndex(of: 0), !random.chance(2) else { return generate(&random) }
        var schema = Array(input[..<end])
        var content = Array(input[(end + 1)...])
        if schema.first == UInt8(ascii: "{"), random.chance(60) {
            JSONMutator.mutate(&schema, names: SchemaTarget.words, &random)
            schema.removeAll { $0 == 0 }
        } else {
            JSONMutator.mutate(&content, names: names, &random)
        }
        return schema + [0] + content
    }

    func smaller(_ input: [UInt8]) -> [[UInt8]] {
        guard let end = input.firstIndex(of: 0) else { return [] }
        let schemas = JSONShrinker.smaller(Array(input[..<end])).map { $0 + input[end...] }
        return JSONShrinker.smaller(input, from: end + 1) + schemas
    }

    func seed(from item: Case) -> [UInt8]? {
        guard item.operation == .decode || item.operation == .roundtrip, item.input.members.isEmpty,
            item.input.bytes.count <= maximumLength, generated[ObjectName(rawValue: item.input.objectName)] != nil
        else { return nil }
        return Array(item.input.objectName.utf8) + [0] + item.input.bytes
    }

    func question(_ input: [UInt8]) -> TesteeRequest? {
        let end = input.firstIndex(of: 0) ?? input.count
        guard let text = String(validating: input[..<end], as: UTF8.self) else { return nil }
        if generated[ObjectName(rawValue: text)] != nil { return .content(Array(input[end...].dropFirst()), as: text) }
        let file = RawJSON.object([(name: "name", value: "a.schema.json"), (name: "text", value: RawJSON(text))])
        return TesteeRequest("schema.check", [(name: "files", value: .array([file]))])
    }

    var dictionary: [[UInt8]] { SchemaTarget.words + names }

    private static let words = [[UInt8]](
        words: """
            x-objectName x-category x-persistence flags alternatives x-digest member text x-opaque x-foreignMembers
            x-twin members deviation x-order x-aliases name x-coerce x-missing x-null x-empty x-foreign x-url
            x-valueAliases map x-kind type properties required items $ref contentEncoding base64 string integer number
            boolean object array any rawObject rawList stringMap stringListMap user.schema.json a.schema.json DEV-08
            title
            """)
}
