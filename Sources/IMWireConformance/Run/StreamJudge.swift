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

/// A judge that compares the items of a stream with those that a case accepts.
struct StreamJudge {
    let hello: TesteeHello

    /// Returns the reason why an answer matches no accepted outcome, or nil if it matches one.
    ///
    /// An answer that repeats the accepted answer to the whole stream, byte for byte, need not be judged again.
    func fault(in ok: RawJSON, of item: Case, _ replay: Replay, _ progress: inout StreamProgress) -> String? {
        if let whole = progress.whole, says(ok, whole, replay) { return cutFault(ok, replay, &progress) }
        let isRefused = item.isRefused(by: hello.profile) && refusesAll(ok)
        if !isRefused {
            let faults = item.accepted(from: hello.profile).map { fault(ok, $0, replay) }
            if !faults.contains(where: { $0 == nil }) { return faults.first.flatMap { $0 } }
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

    /// Returns whether every item is an error.
    private func refusesAll(_ ok: RawJSON) -> Bool {
        guard let items = ok["items"]?.elements, !items.isEmpty else { return false }
        return items.allSatisfy { $0["error"] != nil }
    }

    /// Returns whether an answer repeats the accepted one, or the beginning of it.
    private func says(_ ok: RawJSON, _ whole: RawJSON, _ replay: Replay) -> Bool {
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
            return next == 0x5d || next == 0x2c || items.count == 2
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
            if let wanted = expectation.json["emptyLines"]?.number?.int64, let told = ok["emptyLines"]?.number?.int64,
                wanted != told
            {
                return "\(told) lines were empty, not \(wanted)"
            }
            if let told = ok["open"]?.number?.int64, told != expectation.json["open"]?.number?.int64 ?? 0 {
                return "\(told) fragment sets are open"
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
            for index in half..<actual.count { actual[index] = StreamJudge.shifted(actual[index], by: -shift) }
            expected += expected
        }
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
        let isExact = expectation.isExact
        if let error = expected["error"] {
            guard let told = actual["error"] else { return "\(error["code"]?.string ?? "an error") was expected" }
            return errorFault(told, error)
        }
        if let error = actual["error"] { return "refused: \(error.text)" }
        if let frame = expected["frame"] {
            guard let told = actual["frame"] else { return "it is no frame" }
            let place = JSONEquality.difference(CaseInput.frame(frame), told, spelling: false)
            return place.map { "the frame differs at \($0)" }
        }
        if let packet = expected["packet"] {
            guard let told = actual["packet"] else { return "it is no packet" }
            if let fault = packetFault(told, CaseInput.packet(packet), expectation.isObserved) { return fault }
        }
        if let hex = expected["trailing"]?.string, let told = actual["trailing"]?.string,
            HexBytes.read(hex) != Base64.decode(told)
        {
            return "the trailing bytes differ"
        }
        if let kind = expected["kind"]?.string, actual["kind"]?.string != kind {
            return "it is \(actual["kind"]?.string ?? "nothing"), not \(kind)"
        }
        if let message = expected["message"] {
            guard let told = actual["message"] else { return "there is no message" }
            if let place = JSONEquality.difference(message, told, spelling: isExact) {
                return "the message differs at \(place.isEmpty ? "its top" : place)"
            }
        }
        if let wanted = expected["deviations"]?.elements, let told = actual["deviations"]?.elements {
            let ids = Set(told.compactMap(\.string))
            if ids != Set(wanted.compactMap(\.string)) {
                return "the deviations are \(ids.sorted()), not \(wanted.compactMap(\.string).sorted())"
            }
        }
        let batch = expected["batch"]?.elements?.map(\.text)
        if actual["batch"]?.elements?.map(\.text) != batch { return "the batch is wrong" }
        return nil
    }

    /// Returns the fault of a packet, or nil; of an observed packet, only the given members are compared (TST-077).
    private func packetFault(_ actual: RawJSON, _ expected: RawJSON, _ isObserved: Bool) -> String? {
        guard isObserved else {
            return JSONEquality.difference(expected, actual, spelling: false).map { "the packet differs at \($0)" }
        }
        for (name, value) in expected.members ?? [] {
            guard let told = actual[name] else { return "the packet has no \(name)" }
            if JSONEquality.difference(value, told, spelling: false) != nil { return "the packet differs at /\(name)" }
        }
        return nil
    }

    private func errorFault(_ actual: RawJSON, _ expected: RawJSON) -> String? {
        if actual["scope"]?.string != expected["scope"]?.string {
            return "the scope is \(actual["scope"]?.string ?? "absent")"
        }
        guard hello.hasErrorCodes else { return nil }
        if actual["code"]?.string != expected["code"]?.string {
            return "the error is \(actual["code"]?.string ?? "?"), not \(expected["code"]?.string ?? "?")"
        }
        for name in ["offset", "inner", "path"] {
            guard let wanted = expected[name], let told = actual[name] else { continue }
            if JSONEquality.difference(wanted, told, spelling: false) != nil {
                return "\(expected["code"]?.string ?? ""): the \(name) is \(told.text), not \(wanted.text)"
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

extension StreamJudge {
    /// Returns the reason why encoded bytes match no accepted outcome, or nil if they match one (TST-085).
    func fault(written ok: RawJSON, of item: Case) -> String? {
        guard let bytes = ok["bytes"]?.string.flatMap(Base64.decode) else { return "the answer has no Base64 bytes" }
        func items(_ bytes: [UInt8]) -> RawJSON? { StreamReading.items(bytes, like: item) }
        let faults = item.expectations.map { expectation -> String? in
            if let wanted = expectation.bytes {
                let isDeflated = item.input.member("deflate")?.boolean == true
                if item.input.member("framing")?.string == "xhr" {
                    guard let expected = RawJSON(line: wanted), let actual = RawJSON(line: bytes) else {
                        return "the bytes are not JSON"
                    }
                    let (wanted, told) = (StreamJudge.polled(expected), StreamJudge.polled(actual))
                    return JSONEquality.difference(wanted, told, spelling: false).map {
                        "the JSON differs at \($0)"
                    }
                }
                if expectation.isExact || (hello.isCanonical && !isDeflated) {
                    return Judge.firstDifference(wanted, bytes).map { "the bytes differ from offset \($0) on" }
                }
                guard let expected = items(wanted), let actual = items(bytes) else { return "the bytes cannot be read" }
                return JSONEquality.difference(expected, actual, spelling: false).map { "the items differ at \($0)" }
            }
            guard let expected = expectation.json["items"]?.elements, let actual = items(bytes)?.elements else {
                return "the bytes cannot be read"
            }
            guard expected.count == actual.count else {
                return "there are \(actual.count) items, not \(expected.count)"
            }
            return zip(actual, expected).enumerated().lazy.compactMap { index, pair in
                itemFault(pair.0, pair.1, expectation).map { "item \(index): \($0)" }
            }.first
        }
        return faults.contains { $0 == nil } ? nil : faults.first.flatMap { $0 }
    }
}
