// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec
import IMWireValues

/// An error in the suite itself or in its invocation, never in a testee.
package struct SuiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A description of the error and of how to correct it.
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// A reader of case files.
package enum CaseFile {
    /// Returns the cases of a file that `selection` includes.
    ///
    /// - Parameter changed: returns a case as it is to be read, or nil if the case is to be left out.
    /// - Throws: ``SuiteError`` if the bytes are not a file of cases.
    package static func cases(
        in bytes: [UInt8], file: String, selection: CaseSelection = CaseSelection(),
        changed: ((RawJSON) -> RawJSON?)? = nil
    ) throws(SuiteError) -> [Case] {
        let root: JSONObject
        do {
            root = JSONObject(try RawJSON(parsing: bytes.span))
        } catch {
            throw SuiteError("\(file): \(error)")
        }
        guard let area = root["area"]?.string, let list = root["cases"]?.elements else {
            throw SuiteError("\(file): not a file of cases: area or cases is missing")
        }
        var cases: [Case] = []
        for element in list {
            var json = JSONObject(element)
            guard selection.matches(id: json["id"]?.string ?? "", area: area) else { continue }
            if let changed {
                guard let element = changed(element) else { continue }
                json = JSONObject(element)
            }
            cases.append(try read(json, area, file))
        }
        return cases
    }

    private static let members: Set = [
        "id", "title", "requirements", "level", "op", "input", "expect", "tags", "provenance", "observed", "since",
        "live",
    ]
    static let outcomeMembers: Set = [
        "error", "offset", "path", "value", "text", "hex", "unknown", "deviations", "exact", "items", "pending",
        "emptyLines", "open", "actions", "only", "signature", "repeat", "category", "persistence", "digest",
        "skipped", "frames", "departures", "memory", "needed",
    ]

    static func read(_ json: JSONObject, _ area: String, _ file: String) throws(SuiteError) -> Case {
        let id = json["id"]?.string ?? "?"
        func failure(_ what: String) -> SuiteError { SuiteError("\(file): case \(id): \(what)") }
        if let stranger = json.members.first(where: { !members.contains($0.name) }) {
            throw failure("unknown member \(stranger.name) of a case")
        }
        guard let title = json["title"]?.string else { throw failure("no title") }
        guard let level = json["level"]?.string.flatMap({ SpecRequirement.Level(rawValue: $0.lowercased()) }) else {
            throw failure("no level")
        }
        guard let operation = json["op"]?.string.flatMap(Case.Operation.init(rawValue:)) else {
            throw failure("the operation is unknown")
        }
        guard let input = json["input"], let expect = json["expect"]?.elements, !expect.isEmpty else {
            throw failure("no input, or no expectation")
        }
        var expectations: [Case.Expectation] = []
        for outcome in expect {
            let members = JSONObject(outcome)
            if let stranger = members.members.first(where: { !outcomeMembers.contains($0.name) }) {
                throw failure("unknown member \(stranger.name) of an outcome")
            }
            expectations.append(expectation(members, outcome))
        }
        let parsed: Case.Input
        do {
            parsed = try CaseInput.read(JSONObject(input), operation)
        } catch {
            throw failure(error.description)
        }
        return Case(
            id: id, title: title, requirements: strings(json["requirements"]), level: level, operation: operation,
            input: parsed, expectations: expectations, tags: strings(json["tags"]),
            provenance: json["provenance"]?.string ?? "", area: area,
            since: json["since"]?.string ?? "1.0.0", observed: json["observed"], live: json["live"])
    }

    private static func expectation(_ json: JSONObject, _ outcome: RawJSON) -> Case.Expectation {
        var refusal: Case.Refusal?
        if let code = json["error"]?.string {
            refusal = Case.Refusal(
                code: code, offset: json["offset"]?.number?.int64.map { Int($0) }, path: json["path"]?.string)
        }
        let bytes = try? CaseInput.bytes(json)
        return Case.Expectation(
            error: refusal, value: json["value"], bytes: bytes,
            deviations: json["deviations"].map(strings),
            isExact: json["exact"]?.boolean ?? false, json: outcome)
    }

    private static func strings(_ json: RawJSON?) -> [String] {
        json?.elements?.compactMap(\.string) ?? []
    }
}
