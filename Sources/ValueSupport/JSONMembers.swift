// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The members of an object in which only known members are allowed.
///
/// The reader asks for each member by name. Names that it never asks for are unknown.
///
/// Names are compared byte for byte. If a name is repeated, its last member counts (TST-010).
package struct JSONMembers {
    /// The members, without those that a later member of the same name replaces.
    package let all: [(name: String, value: RawJSON)]
    /// The first name that is repeated, or nil if all names are unique.
    package let repeated: String?
    private let places: [ExactText: Int]
    private var known: Set<ExactText> = []
    /// The distinct names that have been requested, in the order of the first request.
    package private(set) var asked: [String] = []

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

    /// Returns a member the first time it is requested, and nil afterwards.
    package mutating func consume(_ name: String) -> RawJSON? {
        known.contains(ExactText(name)) ? nil : ask(name)
    }

    /// The names that have not been requested, in the order of the members.
    package var leftOver: [String] { all.map(\.name).filter { !known.contains(ExactText($0)) } }
}
