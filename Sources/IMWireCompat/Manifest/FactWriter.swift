// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// A JSON value on its way to a text that people read.
indirect enum FactValue {
    case raw(String)
    case array([FactValue])
    case object([(name: String, value: FactValue)])

    static func string(_ text: String) -> FactValue { .raw(RawJSON(text).text) }
    static func integer(_ number: Int) -> FactValue { .raw(String(number)) }
    static func boolean(_ value: Bool) -> FactValue { .raw(value ? "true" : "false") }

    /// The text: what fits into a line stands on one, the rest is indented by two.
    func text(indent: Int = 0) -> String {
        let flat = flat
        if flat.utf8.count + indent <= 112 || isScalar { return flat }
        let margin = String(repeating: " ", count: indent)
        switch self {
        case .raw(let text): return text
        case .array(let elements):
            let lines = elements.map { "\(margin)  " + $0.text(indent: indent + 2) }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(margin)]"
        case .object(let members):
            let lines = members.map { name, value in
                "\(margin)  \(RawJSON(name).text): " + value.text(indent: indent + 2)
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(margin)}"
        }
    }

    private var isScalar: Bool {
        if case .raw = self { true } else { false }
    }

    private var flat: String {
        switch self {
        case .raw(let text): text
        case .array(let elements): "[" + elements.map(\.flat).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { "\(RawJSON($0.name).text): \($0.value.flat)" }.joined(separator: ", ") + "}"
        }
    }
}

/// Puts an object together member by member; what is absent or an empty list is left out.
struct FactWriter {
    private var members: [(name: String, value: FactValue)] = []

    var value: FactValue { .object(members) }

    mutating func add(_ name: String, _ value: FactValue?) {
        if let value { members.append((name, value)) }
    }

    mutating func add(_ name: String, _ text: String?) {
        add(name, text.map(FactValue.string))
    }

    mutating func add(_ name: String, _ number: Int?) {
        add(name, number.map(FactValue.integer))
    }

    mutating func add(_ name: String, _ flag: Bool?) {
        add(name, flag.map(FactValue.boolean))
    }

    mutating func add(_ name: String, _ elements: [FactValue]) {
        if !elements.isEmpty { add(name, .array(elements)) }
    }

    mutating func add(_ name: String, texts: [String]) {
        if !texts.isEmpty { add(name, FactValue.array(texts.map(FactValue.string))) }
    }
}
