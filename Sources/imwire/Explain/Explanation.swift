// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance

/// What is known of an id, a code or a name.
struct Explanation {
    /// What kind of thing it is: `requirement`, `deviation`, `error code`, `service code` or `type`.
    let kind: String
    /// Its id, as the specification writes it.
    let id: String
    /// What it is, in a line.
    let title: String
    /// What it means.
    let text: String
    /// More about it: a label and what it says.
    var facts: [(label: String, text: String)] = []

    /// Everything that a word may stand for; empty where it stands for nothing.
    static func find(_ word: String) -> [Explanation] {
        if let number = Int(word) { return ServiceCode.named(number).map(Explanation.init) }
        if let requirement = SpecRequirement.named(word.uppercased()) { return [Explanation(requirement)] }
        if let deviation = SpecDeviation.named(deviationID(word)) { return [Explanation(deviation)] }
        if let text = CodeText.text(of: word) {
            return [Explanation(kind: "error code", id: word, title: "", text: text)]
        }
        if let type = ContentRegistry.builtIn[ObjectName(rawValue: word)] { return [Explanation(type)] }
        return []
    }

    /// `dev-8` and `DEV-08` are the same.
    private static func deviationID(_ word: String) -> String {
        let word = word.uppercased()
        guard word.hasPrefix("DEV-"), let number = UInt16(word.dropFirst(4)) else { return word }
        return Deviation.ID(number).description
    }

    /// The nearest id, code or name to a word that stands for nothing.
    static func suggestion(for word: String) -> String? {
        // An id with another number is another thing: nothing is near it.
        if word.contains(":") || word.contains("-") { return Suggestion.type(for: word) }
        return Suggestion.nearest(to: word, among: CodeText.all.map(\.code)) ?? Suggestion.type(for: word)
    }

    /// The explanation as JSON.
    var json: String {
        var object = JSONObject()
        object.add("kind", kind)
        object.add("id", id)
        object.add("title", title)
        object.add("text", text)
        for (label, text) in facts { object.add(label, text) }
        return object.text
    }
}

extension Explanation {
    private init(_ requirement: SpecRequirement) {
        self.init(
            kind: "requirement", id: requirement.id, title: requirement.level.rawValue.uppercased(),
            text: requirement.text)
    }

    private init(_ deviation: SpecDeviation) {
        let facts = [
            ("class", deviation.kind), ("types", deviation.types), ("canonical", deviation.canonical),
            ("lenient", deviation.lenient), ("cannot repair", deviation.cannotRepair),
            ("seen from", deviation.seenFrom), ("strict", deviation.strict), ("source", deviation.source),
        ]
        self.init(
            kind: "deviation", id: deviation.id, title: deviation.title, text: Explanation.meaning(deviation.kind),
            facts: facts.filter { !$0.1.isEmpty })
    }

    /// What the class of a deviation means.
    private static func meaning(_ kind: String) -> String {
        switch kind {
        case "repairable": "Lenient mode reads it and reports this id; strict mode refuses it."
        case "canonical": "Platforms differ here; this is the form that counts as canonical."
        case "declared": "The bytes do not show it; it lies in what a platform declares of its types."
        case "document": "The published text is wrong here; what follows it cannot be read."
        default: ""
        }
    }

    private init(_ code: ServiceCode) {
        let handling =
            switch code.handling {
            case .transient: "the connection comes back by itself"
            case .configuration: "check what was set up: key, token, parameters"
            case .business: "the application decides, for instance tells the user"
            case .unknown: ""
            }
        let facts = [("what to do", handling), ("names", code.names)]
        self.init(
            kind: "service code", id: String(code.code), title: code.name,
            text: code.meaning.isEmpty ? "Only the name is known." : code.meaning,
            facts: facts.filter { !$0.1.isEmpty })
    }

    private init(_ type: ContentType) {
        let schema = SchemaView(type: type.objectName)
        self.init(
            kind: "type", id: type.objectName.rawValue, title: schema?.title ?? "", text: schema?.summary ?? "",
            facts: [("more", "imwire types show \(type.objectName)")])
    }
}
