// SPDX-License-Identifier: Apache-2.0

import IMWire

/// `leniency`, `error`, `identity` and `stable`, for a format that is decoded in both modes and encoded.
struct FormatOracle<Value: Equatable & Sendable> {
    /// The results for an input.
    struct Results {
        var lenient: ContentResult<Value>
        var strict: ContentResult<Value>
        /// The encoding of what lenient mode decodes, or nil if there is none.
        var written: [UInt8]?
    }

    /// The location of violations.
    let place: String
    /// The codes that lenient mode may report.
    let lenientCodes: ErrorCodes
    /// The codes that strict mode may report.
    let strictCodes: ErrorCodes
    /// Whether decoding returns the deviations of the input.
    var reportsDeviations = true
    /// Whether an encoding may exceed a limit that the input met.
    var exceeds = true
    /// The deviation for a value that encoding changes on purpose, or nil if there is none.
    var rewriting: Deviation.ID?
    let decode: (Span<UInt8>, DecodingMode) throws -> Decoded<Value>
    /// Returns the encoding of a value, or nil if the value cannot be encoded.
    let encode: (Value) -> [UInt8]?

    /// Checks an input in both modes, and the encoding of what lenient mode decodes.
    @discardableResult
    func check(_ input: Span<UInt8>, _ observation: inout Observation) -> Results {
        let hash = TextHash.of(place)
        var results = Results(lenient: result(input, .lenient), strict: result(input, .strict))
        LeniencyOracle.check(
            place, lenient: results.lenient, strict: results.strict, reportsDeviations: reportsDeviations, &observation)
        if case .failure(let error) = results.strict {
            observation.record(.code, TextHash.of(error.code), hash ^ 2)
            ErrorOracle.check(error, of: input.count, allowed: strictCodes, at: "\(place) strict", &observation)
        }
        switch results.lenient {
        case .failure(let error):
            observation.record(error, hash)
            ErrorOracle.check(error, of: input.count, allowed: lenientCodes, at: place, &observation)
        case .success(let decoded):
            observation.record(decoded.deviations, hash)
            observation.record(size: input.count, hash)
            guard let written = encode(decoded.content) else {
                // Only lenient mode accepts what cannot be encoded.
                if case .success = results.strict { observation.violate(.identity, at: "\(place) strict") }
                break
            }
            results.written = written
            RoundtripOracle.check(
                place, decoded.content, written: written, isInput: written.isSame(as: input),
                again: result(written.span, .lenient), exceeds: exceeds,
                isRewritten: rewriting.map { id in decoded.deviations.contains { $0.id == id } } ?? false,
                encode: encode, &observation)
        }
        return results
    }

    private func result(_ input: Span<UInt8>, _ mode: DecodingMode) -> ContentResult<Value> {
        do { return .success(try decode(input, mode)) } catch {
            // An error of another type has an offset that no input has.
            return .failure(error as? DecodeError ?? DecodeError(.contentType, offset: -1))
        }
    }
}
