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
package struct SchemaTarget: FuzzTarget {
    package let name = "schema"
    private let builtIn: [(name: ObjectName, shape: ContentShape?, text: [UInt8])]
    private let generated = ContentRegistry.builtIn
    /// The built-in schemas, read as data.
    private let loaded: ContentRegistry
    private let names: [[UInt8]]

    /// Creates the target.
    package init() {
        var texts: [(name: ObjectName, shape: ContentShape?, text: [UInt8])] = []
        var names: Set<[UInt8]> = []
        var registry = ContentRegistry.none
        for type in ContentRegistry.builtIn.all {
            let shape = ContentShape(type.objectName.rawValue)
            names.formUnion(shape?.names ?? [])
            texts.append((type.objectName, shape, Array((SpecSchema.contentType(type.objectName.rawValue) ?? "").utf8)))
        }
        let files = texts.enumerated().map { SchemaFile(name: "\($0).schema.json", text: $1.text) }
        // A schema that cannot be read is missing from the registry, which the first comparison reports.
        for schema in (try? ContentSchema.decode(files)) ?? [] {
            try? registry.register(schema, overridingReserved: true)
        }
        builtIn = texts
        loaded = registry
        self.names = names.sorted { $0.lexicographicallyPrecedes($1) }
    }

    package mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        let end = input.firstIndex(of: 0) ?? input.count
        let schema = Array(input[..<end])
        let json = input.span.extracting(min(end + 1, input.count)...)
        let name = ObjectName(rawValue: String(decoding: schema.prefix(64), as: UTF8.self))
        if generated[name] != nil {
            for mode in [DecodingMode.lenient, .strict] { compare(name, json, mode, &observation) }
        } else {
            judge(schema, json, &observation)
        }
    }

    // MARK: A built-in type, generated and as data

    /// Judges `differential.generated`: a built-in schema that is read as data has the generated type's results
    /// (CNT-190).
    private func compare(
        _ name: ObjectName, _ json: Span<UInt8>, _ mode: DecodingMode, _ observation: inout Observation
    ) {
        let (one, other) = (read(generated, name, json, mode), read(loaded, name, json, mode))
        let place = "\(name.rawValue) \(mode.rawValue)"
        switch (one, other) {
        case (.success(let one), .success(let other)):
            observation.note(one.deviations, TextHash.of(name.rawValue))
            if one.deviations != other.deviations {
                observation.violate(
                    .generated, at: "\(place) deviations", "generated \(one.deviations), data \(other.deviations)")
            }
            if one.content.encoded() != other.content.encoded() {
                observation.violate(.generated, at: "\(place) bytes")
            }
            if one.content.unknownMembers != other.content.unknownMembers {
                observation.violate(.generated, at: "\(place) unknown members")
            }
            if one.content.digest != other.content.digest { observation.violate(.generated, at: "\(place) digest") }
        case (.failure(let one), .failure(let other)):
            observation.note(one, TextHash.of(name.rawValue))
            if one != other {
                observation.violate(.generated, at: "\(place) \(one.code.rawValue)", "generated \(one), data \(other)")
            }
        case (.success, .failure(let error)), (.failure(let error), .success):
            observation.violate(.generated, at: "\(place) only one refuses: \(error.code.rawValue)", "\(error)")
        }
        var validator = ContentValidator(registry: loaded, mode: mode)
        judge(&validator, other, name, json, &observation)
    }

    private func read(
        _ registry: ContentRegistry, _ name: ObjectName, _ json: Span<UInt8>, _ mode: DecodingMode
    ) -> ContentResult<AnyContent> {
        do throws(DecodeError) { return .success(try registry.decode(json, as: name, mode: mode)) } catch {
            return .failure(error)
        }
    }

    // MARK: Any schema

    private func judge(_ schema: [UInt8], _ json: Span<UInt8>, _ observation: inout Observation) {
        let memory = MemoryOracle()
        do throws(SchemaError) {
            let types = try ContentSchema.decode([SchemaFile(name: "a.schema.json", text: schema)])
            observation.note(size: types.first?.memberNames.count ?? 0, UInt64(types.count))
            for type in types { judge(type, json, &observation) }
        } catch {
            observation.note(
                .code, TextHash.of(error.code.rawValue), UInt64(min(error.path.utf8.count { $0 == 0x2f }, 8)))
            if let offset = error.offset, offset < 0 || offset > schema.count {
                observation.violate(.error, at: "offset of \(error.code.rawValue)", "\(error)")
            }
        }
        memory.judge(name, input: schema.count + json.count, factor: 8_000, base: 8 << 20, &observation)
    }

    private func judge(_ type: ContentSchema, _ json: Span<UInt8>, _ observation: inout Observation) {
        func read(_ json: Span<UInt8>, _ mode: DecodingMode) -> ContentResult<SchemaContent>? {
            do throws(DecodeError) {
                let decoded = try type.decode(json, mode: mode)
                guard case .schema(let content) = decoded.value else { return nil }
                return .success(Decoded(content, deviations: decoded.deviations))
            } catch {
                return .failure(error)
            }
        }
        guard let lenient = read(json, .lenient), let strict = read(json, .strict) else { return }
        LeniencyOracle.judge(name, lenient: lenient, strict: strict, &observation)
        switch lenient {
        case .failure(let error):
            observation.note(error)
            ErrorOracle.judge(error, of: json.count, allowed: ErrorOracle.contents, &observation)
        case .success(let decoded):
            observation.note(decoded.deviations)
            let written = decoded.value.encoded()
            RoundtripOracle.judge(
                name, decoded.value, written: written, isInput: written.isSame(as: json),
                again: read(written.span, .lenient) ?? .failure(DecodeError(.contentType, offset: 0)),
                isRewritten: decoded.deviations.contains { $0.id == Deviation.ID(71) }, encode: { $0.encoded() },
                &observation)
        }
        var registry = ContentRegistry.none
        guard (try? registry.register(type, overridingReserved: true)) != nil else { return }
        for (mode, decoded) in [(DecodingMode.lenient, lenient), (.strict, strict)] {
            var validator = ContentValidator(registry: registry, mode: mode)
            judge(&validator, decoded, type.objectName, json, &observation)
        }
    }

    private func judge<Content>(
        _ validator: inout ContentValidator, _ decoded: ContentResult<Content>, _ name: ObjectName, _ json: Span<UInt8>,
        _ observation: inout Observation
    ) {
        var refusal: DecodeError?
        do throws(DecodeError) { try validator.validate(json, as: name) } catch { refusal = error }
        ValidationOracle.judge(
            "\(self.name) \(validator.mode.rawValue)", decoded: decoded, error: refusal,
            deviations: refusal == nil ? validator.deviations : [], &observation)
    }

    // MARK: Making inputs

    package func generate(_ random: inout SeededRandom) -> [UInt8] {
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
        for name in names.prefix(count) { members.append("\"\(name)\":{\(member(&random))}") }
        let order = names.prefix(count).map { "\"\($0)\"" }.joined(separator: ",")
        var text = #"{"x-objectName":"app:A","type":"object","properties":{\#(members.joined(separator: ","))}"#
        text += ",\"x-order\":[\(order)]"
        if random.chance(30) { text += ",\"required\":[\(order)]" }
        if random.chance(10) { text += #","x-empty":"DEV-52""# }
        if random.chance(10), count > 1 { text += #","x-twin":{"members":["a","b"],"deviation":"DEV-05"}"# }
        return text + "}"
    }

    private static func member(_ random: inout SeededRandom) -> String {
        var text = EdgeValues.pick(
            [
                #""type":"string""#, #""type":"integer""#, #""type":"number""#, #""type":"boolean""#,
                #""type":"string","contentEncoding":"base64""#, #""type":"object""#, #""type":"array""#,
                #""type":"array","items":{"type":"string"}"#, #""x-kind":"any""#, #""x-kind":"stringMap""#,
                #""x-kind":"stringListMap""#, #""$ref":"user.schema.json""#, #""$ref":"extra.schema.json""#,
                #""type":"array","items":{"$ref":"article.schema.json"}"#,
                #""$ref":"burnAfterRead.schema.json#/properties/burnDuration""#, #""$ref":"a.schema.json""#,
            ], &random)
        if random.chance(20) { text += #","x-aliases":["x","y",{"name":"z","deviation":"DEV-08"}]"# }
        if random.chance(10) { text += #","x-foreign":"DEV-64""# }
        if random.chance(10) { text += #","x-missing":"DEV-60","x-null":"DEV-51","x-coerce":"DEV-39""# }
        if random.chance(10) { text += #","x-valueAliases":{"map":{"1":"0"}}"# }
        return text
    }

    package func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
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

    package func smaller(_ input: [UInt8]) -> [[UInt8]] {
        guard let end = input.firstIndex(of: 0) else { return [] }
        let schemas = JSONShrinker.smaller(Array(input[..<end])).map { $0 + input[end...] }
        return JSONShrinker.smaller(input, from: end + 1) + schemas
    }

    package func seed(from item: Case) -> [UInt8]? {
        guard item.operation == .decode || item.operation == .roundtrip, item.input.members.isEmpty,
            item.input.bytes.count <= maximumLength, generated[ObjectName(rawValue: item.input.objectName)] != nil
        else { return nil }
        return Array(item.input.objectName.utf8) + [0] + item.input.bytes
    }

    package func question(_ input: [UInt8]) -> TesteeRequest? {
        // The testee protocol has no operation for a schema of its own.
        guard let end = input.firstIndex(of: 0) else { return nil }
        let name = String(decoding: input[..<end], as: UTF8.self)
        guard generated[ObjectName(rawValue: name)] != nil else { return nil }
        return .content(Array(input[(end + 1)...]), as: name)
    }

    package var dictionary: [[UInt8]] { SchemaTarget.words + names }

    private static let words = [
        "x-objectName", "x-category", "x-persistence", "flags", "alternatives", "x-digest", "member", "text",
        "x-opaque",
        "x-foreignMembers", "x-twin", "members", "deviation", "x-order", "x-aliases", "name", "x-coerce", "x-missing",
        "x-null", "x-empty", "x-foreign", "x-url", "x-valueAliases", "map", "x-kind", "type", "properties", "required",
        "items", "$ref", "contentEncoding", "base64", "string", "integer", "number", "boolean", "object", "array",
        "any",
        "rawObject", "rawList", "stringMap", "stringListMap", "user.schema.json", "a.schema.json", "DEV-08", "title",
    ].map { Array($0.utf8) }
}
