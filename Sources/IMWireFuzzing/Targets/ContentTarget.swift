// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport
import IMWireValues

/// A target for one family of content types.
///
/// An input is an objectName, a line feed, and the content's bytes.
struct ContentTarget: JSONTextTarget {
    let name: String
    private let types: [(name: ObjectName, shape: ContentShape?)]
    let names: [[UInt8]]
    private var lenient = ContentValidator()
    private var strict = ContentValidator(mode: .strict)
    private let registry = ContentRegistry.builtIn

    init(_ family: ContentType.Category) {
        name = "content-\(family.rawValue)"
        types = ContentRegistry.builtIn.all.filter { $0.category == family }.map { type in
            (type.objectName, ContentShape(type.objectName.rawValue))
        }
        names = ContentShape.names(of: types.map(\.shape))
    }

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        let start = input.firstIndex(of: .lineFeed) ?? input.count
        guard start <= 64 else { return }
        let objectName = ObjectName(rawValue: String(decoding: input[..<start], as: UTF8.self))
        let json = input.span.extracting(min(start + 1, input.count)...)
        if let content = registry[objectName]?.content {
            check(content, json, &observation)
        } else {
            checkUnknown(objectName, json, &observation)
        }
    }

    private mutating func check<Content: MessageContent>(
        _ type: Content.Type, _ json: Span<UInt8>, _ observation: inout Observation
    ) {
        let memory = MemoryOracle()
        let place = type.objectName.rawValue
        let results = FormatOracle<Content>(
            place: place, lenientCodes: .lenientTypes, strictCodes: .contents, rewriting: Deviation.ID(71),
            decode: { try type.decode($0, mode: $1) }, encode: { $0.encoded() }
        ).check(json, &observation)
        ValidationOracle.check(place, type.objectName, json, decoded: results.lenient, &lenient, &observation)
        ValidationOracle.check(place, type.objectName, json, decoded: results.strict, &strict, &observation)
        if case .success(let decoded) = results.lenient, let written = results.written {
            if decoded.deviations.isEmpty, !written.isSame(as: json) {
                PreservationOracle.check(place, input: json, written: written, &observation)
            }
            observation.record(size: decoded.content.unknownMembers.names.count, TextHash.of(place) ^ 1)
            LineOracle.check(
                place, Decoded(content: .known(decoded.content), deviations: decoded.deviations), &observation)
        }
        memory.check(place, input: json.count, factor: 400, base: 524_288, &observation)
        if case .failure(let error) = results.strict, error.code.isOf("field.") {
            ErrorOracle.checkPlace(error.offset, error.code.rawValue, in: json, &observation)
        }
        guard case .success(let decoded) = results.lenient, let written = results.written else { return }
        JSONTextOracle.checkDepth(place, json, limit: DecodingLimits().depth, &observation)
        CanonicalOracle.check(place, json, decoded.deviations, &observation)
        for deviation in decoded.deviations {
            ErrorOracle.checkPlace(deviation.offset, deviation.id.description, in: json, &observation)
        }
        if let shape = types.first(where: { $0.name == type.objectName })?.shape {
            UnparsedOracle.check(place, json, shape, decoded.deviations, written: written, &observation)
        }
    }

    /// Checks a content of an unknown type, whose encoding must be the input (CNT-005).
    private func checkUnknown(_ name: ObjectName, _ bytes: Span<UInt8>, _ observation: inout Observation) {
        do throws(DecodeError) {
            let decoded = try registry.decode(name, bytes)
            observation.record(decoded.deviations)
            if !decoded.content.encoded().isSame(as: bytes) { observation.violate(.identity, at: "unknown objectName") }
            LineOracle.check("unknown objectName", decoded, &observation)
        } catch {
            observation.record(error)
            ErrorOracle.check(
                error, of: bytes.count, allowed: ErrorCodes(codes: [.limitSize]), at: "unknown objectName", &observation
            )
        }
    }

    // MARK: Making inputs

    func generate(_ random: inout SeededRandom) -> [UInt8] {
        let type = types[random.pick(0...types.count - 1)]
        var input = Array(type.name.rawValue.utf8) + [.lineFeed]
        if let shape = type.shape {
            ContentGenerator.object(shape, &input, &random)
        } else {
            JSONGenerator.value(&input, &random)
        }
        return input
    }

    var renewal: Int { 2 }
    func textStart(_ input: [UInt8]) -> Int? { input.firstIndex(of: .lineFeed).map { $0 + 1 } }

    func seed(from item: Case) -> [UInt8]? {
        guard item.operation == .decode || item.operation == .roundtrip, item.input.members.isEmpty,
            item.input.bytes.count <= maximumLength,
            types.contains(where: { $0.name.rawValue == item.input.objectName })
        else { return nil }
        return Array(item.input.objectName.utf8) + [.lineFeed] + item.input.bytes
    }

    func question(_ input: [UInt8]) -> TesteeRequest? {
        guard let start = input.firstIndex(of: .lineFeed), start <= 64 else { return nil }
        return .content(Array(input[(start + 1)...]), as: String(decoding: input[..<start], as: UTF8.self))
    }

    var dictionary: [[UInt8]] { names + types.map { Array($0.name.rawValue.utf8) } }
}
