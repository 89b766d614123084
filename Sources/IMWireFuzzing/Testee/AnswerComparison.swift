// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireValues

/// A comparison of two accepted answers to one request, whatever its operation is.
struct AnswerComparison {
    let request: TesteeRequest
    let hello: TesteeHello
    let words: Set<String>

    /// The kind and the location of a difference.
    struct Cause {
        var kind: String
        var place = ""
    }

    /// Returns the first difference, or nil if the answers agree.
    func difference(_ ours: RawJSON, _ theirs: RawJSON) -> Cause? {
        // Most answers are equal to the byte, which is the cheapest comparison.
        if ours == theirs { return nil }
        if let fault = AnswerShape(hello: hello).fault(in: theirs, to: request.operation) {
            return Cause(kind: "its answer has the wrong form", place: fault)
        }
        if let mine = ours["items"]?.elements, let items = theirs["items"]?.elements {
            if let cause = self.items(mine, items) { return cause }
            for name in ["pending", "emptyLines", "open"] {
                if let one = ours[name], let other = theirs[name], differ(one, other) { return Cause(kind: name) }
            }
            return nil
        }
        if let mine = ours["actions"]?.elements, let actions = theirs["actions"]?.elements {
            return ActionDifference(mine, actions, of: request).map(cause)
        }
        if let mine = ours["bytes"], let bytes = theirs["bytes"] { return self.bytes(mine, bytes) }
        for name in ["value", "signature", "category", "persistence", "digest"] {
            if let cause = member(name, ours[name], theirs[name]) { return cause }
        }
        return extras(ours, theirs).map { Cause(kind: $0) }
    }

    // MARK: Values

    private func member(_ name: String, _ mine: RawJSON?, _ theirs: RawJSON?) -> Cause? {
        switch (mine, theirs) {
        case (nil, nil): return nil
        case (nil, _): return Cause(kind: "it has a \(name)")
        case (_, nil): return Cause(kind: "it has no \(name)")
        case (let mine?, let theirs?): return value(mine, theirs, of: name)
        }
    }

    private func value(_ mine: RawJSON, _ theirs: RawJSON, of name: String) -> Cause? {
        guard let path = JSONEquality.difference(mine, theirs, spelling: false) else { return nil }
        let place = Disagreement.shape(path, words)
        let depth = path.utf8.count(where: { $0 == UInt8(ascii: "/") }) > 1 ? " further in" : ""
        let kind =
            switch (AnswerComparison.value(mine, at: path), AnswerComparison.value(theirs, at: path)) {
            case (let one?, let other?) where one.kind == other.kind: "another \(one.kind)"
            case (let one?, let other?): "\(other.kind) in place of \(one.kind)"
            case (_?, nil): "a member is missing"
            default: "an extra member"
            }
        return Cause(kind: "\(name): \(kind)\(depth)", place: place)
    }

    /// Returns the value at a JSON Pointer path; the last of repeated names counts.
    private static func value(_ json: RawJSON, at path: String) -> RawJSON? {
        var json = json
        for step in path.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let name = step.replacing("~1", with: "/").replacing("~0", with: "~")
            if let elements = json.elements {
                guard let index = Int(String(name)), elements.indices.contains(index) else { return nil }
                json = elements[index]
            } else {
                guard let member = json[String(name)] else { return nil }
                json = member
            }
        }
        return json
    }

    /// Returns the difference between two encodings (TST-073, TST-085).
    private func bytes(_ mine: RawJSON, _ theirs: RawJSON) -> Cause? {
        if mine.string == theirs.string { return nil }
        let isDeflated = request["deflate"]?.boolean == true
        if let one = json(mine), let other = json(theirs),
            request["framing"]?.string == "xhr" || ["api.form.encode", "api.answer.encode"].contains(request.operation)
                || !hello.isCanonical
        {
            return value(one, other, of: "bytes")
        }
        if hello.isCanonical, !isDeflated { return Cause(kind: "other bytes") }
        guard let reading = reading else { return Cause(kind: "other bytes") }
        func read(_ bytes: RawJSON) -> TesteeAnswer? {
            AnsweredQuestion(reading(bytes), CodecTestee())?.answer
        }
        guard case .ok(let one)? = read(mine), case .ok(let other)? = read(theirs) else {
            return Cause(kind: "bytes that cannot be read")
        }
        return difference(one, other).map { Cause(kind: "bytes with another meaning: \($0.kind)", place: $0.place) }
    }

    private func json(_ bytes: RawJSON) -> RawJSON? {
        bytes.string.flatMap(Base64.decode).flatMap { RawJSON(line: $0) }
    }

    /// A function that returns the request that reads encoded bytes; nil if none does.
    private var reading: ((RawJSON) -> TesteeRequest)? {
        let kept = ["framing", "delimiter", "encoding", "beat", "direction", "protocolVersion", "message"]
        let members = request.members.filter { kept.contains($0.name) }
        let operation = request.operation.replacing(".encode", with: ".decode")
        switch request.operation {
        case "frame.encode", "chat.encode", "rmtp.encode":
            return { TesteeRequest(operation, members + [("chunks", .array([$0]))]) }
        case "rmtp.body.encode", "rmtp.navigation.encode":
            return { TesteeRequest(operation, members + [("bytes", $0)]) }
        default: return nil
        }
    }

    // MARK: Actions

    private func cause(_ difference: ActionDifference) -> Cause {
        let machine = request["machine"]?.string ?? "?"
        let mine = difference.mine?["action"]?.string ?? "nothing"
        let theirs = difference.theirs?["action"]?.string ?? "nothing"
        let start = "\(machine), \(difference.event): "
        let at = "event \(difference.index)"
        guard let one = difference.mine, let other = difference.theirs, mine == theirs else {
            return Cause(kind: start + "\(theirs) in place of \(mine)", place: at)
        }
        let cause = value(one, other, of: mine)
        return Cause(kind: start + (cause?.kind ?? mine), place: "\(at) \(cause?.place ?? "")")
    }

    // MARK: Items

    private func items(_ mine: [RawJSON], _ theirs: [RawJSON]) -> Cause? {
        for (one, other) in zip(mine, theirs) {
            if let cause = item(one, other) { return cause }
        }
        if mine.count == theirs.count { return nil }
        return Cause(kind: mine.count < theirs.count ? "it has more items" : "it has fewer items")
    }

    /// Returns the difference between two items of a stream.
    private func item(_ mine: RawJSON, _ theirs: RawJSON) -> Cause? {
        if OpenDifference.items.contains(where: { $0.covers(mine, theirs) }) { return nil }
        if let error = mine["error"] {
            guard let other = theirs["error"] else {
                return Cause(kind: "only the codec refuses an item: \(error["code"]?.string ?? "?")")
            }
            return self.error(error, other)
        }
        if theirs["error"] != nil { return Cause(kind: "only the codec accepts an item") }
        for name in ["kind", "frame", "message", "packet", "batch"] {
            if let cause = member(name, mine[name], theirs[name]) { return cause }
        }
        if let one = mine["trailing"], let other = theirs["trailing"], differ(one, other) {
            return Cause(kind: "trailing")
        }
        return extras(mine, theirs).map { Cause(kind: $0) }
    }

    private func error(_ mine: RawJSON, _ theirs: RawJSON) -> Cause? {
        let code = mine["code"]?.string ?? "?"
        if theirs["scope"]?.string != mine["scope"]?.string { return Cause(kind: "the scope of \(code)") }
        guard hello.hasErrorCodes else { return nil }
        let other = theirs["code"]?.string ?? "?"
        if other != code { return Cause(kind: "the code of an item is \(other), not \(code)") }
        for name in ["offset", "inner", "path"] {
            guard let one = mine[name], let other = theirs[name], differ(one, other) else { continue }
            return Cause(kind: "the \(name) of \(code) in an item")
        }
        return nil
    }

    /// Returns the difference in unknown members and deviations, if both answers report them.
    private func extras(_ mine: RawJSON, _ theirs: RawJSON) -> String? {
        if let one = mine["unknown"], let other = theirs["unknown"], differ(one, other) {
            return one.elements?.count == other.elements?.count
                ? "the names of unknown members" : "the number of unknown members"
        }
        guard let one = mine["deviations"]?.elements, let other = theirs["deviations"]?.elements else { return nil }
        let ours = Set(one.compactMap(\.string))
        let reported = Set(other.compactMap(\.string))
        if let missing = ours.subtracting(reported).min() { return "deviation \(missing) is not reported" }
        if let wrong = reported.subtracting(ours).min() { return "deviation \(wrong) is reported" }
        return nil
    }

    private func differ(_ one: RawJSON, _ other: RawJSON) -> Bool {
        JSONEquality.difference(one, other, spelling: false) != nil
    }
}
