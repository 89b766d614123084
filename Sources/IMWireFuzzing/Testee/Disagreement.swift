// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireValues

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

    /// Returns the disagreement between two answers to a question, or nil if they agree.
    ///
    /// - Parameter words: the names of members that may be reported; all others are shown as `?`.
    package static func between(
        _ ours: TesteeAnswer, _ theirs: TesteeAnswer, to request: TesteeRequest, hello: TesteeHello, words: Set<String>
    ) -> Disagreement? {
        func differs(_ kind: String, at place: String = "") -> Disagreement {
            let name = request["objectName"]?.string ?? request["message"]?.string ?? ""
            let isPublished = name.isEmpty || words.contains(name)
            return Disagreement(
                operation: request.operation, objectName: isPublished ? name : "?", kind: kind, place: place)
        }
        if OpenDifference.answers.contains(where: { $0.covers(request, ours, theirs) }) { return nil }
        switch (ours, theirs) {
        case (.skipped, .skipped): return nil
        case (_, .crashed): return differs("it ends")
        case (_, .timedOut): return differs("no answer in time")
        case (_, .malformed): return differs("its answer is malformed")
        case (_, .skipped(let reason)): return differs("\(machine(request))it skips what the codec answers", at: reason)
        case (.skipped(let reason), _): return differs("\(machine(request))it answers what the codec skips", at: reason)
        case (.ok, .error(let code, _, _)):
            return differs("only the codec accepts\(hello.hasErrorCodes ? " (\(code))" : "")")
        case (.error(let code, _, _), .ok): return differs("only the codec refuses: \(code)")
        case (.error(let ours, let offset, let path), .error(let theirs, let toldOffset, let toldPath)):
            guard hello.hasErrorCodes else { return nil }
            if ours != theirs { return differs("the code is \(theirs), not \(ours)") }
            // Offset and path are compared if both answers have them (TST-074).
            if let offset, let toldOffset, offset != toldOffset { return differs("the offset of \(ours)") }
            if let path, let toldPath, path != toldPath {
                return differs("the path of \(ours)", at: shape(path, words))
            }
            return nil
        case (.ok(let ours), .ok(let theirs)):
            let comparison = AnswerComparison(request: request, hello: hello, words: words)
            return comparison.difference(ours, theirs).map { differs($0.kind, at: $0.place) }
        case (.crashed, _), (.timedOut, _), (.malformed, _): return differs("the codec itself does not answer")
        }
    }

    private static func machine(_ request: TesteeRequest) -> String {
        request["machine"]?.string.map { "\($0), " } ?? ""
    }

    /// Returns a path with `*` for indices and `?` for names that are not published.
    static func shape(_ path: String, _ words: Set<String>) -> String {
        if path.isEmpty { return "as a whole" }
        return path.split(separator: "/").map { step in
            if step.allSatisfy(\.isNumber) { return "/*" }
            return words.contains(String(step)) ? "/\(step)" : "/?"
        }.joined()
    }
}
