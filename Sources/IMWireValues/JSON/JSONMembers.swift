// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The members of an object that may have known members only.
///
/// The reader asks for each member by its name. The names that it has not asked for are left over.
///
/// Names are compared byte for byte. Of equal names the last counts (TST-010).
package struct JSONMembers {
    /// The members, without those that a later member of the same name replaces.
    package let all: [(name: String, value: RawJSON)]
    /// The first name that occurs again; nil where each occurs once.
    package let repeated: String?
    private let places: [ExactText: Int]
    private var known: Set<ExactText> = []
    /// The names that have been asked for, each once, in that order.
    package private(set) var asked: [String] = []

    /// Indexes the members of an object.
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

    /// Returns a member, or nil if it is absent, and marks its name as known.
    package mutating func ask(_ name: String) -> RawJSON? {
        let key = ExactText(name)
        if known.insert(key).inserted { asked.append(name) }
        return places[key].map { all[$0].value }
    }

    /// Returns a member the first time that it is asked for, and nil after that.
    package mutating func take(_ name: String) -> RawJSON? {
        known.contains(ExactText(name)) ? nil : ask(name)
    }

    /// The names that have not been asked for, in the order of the members.
    package var leftOver: [String] { all.map(\.name).filter { !known.contains(ExactText($0)) } }
}
