// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

typealias ContentResult<Content: Sendable> = Result<Decoded<Content>, DecodeError>

/// `leniency`: lenient mode accepts what strict mode accepts, with the same value; strict mode refuses only for a
/// deviation.
enum LeniencyOracle {
    /// Checks the results of both modes for one input.
    ///
    /// - Parameter reportsDeviations: whether the results have the deviations of the input.
    static func check<Content: Equatable & Sendable>(
        _ place: @autoclosure () -> String, lenient: ContentResult<Content>, strict: ContentResult<Content>,
        reportsDeviations: Bool = true, _ observation: inout Observation
    ) {
        switch (lenient, strict) {
        case (.success(let lenient), .success(let strict)):
            if lenient.content != strict.content { observation.violate(.leniency, at: "\(place()) value") }
            if !lenient.deviations.isEmpty || !strict.deviations.isEmpty {
                observation.violate(
                    .leniency, at: "\(place()) \(lenient.deviations[0].id) is accepted", "\(lenient.deviations)")
            }
        case (.success(let lenient), .failure(let error)):
            if reportsDeviations, lenient.deviations.isEmpty {
                observation.violate(.leniency, at: "\(place()) \(error.code.rawValue) without deviation", "\(error)")
            }
        case (.failure(let error), .success):
            observation.violate(.leniency, at: "\(place()) \(error.code.rawValue) in lenient only", "\(error)")
        case (.failure, .failure): break  // Which of several errors is reported is not specified.
        }
    }
}

/// `validation`: validation has the same result as decoding: the same error, or the same deviations.
enum ValidationOracle {
    /// Checks the result of a validator for an input that was also decoded.
    static func check<Content>(
        _ place: String, _ name: ObjectName, _ json: Span<UInt8>, decoded: ContentResult<Content>,
        _ validator: inout ContentValidator, _ observation: inout Observation
    ) {
        var error: DecodeError?
        do throws(DecodeError) { try validator.validate(name, json) } catch let refusal { error = refusal }
        let deviations = error == nil ? validator.deviations : []
        func violate(_ what: String, _ detail: String) {
            observation.violate(.validation, at: "\(place) \(validator.mode.rawValue) \(what)", detail)
        }
        switch (decoded, error) {
        case (.success(let decoded), nil):
            if decoded.deviations != deviations {
                let one =
                    decoded.deviations.first { !deviations.contains($0) }
                    ?? deviations.first { !decoded.deviations.contains($0) }
                violate(
                    "deviations \(one?.id.description ?? "order")",
                    "decode \(decoded.deviations), validate \(deviations)")
            }
        case (.failure(let mine), let theirs?):
            if mine != theirs { violate(mine.code.rawValue, "decode \(mine), validate \(theirs)") }
        case (.success, let theirs?): violate("only validate refuses: \(theirs.code.rawValue)", "\(theirs)")
        case (.failure(let mine), nil): violate("only decode refuses: \(mine.code.rawValue)", "\(mine)")
        }
    }
}

/// `identity` and `stable`: the encoding decodes to the same value, and is encoded again with the same bytes.
enum RoundtripOracle {
    /// Checks the encoding of a content by decoding and encoding it again.
    ///
    /// - Parameters:
    ///   - isInput: whether the encoding has the bytes of the input. Decoding and encoding depend on nothing else, so
    ///     nothing new could be observed (FUZ-010).
    ///   - exceeds: whether the encoding may exceed a limit that the input met, because unknown members are joined.
    ///   - isRewritten: whether encoding changes a value on purpose: wrapped Base64 is written without line breaks
    ///     (CNT-075).
    static func check<Content: Equatable & Sendable>(
        _ place: @autoclosure () -> String, _ content: Content, written: [UInt8], isInput: Bool,
        again: @autoclosure () -> ContentResult<Content>, exceeds: Bool = true, isRewritten: Bool = false,
        encode: (Content) -> [UInt8]?, _ observation: inout Observation
    ) {
        if isInput { return }
        switch again() {
        case .failure(let error):
            if exceeds, error.code.isOf("limit.") { return }
            observation.violate(.identity, at: "\(place()) \(error.code.rawValue)", "the encoding is refused: \(error)")
        case .success(let again):
            if !isRewritten, again.content != content { observation.violate(.identity, at: "\(place()) value") }
            if encode(again.content) != written { observation.violate(.stable, at: place()) }
        }
    }
}

/// `preservation`: everything that arrived without a deviation is preserved in the encoding.
enum PreservationOracle {
    /// Checks the encoding of an input without deviations.
    static func check(
        _ place: @autoclosure () -> String, input: Span<UInt8>, written: [UInt8], _ observation: inout Observation
    ) {
        if JSONFingerprint.of(input) != JSONFingerprint.of(written.span) {
            observation.violate(.preservation, at: place())
        }
    }
}

/// `preservation`, for names: an alias is read only if the canonical name is absent (CNT-036).
enum CanonicalOracle {
    /// Checks the deviations of a decoded input.
    ///
    /// A deviation at a member whose name differs from the last component of the deviation's path marks an alias.
    static func check(
        _ place: String, _ text: Span<UInt8>, _ deviations: [Deviation], _ observation: inout Observation
    ) {
        guard !deviations.isEmpty else { return }
        let input = [UInt8](copying: text)
        let outline = JSONOutline(input)
        let nodes = outline.nodes
        guard nodes.count < JSONOutline.mostNodes else { return }
        for deviation in deviations where deviation.id != Deviation.ID(101) {
            guard
                let alias = nodes.first(where: { $0.isMember && $0.outerStart == deviation.offset }),
                let end = deviation.path.lastIndex(of: "/")
            else { continue }
            let name = deviation.path[deviation.path.index(after: end)...]
            func isCanonical(_ node: JSONOutline.Node) -> Bool {
                JSONTextOracle.string(input[node.outerStart..<node.nameEnd]).utf8.elementsEqual(name.utf8)
            }
            guard !isCanonical(alias) else { continue }
            // Of several members with the canonical name, the last one counts.
            let last = nodes.lastIndex { $0.isMember && $0.parent == alias.parent && isCanonical($0) }
            if let last, !isAbsent(last, nodes, input) {
                observation.violate(.preservation, at: "\(place) canonical name", "\(deviation) beside it")
            }
        }
    }

    /// Returns whether a value counts as absent: null, or an object or array that holds only nulls (CNT-031, CNT-043).
    private static func isAbsent(_ index: Int, _ nodes: [JSONOutline.Node], _ input: [UInt8]) -> Bool {
        switch input[nodes[index].start] {
        case UInt8(ascii: "n"): true
        case .openBracket, .openBrace: !nodes.contains { $0.parent == index && input[$0.start] != UInt8(ascii: "n") }
        default: false
        }
    }
}
