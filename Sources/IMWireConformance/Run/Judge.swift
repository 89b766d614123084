// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A judge that compares the answer of a testee with the outcomes that a case accepts.
struct Judge {
    let hello: TesteeHello

    /// Returns the reason why the answer to a decoding is not accepted, or nil if it is accepted.
    func fault(in answer: TesteeAnswer, decoding item: Case) -> String? {
        if case .error = answer, item.isRefused(by: hello.profile) { return nil }
        return fault(item.accepted(from: hello.profile).map { expectation in decodeFault(answer, expectation) })
    }

    /// Returns the reason why the answer to an encoding is not accepted, or nil if it is accepted.
    func fault(in answer: TesteeAnswer, encoding item: Case) -> String? {
        fault(item.expectations.map { expectation in encodeFault(answer, expectation) })
    }

    /// Returns the reason why the refusal of a stream or session as a whole is not accepted, or nil if it is accepted.
    func fault(in answer: TesteeAnswer, refusing item: Case) -> String? {
        fault(
            item.expectations.map { expectation in
                expectation.error.map { refusalFault(answer, $0) ?? nil }
                    ?? "expected an answer, but \(Judge.name(answer))"
            })
    }

    /// Returns the reason why a signature is wrong, or nil if it is correct (TST-095).
    func fault(signature: String?, of item: Case) -> String? {
        guard let signature else { return "the answer has no signature" }
        let accepted = item.expectations.compactMap { $0.json["signature"]?.string }
        if accepted.contains(signature) { return nil }
        return "the signature is \(signature), not \(accepted.joined(separator: " or "))"
    }

    /// Returns the reason why the description of a type is not accepted, or nil if it is accepted (TST-104).
    func fault(description ok: RawJSON, of item: Case) -> String? {
        fault(
            item.expectations.map { expectation in
                for name in ["category", "persistence", "digest"] {
                    guard let wanted = expectation.json[name] else { continue }
                    let told = ok[name] ?? .null
                    if JSONEquality.difference(wanted, told, spelling: false) != nil {
                        return "the \(name) is \(told.text), not \(wanted.text)"
                    }
                }
                return nil
            })
    }

    /// Returns nil if the answer matches one accepted outcome, or the fault against the first outcome otherwise.
    private func fault(_ faults: [String?]) -> String? {
        faults.contains { $0 == nil } ? nil : faults.first.flatMap { $0 }
    }

    private func decodeFault(_ answer: TesteeAnswer, _ expectation: Case.Expectation) -> String? {
        if let refusal = expectation.error { return refusalFault(answer, refusal) }
        guard case .ok(let ok) = answer else { return "expected an accepted input, but \(Judge.name(answer))" }
        if let value = expectation.value {
            guard let actual = ok["value"] else { return "the answer has no value" }
            if let place = JSONEquality.difference(value, actual, spelling: expectation.isExact) {
                return "the value differs at \(place.isEmpty ? "its top" : place)"
            }
        }
        // Names are compared as JSON, because a name with a lone surrogate is not valid text.
        if let unknown = expectation.json["unknown"], let actual = ok["unknown"],
            JSONEquality.difference(unknown, actual, spelling: false) != nil
        {
            return "the unknown members are \(actual), not \(unknown)"
        }
        if let deviations = expectation.deviations, let actual = ok["deviations"]?.elements {
            let ids = Set(actual.compactMap(\.string))
            if ids != Set(deviations) { return "the deviations are \(ids.sorted()), not \(deviations.sorted())" }
        }
        return nil
    }

    private func encodeFault(_ answer: TesteeAnswer, _ expectation: Case.Expectation) -> String? {
        if let refusal = expectation.error { return refusalFault(answer, refusal) }
        guard case .ok(let ok) = answer else { return "expected bytes, but \(Judge.name(answer))" }
        guard let bytes = ok["bytes"]?.string.flatMap(Base64.decode) else { return "the answer has no Base64 bytes" }
        guard let expected = expectation.bytes else { return nil }
        let offset = Judge.firstDifference(expected, bytes)
        if expectation.isExact || hello.isCanonical {
            return offset.map { "the bytes differ from offset \($0) on" }
        }
        guard let wanted = RawJSON(line: expected), let written = RawJSON(line: bytes) else {
            return offset.map { "the bytes differ from offset \($0) on" }
        }
        guard let place = JSONEquality.difference(wanted, written, spelling: false) else { return nil }
        return "the written JSON differs at \(place.isEmpty ? "its top" : place)"
    }

    private func refusalFault(_ answer: TesteeAnswer, _ refusal: Case.Refusal) -> String? {
        guard case .error(let code, let offset, let path) = answer else {
            return "expected \(refusal.code), but \(Judge.name(answer))"
        }
        // A testee that does not use the suite's codes is judged only on the refusal itself (TST-014).
        guard hello.hasErrorCodes else { return nil }
        if code != refusal.code { return "the error is \(code), not \(refusal.code)" }
        if let wanted = refusal.offset, let offset, wanted != offset {
            return "the offset is \(offset), not \(wanted)"
        }
        if let wanted = refusal.path, let path, wanted != path { return "the path is \(path), not \(wanted)" }
        return nil
    }

    /// Returns a description of an answer.
    static func name(_ answer: TesteeAnswer) -> String {
        switch answer {
        case .ok: "it was accepted"
        case .error(let code, let offset, let path):
            "it was refused: \(code)\(offset.map { " at byte \($0)" } ?? "")\(path.map { $0.isEmpty ? "" : ", in \($0)" } ?? "")"
        case .skipped: "it was skipped"
        case .crashed(let how): "the process ended (\(how))"
        case .timedOut: "no answer arrived in time"
        case .malformed(let what): "the answer is malformed (\(what))"
        }
    }

    static func firstDifference(_ one: [UInt8], _ other: [UInt8]) -> Int? {
        for offset in 0..<min(one.count, other.count) where one[offset] != other[offset] { return offset }
        return one.count == other.count ? nil : min(one.count, other.count)
    }
}
