// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireTestSupport
import IMWireValues

/// A schedule that violates a property, as a file that can be replayed (FUZ-113).
package struct ExploreScenario: Hashable, Sendable {
    package let pair: ExplorePair
    package let fault: ExploreFault?
    package let bounds: ExploreBounds
    package let violation: ExploreViolation
    package let steps: [ExploreChoice]

    /// The name of the file.
    package var fileName: String {
        "explore-\(pair.rawValue)-\(fault.map { "\($0.name)-" } ?? "")\(violation.kind.rawValue).json"
    }

    /// The text of the file.
    package var text: String {
        var members: [(String, RawJSON)] = [("machines", RawJSON(pair.rawValue))]
        if let fault { members.append(("fault", RawJSON(fault.name))) }
        members += [
            ("bounds", RawJSON(bounds.text)), ("violation", RawJSON(violation.kind.rawValue)),
            ("detail", RawJSON(violation.text)),
        ]
        let head = members.map { "  \(RawJSON($0.0).text): \($0.1.text),\n" }.joined()
        let list = steps.map { "    \(RawJSON($0.text).text)" }.joined(separator: ",\n")
        return "{\n\(head)  \"steps\": [\n\(list)\n  ]\n}\n"
    }
}

extension ExploreScenario {
    /// Reads a file, or returns nil if it is not a scenario of an exploration.
    package init?(file bytes: [UInt8]) {
        var bounds = ExploreBounds()
        guard let json = try? RawJSON(parsing: bytes.span),
            let pair = json["machines"]?.string.flatMap(ExplorePair.init(rawValue:)),
            let text = json["bounds"]?.string, bounds.change(text),
            let kind = json["violation"]?.string.flatMap(SessionViolation.init(rawValue:)),
            let list = json["steps"]?.elements
        else { return nil }
        let steps = list.compactMap { $0.string.flatMap(ExploreChoice.init(text:)) }
        guard steps.count == list.count else { return nil }
        let fault = json["fault"]?.string.flatMap(ExploreFault.init(name:))
        guard json["fault"] == nil || fault.map(pair.canHave) == true else { return nil }
        self.init(
            pair: pair, fault: fault, bounds: bounds,
            violation: ExploreViolation(kind: kind, text: json["detail"]?.string ?? ""), steps: steps)
    }

    /// Returns what the schedule violates now, or nil.
    package func replay() -> ExploreViolation? { pair.outcome(of: steps, bounds, fault: fault) }
}
