// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireConformance
import IMWireSpec
import IMWireValues

/// An explanation of an identifier, code or name.
struct Explanation {
    /// The kind of the subject: `requirement`, `deviation`, `error code`, `service code`, `type` or `case`.
    let kind: String
    /// The identifier as the specification writes it.
    let id: String
    /// A one-line description.
    let title: String
    /// The meaning.
    let text: String
    /// Further facts, each with a label and a text.
    var facts: [(label: String, text: String)] = []
    /// The cases that exercise a requirement, or nil if they are not known.
    var cases: [String]?
    /// The page of the documentation site, with the anchor on it.
    var page: String?

    /// Returns the explanations of everything that a word may refer to, or an empty array if it refers to nothing.
    static func find(_ word: String, cases: CaseIndex?) throws(SuiteError) -> [Explanation] {
        if let number = Int(word) { return ServiceCode.named(number).map(Explanation.init) }
        if let id = SpecID(word) {
            if let deviation = SpecDeviation.named(id.text) { return [Explanation(deviation)] }
            if let requirement = SpecRequirement.named(id.text) {
                var explanation = Explanation(requirement)
                explanation.cases = try cases?.ids(exercising: requirement.id)
                return [explanation]
            }
        }
        if let code = SpecErrorCode.named(word) {
            return [
                Explanation(
                    kind: "error code", id: word, title: "", text: code.text, page: "codes/errors.html#\(word)")
            ]
        }
        if let type = ContentRegistry.builtIn[ObjectName(rawValue: word)] { return [Explanation(type)] }
        if let (item, file) = try cases?.item(word) { return [Explanation(item, file)] }
        return []
    }

    /// The explanation as JSON.
    var json: String {
        var object = JSONBuilder()
        object.add("kind", kind)
        object.add("id", id)
        object.add("title", title)
        object.add("text", text)
        for (label, text) in facts { object.add(Explanation.key(label), text) }
        if let cases { object.add("cases", cases.map { RawJSON($0) }) }
        return object.json.text
    }

    /// Returns a label as the name of a member: `seenFrom` for `seen from`.
    private static func key(_ label: String) -> String {
        let words = label.split(separator: " ")
        return words.dropFirst().reduce(words.first.map(String.init) ?? "") {
            $0 + $1.prefix(1).uppercased() + $1.dropFirst()
        }
    }
}

extension Explanation {
    private init(_ requirement: SpecRequirement) {
        self.init(
            kind: "requirement", id: requirement.id, title: requirement.level.rawValue.uppercased(),
            text: requirement.text, page: "requirements/\(requirement.id).html")
    }

    private init(_ deviation: SpecDeviation) {
        let facts = [
            ("class", deviation.kind), ("types", deviation.types), ("canonical", deviation.canonical),
            ("lenient", deviation.lenient), ("cannot repair", deviation.cannotRepair),
            ("seen from", deviation.seenFrom), ("strict", deviation.strict), ("source", deviation.source),
        ]
        self.init(
            kind: "deviation", id: deviation.id, title: deviation.title, text: Explanation.meaning(deviation.kind),
            facts: facts.filter { !$0.1.isEmpty }, page: "deviations/\(deviation.id).html")
    }

    /// Returns the meaning of a deviation's class.
    private static func meaning(_ kind: String) -> String {
        switch kind {
        case "repairable": "Lenient mode accepts it and reports this id; strict mode rejects it."
        case "canonical": "Platforms differ here; this is the canonical form."
        case "declared": "It is not visible in the bytes; it concerns the declarations of a platform."
        case "document": "The published text is wrong here; data that follows it cannot be read."
        default: ""
        }
    }

    private init(_ code: ServiceCode) {
        let handling =
            switch code.handling {
            case .transient: "the connection is restored automatically"
            case .configuration: "check the configuration: key, token, parameters"
            case .business: "the application decides, for instance informs the user"
            case .unknown: ""
            }
        let facts = [("what to do", handling), ("names", code.names)]
        self.init(
            kind: "service code", id: String(code.code), title: code.name,
            text: code.meaning.isEmpty ? "Only the name is known." : code.meaning,
            facts: facts.filter { !$0.1.isEmpty },
            page: "codes/\(ServiceCode.client.contains(code) ? "error-codes" : "server-api-codes").html#\(code.code)")
    }

    private init(_ item: Case, _ file: String) {
        self.init(
            kind: "case", id: item.id, title: item.title,
            text: "Asks \(item.operation.rawValue), level \(item.level.rawValue.uppercased()), in \(item.area).",
            facts: [
                ("requirements", item.requirements.joined(separator: ", ")), ("since", item.since),
                ("file", file), ("provenance", item.provenance), ("run", "imwire conform --only \(item.id)"),
            ], page: item.requirements.first.map { "requirements/\($0).html#\(item.id)" })
    }

    private init(_ type: ContentType) {
        let schema = SpecSchema.library.type(type.objectName.rawValue)
        self.init(
            kind: "type", id: type.objectName.rawValue, title: schema?.title ?? "", text: schema?.description ?? "",
            facts: [("more", "imwire types show \(type.objectName)")],
            page: "types/\(type.objectName.rawValue.replacing(":", with: "-")).html")
    }
}

#endif
