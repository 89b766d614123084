// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance

/// Where another implementation answers something else than the codec, and what kind of difference it is (FUZ-060).
package struct Disagreement: Hashable, Sendable {
    /// The operation that was asked.
    package var operation: String
    /// The type's name, for contents, `?` where nobody has published it; empty otherwise.
    package var objectName: String
    /// What differs, in words that do not depend on the input.
    package var kind: String

    /// What disagreements are grouped by.
    package var group: String { objectName.isEmpty ? "\(operation): \(kind)" : "\(operation) \(objectName): \(kind)" }

    /// Compares two answers to one question; nil where they agree, or where nothing was answered.
    ///
    /// - Parameter words: names of members that may be told; all others are shown as `?`.
    package static func between(
        _ ours: TesteeAnswer, _ theirs: TesteeAnswer, to request: TesteeRequest, hello: TesteeHello, words: Set<String>
    ) -> Disagreement? {
        func differs(_ kind: String) -> Disagreement {
            let name = request.members.first { $0.name == "objectName" }?.value.string ?? ""
            let isPublished = name.isEmpty || words.contains(name)
            return Disagreement(operation: request.operation, objectName: isPublished ? name : "?", kind: kind)
        }
        switch (ours, theirs) {
        case (.skipped, _), (_, .skipped): return nil
        case (_, .crashed): return differs("it ends")
        case (_, .timedOut): return differs("no answer in time")
        case (_, .malformed): return differs("its answer is malformed")
        case (.ok, .error(let code, _, _)):
            return differs("only the codec accepts\(hello.hasErrorCodes ? " (\(code))" : "")")
        case (.error(let code, _, _), .ok): return differs("only the codec refuses: \(code)")
        case (.error(let ours, _, _), .error(let theirs, _, _)):
            return hello.hasErrorCodes && ours != theirs ? differs("the code is \(theirs), not \(ours)") : nil
        case (.ok(let ours), .ok(let theirs)):
            return values(ours, theirs, hello, words).map(differs)
        case (.crashed, _), (.timedOut, _), (.malformed, _): return differs("the codec itself does not answer")
        }
    }

    private static func values(
        _ ours: RawJSON, _ theirs: RawJSON, _ hello: TesteeHello, _ words: Set<String>
    ) -> String? {
        if let mine = ours["items"]?.elements {
            guard let items = theirs["items"]?.elements else { return "it has no items" }
            for (one, other) in zip(mine, items) {
                if let place = item(one, other, hello, words) { return place }
            }
            if mine.count != items.count {
                return mine.count < items.count ? "it has more items" : "it has fewer items"
            }
            if let pending = ours["pending"], let told = theirs["pending"], differ(pending, told) { return "pending" }
            return nil
        }
        if let mine = ours["value"] {
            guard let value = theirs["value"] else { return "it has no value" }
            if let place = JSONEquality.difference(mine, value, spelling: false) {
                return "value \(shape(place, words))"
            }
        }
        return extras(ours, theirs)
    }

    /// One item of a stream.
    private static func item(_ mine: RawJSON, _ theirs: RawJSON, _ hello: TesteeHello, _ words: Set<String>) -> String?
    {
        if let error = mine["error"] {
            let code = error["code"]?.string ?? "?"
            guard let told = theirs["error"] else { return "only the codec refuses an item: \(code)" }
            if told["scope"]?.string != error["scope"]?.string { return "the scope of \(code)" }
            let toldCode = told["code"]?.string ?? "?"
            // Either error is right for a stream that gives too many bytes and is damaged besides (FRM-063).
            if code == "frame.inflateLength", toldCode == "frame.inflate" { return nil }
            return hello.hasErrorCodes && toldCode != code ? "the code of an item is \(toldCode), not \(code)" : nil
        }
        if theirs["error"] != nil { return "only the codec accepts an item" }
        for name in ["kind", "frame", "message", "packet", "batch"] {
            guard let one = mine[name] else { continue }
            guard let other = theirs[name] else { return "an item has no \(name)" }
            if let place = JSONEquality.difference(one, other, spelling: false) {
                return "\(name) \(shape(place, words))"
            }
        }
        return extras(mine, theirs)
    }

    /// Unknown members and deviations, where both tell of them.
    private static func extras(_ mine: RawJSON, _ theirs: RawJSON) -> String? {
        if let one = mine["unknown"]?.elements, let other = theirs["unknown"]?.elements,
            one.compactMap(\.string) != other.compactMap(\.string)
        {
            return one.count == other.count ? "the order of unknown members" : "the number of unknown members"
        }
        guard let one = mine["deviations"]?.elements, let other = theirs["deviations"]?.elements else { return nil }
        let ours = Set(one.compactMap(\.string))
        let told = Set(other.compactMap(\.string))
        if let missing = ours.subtracting(told).min() { return "deviation \(missing) is not told" }
        if let wrong = told.subtracting(ours).min() { return "deviation \(wrong) is told" }
        return nil
    }

    private static func differ(_ one: RawJSON, _ other: RawJSON) -> Bool {
        JSONEquality.difference(one, other, spelling: false) != nil
    }

    /// A path in which an index is `*` and a name that nobody has published is `?`.
    private static func shape(_ path: String, _ words: Set<String>) -> String {
        if path.isEmpty { return "as a whole" }
        return path.split(separator: "/").map { step in
            if step.allSatisfy(\.isNumber) { return "/*" }
            return words.contains(String(step)) ? "/\(step)" : "/?"
        }.joined()
    }
}
