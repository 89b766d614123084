// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The members of an object that has none but known ones: each is asked for by its name, and what nobody has asked for
/// is left over.
///
/// Names are compared byte for byte. Of equal names the last counts (TST-010).
package struct JSONMembers {
    /// The members that count, in their order.
    package let all: [(name: String, value: RawJSON)]
    /// The first name that occurs again; nil where each occurs once.
    package let repeated: String?
    private let places: [ExactText: Int]
    private var known: Set<ExactText> = []
    /// The names that were asked for, each once, in the order of the questions.
    package private(set) var asked: [String] = []

    /// Takes members, known and unknown ones.
    package init(_ members: [(name: String, value: RawJSON)]) {
        var last: [ExactText: Int] = [:]
        var repeated: String?
        for (index, member) in members.enumerated()
        where last.updateValue(index, forKey: ExactText(member.name)) != nil && repeated == nil {
            repeated = member.name
        }
        let all = members.enumerated().filter { last[ExactText($0.element.name)] == $0.offset }.map(\.element)
        places = Dictionary(uniqueKeysWithValues: all.enumerated().map { (ExactText($0.element.name), $0.offset) })
        self.all = all
        self.repeated = repeated
    }

    /// A member, whose name is known from now on; nil where it is absent.
    package mutating func ask(_ name: String) -> RawJSON? {
        let key = ExactText(name)
        if known.insert(key).inserted { asked.append(name) }
        return places[key].map { all[$0].value }
    }

    /// A member the first time, and nil from then on.
    package mutating func take(_ name: String) -> RawJSON? {
        known.contains(ExactText(name)) ? nil : ask(name)
    }

    /// The names that nobody has asked for, in their order.
    package var leftOver: [String] { all.map(\.name).filter { !known.contains(ExactText($0)) } }
}
