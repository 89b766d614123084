// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance

/// A difference between the answers of the codec and of another implementation, and its kind (FUZ-060).
package struct Disagreement: Hashable, Sendable {
    /// The operation that was asked.
    package var operation: String
    /// The name of the content's type, `?` if it is not published, or empty if there is no content.
    package var objectName: String
    /// The kind of difference, in words that do not depend on the input.
    package var kind: String
    /// The location at which values differ, with published names only; it does not affect grouping.
    package var place = ""

    /// The key by which disagreements are grouped, without the type, because one cause appears with many types.
    package var group: String { "\(operation): \(kind)" }

    /// Returns the disagreement between two answers to a question, or nil if they agree or one of them is a skip.
    ///
    /// - Parameter words: the names of members that may be reported; all others are shown as `?`.
    package static func between(
        _ ours: TesteeAnswer, _ theirs: TesteeAnswer, to request: TesteeRequest, hello: TesteeHello, words: Set<String>
    ) -> Disagreement? {
        func differs(_ kind: String, at place: String = "") -> Disagreement {
            let name = request.members.first { $0.name == "objectName" }?.value.string ?? ""
            let isPublished = name.isEmpty || words.contains(name)
            return Disagreement(
                operation: request.operation, objectName: isPublished ? name : "?", kind: kind, place: place)
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
            return values(ours, theirs, hello, words).map { differs($0.kind, at: $0.place) }
        case (.crashed, _), (.timedOut, _), (.malformed, _): return differs("the codec itself does not answer")
        }
    }

    private static func values(
        _ ours: RawJSON, _ theirs: RawJSON, _ hello: TesteeHello, _ words: Set<String>
    ) -> Cause? {
        if let mine = ours["items"]?.elements {
            guard let items = theirs["items"]?.elements else { return Cause("it has no items") }
            for (one, other) in zip(mine, items) {
                if let cause = item(one, other, hello, words) { return cause }
            }
            if mine.count != items.count {
                return Cause(mine.count < items.count ? "it has more items" : "it has fewer items")
            }
            if let pending = ours["pending"], let told = theirs["pending"], differ(pending, told) {
                return Cause("pending")
            }
            return nil
        }
        if let mine = ours["value"] {
            guard let value = theirs["value"] else { return Cause("it has no value") }
            if let cause = Cause(mine, value, of: "value", words) { return cause }
        }
        return extras(ours, theirs).map { Cause($0) }
    }

    /// The kind and the location of a difference.
    private struct Cause {
        var kind: String
        var place = ""

        init(_ kind: String) { self.kind = kind }

        /// Creates the cause of the first difference between two values, or returns nil if they are equal.
        init?(_ mine: RawJSON, _ theirs: RawJSON, of name: String, _ words: Set<String>) {
            guard let path = JSONEquality.difference(mine, theirs, spelling: false) else { return nil }
            place = Disagreement.shape(path, words)
            let depth = path.utf8.count(where: { $0 == 0x2f }) > 1 ? " further in" : ""
            switch (Disagreement.value(mine, at: path), Disagreement.value(theirs, at: path)) {
            case (let one?, let other?) where one.kind == other.kind: kind = "\(name): another \(one.kind)\(depth)"
            case (let one?, let other?): kind = "\(name): \(other.kind) in place of \(one.kind)\(depth)"
            case (_?, nil): kind = "\(name): a member is missing\(depth)"
            default: kind = "\(name): an extra member\(depth)"
            }
        }
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

    /// Returns the difference between two items of a stream.
    private static func item(_ mine: RawJSON, _ theirs: RawJSON, _ hello: TesteeHello, _ words: Set<String>) -> Cause? {
        if let error = mine["error"] {
            let code = error["code"]?.string ?? "?"
            guard let told = theirs["error"] else { return Cause("only the codec refuses an item: \(code)") }
            if told["scope"]?.string != error["scope"]?.string { return Cause("the scope of \(code)") }
            let toldCode = told["code"]?.string ?? "?"
            // Either error is right for a stream that inflates to too many bytes and is also damaged (FRM-063).
            if code == "frame.inflateLength", toldCode == "frame.inflate" { return nil }
            guard hello.hasErrorCodes, toldCode != code else { return nil }
            return Cause("the code of an item is \(toldCode), not \(code)")
        }
        if theirs["error"] != nil { return Cause("only the codec accepts an item") }
        for name in ["kind", "frame", "message", "packet", "batch"] {
            guard let one = mine[name] else { continue }
            guard let other = theirs[name] else { return Cause("an item has no \(name)") }
            if let cause = Cause(one, other, of: name, words) { return cause }
        }
        return extras(mine, theirs).map { Cause($0) }
    }

    /// Returns the difference in unknown members and deviations, if both answers report them.
    private static func extras(_ mine: RawJSON, _ theirs: RawJSON) -> String? {
        if let one = mine["unknown"]?.elements, let other = theirs["unknown"]?.elements,
            one.compactMap(\.string) != other.compactMap(\.string)
        {
            return one.count == other.count ? "the order of unknown members" : "the number of unknown members"
        }
        guard let one = mine["deviations"]?.elements, let other = theirs["deviations"]?.elements else { return nil }
        let ours = Set(one.compactMap(\.string))
        let told = Set(other.compactMap(\.string))
        if let missing = ours.subtracting(told).min() { return "deviation \(missing) is not reported" }
        if let wrong = told.subtracting(ours).min() { return "deviation \(wrong) is reported" }
        return nil
    }

    private static func differ(_ one: RawJSON, _ other: RawJSON) -> Bool {
        JSONEquality.difference(one, other, spelling: false) != nil
    }

    /// Returns a path with `*` for indices and `?` for names that are not published.
    private static func shape(_ path: String, _ words: Set<String>) -> String {
        if path.isEmpty { return "as a whole" }
        return path.split(separator: "/").map { step in
            if step.allSatisfy(\.isNumber) { return "/*" }
            return words.contains(String(step)) ? "/\(step)" : "/?"
        }.joined()
    }
}
