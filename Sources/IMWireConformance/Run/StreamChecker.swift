// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// The results of the replays of one stream so far.
struct StreamProgress {
    /// The accepted answer to the stream as a whole.
    var whole: RawJSON?
    /// The number of items at the last place at which the stream was cut.
    var itemsAtCut = 0
}

/// A comparison of the items of a stream with those that a case accepts.
struct StreamChecker {
    let hello: TesteeHello

    /// Returns the reason why an answer matches no accepted outcome, or nil if it matches one.
    ///
    /// An answer that repeats the accepted answer to the whole stream, byte for byte, need not be compared again.
    func fault(in ok: RawJSON, of item: Case, _ replay: Replay, _ progress: inout StreamProgress) -> String? {
        if let whole = progress.whole, repeats(whole, in: ok, replay) { return cutFault(ok, replay, &progress) }
        let isRefused = item.isRefused(by: hello.profile) && refusesAll(ok)
        if !isRefused {
            let fault = item.accepted(from: hello.profile).difference { self.fault(ok, $0, replay) }
            if let fault { return fault }
        }
        if let fault = AnswerShape(hello: hello).fault(in: ok, to: item.operation.rawValue) { return fault }
        if replay.isWhole { progress.whole = ok }
        return cutFault(ok, replay, &progress)
    }

    /// Returns a fault if a stream that is cut later has fewer items (TST-091), or nil otherwise.
    private func cutFault(_ ok: RawJSON, _ replay: Replay, _ progress: inout StreamProgress) -> String? {
        guard case .beginning = replay.expects else { return nil }
        let count = ok["items"]?.elements?.count ?? 0
        guard count >= progress.itemsAtCut else {
            return "there are \(count) items, but \(progress.itemsAtCut) when the stream is truncated earlier"
        }
        progress.itemsAtCut = count
        return nil
    }

    private func refusesAll(_ ok: RawJSON) -> Bool {
        guard let items = ok["items"]?.elements, !items.isEmpty else { return false }
        return items.allSatisfy { $0["error"] != nil }
    }

    /// Returns whether an answer repeats the accepted one, or the beginning of it.
    private func repeats(_ whole: RawJSON, in ok: RawJSON, _ replay: Replay) -> Bool {
        switch replay.expects {
        case .all: return ok == whole
        case .twice: return false
        case .beginning(let length):
            let answer = JSONObject(ok)
            guard let items = answer["items"]?.text.utf8, let all = whole["items"]?.text.utf8,
                let pending = answer["pending"]?.number?.int64, pending <= length, items.count <= all.count
            else { return false }
            let beginning = items.dropLast()
            guard all.starts(with: beginning) else { return false }
            // The next byte must end the list or begin another item.
            let next = all.dropFirst(beginning.count).first
            return next == UInt8(ascii: "]") || next == UInt8(ascii: ",") || items.count == 2
        }
    }

    private func fault(_ ok: RawJSON, _ expectation: Case.Expectation, _ replay: Replay) -> String? {
        guard var actual = ok["items"]?.elements, let pending = ok["pending"]?.number?.int64 else {
            return "the answer has no items, or no pending"
        }
        var expected = expectation.json["items"]?.elements ?? []
        switch replay.expects {
        case .all:
            if let wanted = expectation.json["pending"]?.number?.int64, wanted != pending {
                return "\(pending) bytes are pending, not \(wanted)"
            }
            if let wanted = expectation.json["emptyLines"]?.number?.int64, let empty = ok["emptyLines"]?.number?.int64,
                wanted != empty
            {
                return "\(empty) lines were empty, not \(wanted)"
            }
            if let open = ok["open"]?.number?.int64, open != expectation.json["open"]?.number?.int64 ?? 0 {
                return "\(open) fragment sets are open"
            }
        case .beginning(let length):
            if actual.count > expected.count { return "there are more items than in the whole stream" }
            expected = Array(expected.prefix(actual.count))
            if pending > length { return "\(pending) bytes are pending of \(length)" }
        case .twice(let shift):
            guard actual.count == expected.count * 2 else {
                return "there are \(actual.count) items, not \(expected.count * 2)"
            }
            let half = expected.count
            for index in half..<actual.count { actual[index] = StreamChecker.shifted(actual[index], by: -shift) }
            expected += expected
        }
        return itemFault(actual, expected, expectation)
    }

    private func itemFault(_ actual: [RawJSON], _ expected: [RawJSON], _ expectation: Case.Expectation) -> String? {
        guard actual.count == expected.count else { return "there are \(actual.count) items, not \(expected.count)" }
        for (index, pair) in zip(actual, expected).enumerated() {
            if let fault = itemFault(pair.0, pair.1, expectation) { return "item \(index): \(fault)" }
        }
        return nil
    }

    private func itemFault(
        _ actual: RawJSON, _ expected: RawJSON, _ expectation: Case.Expectation
    ) -> String? {
        let actual = JSONObject(actual)
        let expected = JSONObject(expected)
        if let error = expected["error"] {
            guard let found = actual["error"] else { return "\(error["code"]?.string ?? "an error") was expected" }
            if let fault = errorFault(found, error) { return fault }
            // An outcome need not state the place of an error in its batch (TST-065).
            return expected["batch"] == nil ? nil : batchFault(actual, expected)
        }
        if let error = actual["error"] { return "refused: \(error.text)" }
        if let frame = expected["frame"] {
            guard let found = actual["frame"] else { return "it is no frame" }
            return JSONEquality.fault("frame", CaseInput.frame(frame), found)
        }
        if let packet = expected["packet"] {
            guard let found = actual["packet"] else { return "it is no packet" }
            if let fault = packetFault(found, CaseInput.packet(packet), expectation.isObserved) { return fault }
        }
        if let hex = expected["trailing"]?.string, let found = actual["trailing"]?.string,
            HexBytes.read(hex) != Base64.decode(found)
        {
            return "the trailing bytes differ"
        }
        if let kind = expected["kind"]?.string, actual["kind"]?.string != kind {
            return "it is \(actual["kind"]?.string ?? "nothing"), not \(kind)"
        }
        if let message = expected["message"] {
            guard let found = actual["message"] else { return "there is no message" }
            if let fault = JSONEquality.fault("message", message, found, spelling: expectation.isExact) { return fault }
        }
        let deviations = expected["deviations"]?.elements?.compactMap(\.string)
        if let fault = AnswerChecker.deviationFault(deviations, actual["deviations"]) { return fault }
        return batchFault(actual, expected)
    }

    private func batchFault(_ actual: JSONObject, _ expected: JSONObject) -> String? {
        let batch = expected["batch"]?.elements?.map(\.text)
        return actual["batch"]?.elements?.map(\.text) == batch ? nil : "the batch is wrong"
    }

    /// Compares a packet; of an observed packet, only the expected members are compared (TST-077).
    private func packetFault(_ actual: RawJSON, _ expected: RawJSON, _ isObserved: Bool) -> String? {
        guard isObserved else { return JSONEquality.fault("packet", expected, actual) }
        for (name, value) in expected.members ?? [] {
            guard let found = actual[name] else { return "the packet has no \(name)" }
            if JSONEquality.difference(value, found, spelling: false) != nil { return "the packet differs at /\(name)" }
        }
        return nil
    }

    private func errorFault(_ actual: RawJSON, _ expected: RawJSON) -> String? {
        if actual["scope"]?.string != expected["scope"]?.string {
            return "the scope is \(actual["scope"]?.string ?? "absent")"
        }
        guard hello.hasErrorCodes else { return nil }
        let code = expected["code"]?.string
        if actual["code"]?.string != code { return "the error is \(actual["code"]?.string ?? "?"), not \(code ?? "?")" }
        for name in ["offset", "inner", "path"] {
            guard let wanted = expected[name], let found = actual[name] else { continue }
            if JSONEquality.difference(wanted, found, spelling: false) != nil {
                return "\(code ?? ""): the \(name) is \(found.text), not \(wanted.text)"
            }
        }
        return nil
    }

    /// Returns a polled packet with a list in place of a JSON string in `data`, to be compared as JSON (TST-089).
    ///
    /// The list has the value that the string holds. If `data` is not such a string, the packet is returned unchanged.
    private static func polled(_ packet: RawJSON) -> RawJSON {
        guard let members = packet.members else { return packet }
        return .object(
            members.map { member in
                guard member.name == "data", let text = member.value.string, let value = RawJSON(line: Array(text.utf8))
                else { return member }
                return (member.name, .array([value]))
            })
    }

    /// Returns an item with the offset of its error shifted.
    private static func shifted(_ item: RawJSON, by distance: Int) -> RawJSON {
        guard let error = item["error"], let offset = error["offset"]?.number?.int64 else { return item }
        let members = (error.members ?? []).map { member in
            member.name == "offset" ? (member.name, RawJSON.integer(Int(offset) + distance)) : member
        }
        return .object((item.members ?? []).map { $0.name == "error" ? ("error", .object(members)) : $0 })
    }
}

// MARK: - Encoded bytes

extension StreamChecker {
    /// Returns the reason why encoded bytes match no accepted outcome, or nil if they match one (TST-085).
    func fault(written ok: RawJSON, of item: Case) -> String? {
        guard let bytes = ok["bytes"]?.string.flatMap(Base64.decode) else { return "the answer has no Base64 bytes" }
        func items(_ bytes: [UInt8]) -> RawJSON? { StreamReading.items(bytes, like: item) }
        return item.expectations.difference { expectation in
            if item.input.member("capacity") != nil {
                let (needed, wanted) = (ok["needed"]?.number?.int64, expectation.json["needed"]?.number?.int64)
                if needed != wanted { return "the number of needed bytes is \(needed.map(String.init) ?? "absent")" }
            }
            if let frames = expectation.json["frames"]?.elements, let fault = FrameComparison.fault(bytes, frames) {
                return fault
            }
            guard let wanted = expectation.bytes else {
                guard let expected = expectation.json["items"]?.elements, let actual = items(bytes)?.elements else {
                    return "the bytes cannot be read"
                }
                return itemFault(actual, expected, expectation)
            }
            if item.input.member("framing")?.string == "xhr" {
                guard let expected = RawJSON(line: wanted), let actual = RawJSON(line: bytes) else {
                    return "the bytes are not JSON"
                }
                return JSONEquality.fault("JSON", StreamChecker.polled(expected), StreamChecker.polled(actual))
            }
            let isDeflated = item.input.member("deflate")?.boolean == true
            if expectation.isExact || (hello.isCanonical && !isDeflated) {
                return AnswerChecker.byteFault(wanted, bytes)
            }
            guard let expected = items(wanted), let actual = items(bytes) else { return "the bytes cannot be read" }
            return JSONEquality.difference(expected, actual, spelling: false).map { "the items differ at \($0)" }
        }
    }
}
