// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport
import IMWireValues

/// A target for one family of content types.
///
/// An input is an objectName, a line feed, and the content's bytes.
package struct ContentTarget: FuzzTarget {
    package let name: String
    private let types: [(name: ObjectName, shape: ContentShape?)]
    private let names: [[UInt8]]
    private var lenient = ContentValidator()
    private var strict = ContentValidator(mode: .strict)
    private let registry = ContentRegistry.builtIn
    private var buffer: [UInt8] = []

    /// Creates the target for a family.
    package init(_ family: ContentType.Category) {
        name = "content-\(family.rawValue)"
        types = ContentRegistry.builtIn.all.filter { $0.category == family }.map { type in
            (type.objectName, ContentShape(type.objectName.rawValue))
        }
        var names: Set<[UInt8]> = []
        for type in types { names.formUnion(type.shape?.names ?? []) }
        self.names = names.sorted { $0.lexicographicallyPrecedes($1) }
    }

    package mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        let start = input.firstIndex(of: 0x0a) ?? input.count
        guard start <= 64 else { return }
        let objectName = ObjectName(rawValue: String(decoding: input[..<start], as: UTF8.self))
        let json = input.span.extracting(min(start + 1, input.count)...)
        let place = TextHash.of(objectName.rawValue)
        if let content = registry[objectName]?.content {
            judge(content, json, place, &observation)
        } else {
            judgeUnknown(objectName, json, &observation)
        }
    }

    private mutating func judge<Content: MessageContent>(
        _ type: Content.Type, _ json: Span<UInt8>, _ hash: UInt64, _ observation: inout Observation
    ) {
        let memory = MemoryOracle()
        let decoded = ContentTarget.read(type, json, .lenient)
        let exact = ContentTarget.read(type, json, .strict)
        let place = type.objectName.rawValue
        LeniencyOracle.judge(place, lenient: decoded, strict: exact, &observation)
        validate(&lenient, decoded, type, json, &observation)
        validate(&strict, exact, type, json, &observation)
        switch decoded {
        case .failure(let error):
            observation.note(error, hash)
            ErrorOracle.judge(error, of: json.count, allowed: ErrorOracle.lenientContents, &observation)
        case .success(let decoded):
            observation.note(decoded.deviations, hash)
            observation.note(size: json.count, hash)
            decoded.value.encode(into: &buffer)
            let written = buffer
            let isInput = written.isSame(as: json)
            RoundtripOracle.judge(
                place, decoded.value, written: written, isInput: isInput,
                again: ContentTarget.read(type, written.span, .lenient),
                isRewritten: decoded.deviations.contains { $0.id == Deviation.ID(71) }, encode: { $0.encoded() },
                &observation)
            if decoded.deviations.isEmpty, !isInput {
                PreservationOracle.judge(place, input: json, written: written, &observation)
            }
            observation.note(size: decoded.value.unknownMembers.names.count, hash ^ 1)
            LineOracle.judge(
                place, Decoded(.known(decoded.value), deviations: decoded.deviations), &observation)
        }
        if case .failure(let error) = exact {
            observation.note(.code, TextHash.of(error.code), hash ^ 2)
            ErrorOracle.judge(error, of: json.count, allowed: ErrorOracle.contents, mode: .strict, &observation)
            if error.code.isOf("field.") {
                ErrorOracle.judgePlace(error.offset, error.code.rawValue, in: json, &observation)
            }
        }
        memory.judge(place, input: json.count, factor: 400, base: 524_288, &observation)
        if case .success(let decoded) = decoded {
            JSONTextOracle.judgeDepth(place, json, limit: DecodingLimits().depth, &observation)
            CanonicalOracle.judge(place, json, decoded.deviations, &observation)
            for deviation in decoded.deviations {
                ErrorOracle.judgePlace(deviation.offset, deviation.id.description, in: json, &observation)
            }
            if let shape = types.first(where: { $0.name == type.objectName })?.shape {
                UnparsedOracle.judge(place, json, shape, decoded.deviations, written: buffer, &observation)
            }
        }
    }

    private static func read<Content: MessageContent>(
        _ type: Content.Type, _ json: Span<UInt8>, _ mode: DecodingMode
    ) -> ContentResult<Content> {
        do throws(DecodeError) { return .success(try type.decode(json, mode: mode)) } catch {
            return .failure(error)
        }
    }

    private func validate<Content: MessageContent>(
        _ validator: inout ContentValidator, _ decoded: ContentResult<Content>, _ type: Content.Type,
        _ json: Span<UInt8>,
        _ observation: inout Observation
    ) {
        var refusal: DecodeError?
        do throws(DecodeError) { try validator.validate(json, as: type.objectName) } catch { refusal = error }
        ValidationOracle.judge(
            "\(type.objectName.rawValue) \(validator.mode.rawValue)", decoded: decoded, error: refusal,
            deviations: refusal == nil ? validator.deviations : [],
            &observation)
    }

    /// Judges a content of an unknown type, whose encoding must be the input (CNT-005).
    private func judgeUnknown(_ name: ObjectName, _ bytes: Span<UInt8>, _ observation: inout Observation) {
        do throws(DecodeError) {
            let decoded = try registry.decode(bytes, as: name)
            observation.note(decoded.deviations)
            if !decoded.value.encoded().isSame(as: bytes) { observation.violate(.identity, at: "unknown objectName") }
            LineOracle.judge("unknown objectName", decoded, &observation)
        } catch {
            observation.note(error)
            ErrorOracle.judge(error, of: bytes.count, allowed: [.limitSize], &observation)
        }
    }

    // MARK: Making inputs

    package func generate(_ random: inout SeededRandom) -> [UInt8] {
        let type = types[random.pick(0...types.count - 1)]
        var input = Array(type.name.rawValue.utf8) + [0x0a]
        if let shape = type.shape {
            ContentGenerator.object(shape, &input, &random)
        } else {
            JSONGenerator.value(&input, &random)
        }
        return input
    }

    package func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        guard let start = input.firstIndex(of: 0x0a), !random.chance(2) else { return generate(&random) }
        var input = input
        JSONMutator.mutate(&input, from: start + 1, names: names, &random)
        return input
    }

    package func smaller(_ input: [UInt8]) -> [[UInt8]] {
        guard let start = input.firstIndex(of: 0x0a) else { return [] }
        return JSONShrinker.smaller(input, from: start + 1)
    }

    package func seed(from item: Case) -> [UInt8]? {
        guard item.operation == .decode || item.operation == .roundtrip, item.input.members.isEmpty,
            item.input.bytes.count <= maximumLength,
            types.contains(where: { $0.name.rawValue == item.input.objectName })
        else { return nil }
        return Array(item.input.objectName.utf8) + [0x0a] + item.input.bytes
    }

    package func question(_ input: [UInt8]) -> TesteeRequest? {
        guard let start = input.firstIndex(of: 0x0a), start <= 64 else { return nil }
        return .content(Array(input[(start + 1)...]), as: String(decoding: input[..<start], as: UTF8.self))
    }

    package var dictionary: [[UInt8]] { names + types.map { Array($0.name.rawValue.utf8) } }
}
