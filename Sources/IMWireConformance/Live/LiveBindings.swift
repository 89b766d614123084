// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// The values that the peer chooses in place of a scenario's: ids of messages, or the times of a client (LIV-014).
///
/// The first value that the peer sends in place of a new one of the scenario is bound to it, and must stay the same
/// from then on. Two values of a scenario are never bound to the same value of the peer.
package struct LiveBindings {
    private let members: Set<String>
    private var values: [String: String] = [:]
    private var bound: Set<String> = []

    package init(_ members: Set<String>) { self.members = members }

    /// Returns an event with the values that the peer has chosen.
    package func resolved(_ json: RawJSON) -> RawJSON {
        if let elements = json.elements { return .array(elements.map(resolved)) }
        guard let all = json.members else { return json }
        return .object(
            all.map { member in
                if members.contains(member.name), let text = member.value.string, let value = values[text] {
                    return (name: member.name, value: RawJSON(value))
                }
                return (name: member.name, value: resolved(member.value))
            })
    }

    /// Returns an event to send, in which values that the peer has not chosen get a prefix, so that they differ from
    /// its own.
    package mutating func sending(_ json: RawJSON, prefix: String) -> RawJSON {
        if let elements = json.elements {
            var result: [RawJSON] = []
            for element in elements { result.append(sending(element, prefix: prefix)) }
            return .array(result)
        }
        guard let all = json.members else { return json }
        var result: [(name: String, value: RawJSON)] = []
        for member in all {
            if members.contains(member.name), let text = member.value.string, !text.isEmpty {
                if values[text] == nil { _ = bind(text, prefix + text) }
                result.append((name: member.name, value: RawJSON(values[text] ?? text)))
            } else {
                result.append((name: member.name, value: sending(member.value, prefix: prefix)))
            }
        }
        return .object(result)
    }

    /// Returns the path of the first difference between an action and the expected one, or nil if there is none.
    ///
    /// Only the expected members are compared (TST-087).
    package mutating func difference(_ expected: RawJSON, _ actual: RawJSON) -> String? {
        var next = self
        let place = ActionComparison.missing(expected, actual) { name, value, other in
            guard members.contains(name), let text = value.string else { return nil }
            return other.string.map { next.bind(text, $0) } ?? false
        }
        if place == nil { self = next }
        return place
    }

    private mutating func bind(_ text: String, _ chosen: String) -> Bool {
        if let value = values[text] { return value == chosen }
        guard bound.insert(chosen).inserted else { return false }
        values[text] = chosen
        return true
    }
}
