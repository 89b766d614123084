// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The actions of a script, which take a bounded number of bytes (SES-145).
package struct ScriptActions {
    /// Bytes of all actions as JSON: 4 MiB.
    package static let most = 4 << 20

    /// The actions so far; none where they are compared.
    package private(set) var all: [RawJSON] = []
    private var size = 0
    /// What the machine did, where that is kept.
    private var steps: [AnyHashable]?
    /// What another machine did, with which the steps of this one are compared.
    private let expected: [AnyHashable]?
    /// How many actions there are.
    package private(set) var count = 0
    /// Whether a step was another than that of the other machine.
    private var differs = false

    /// None so far.
    ///
    /// - Parameter keepsSteps: whether other machines are to be compared with this one.
    package init(keepsSteps: Bool = false) {
        steps = keepsSteps ? [] : nil
        expected = nil
    }

    /// None so far, of a machine whose steps are compared with those that `other` kept, without writing any.
    package init(comparedWith other: ScriptActions) {
        expected = other.steps
    }

    /// Whether the machine has done just what the other did.
    package var agrees: Bool { !differs && count == expected?.count }

    /// Adds what a machine did.
    ///
    /// - Parameter json: the action as JSON; asked for only where it is written.
    package mutating func append(_ step: some Hashable, _ json: @autoclosure () -> RawJSON) throws(SessionScript.Skip) {
        defer { count += 1 }
        if let expected {
            differs = differs || count >= expected.count || expected[count] != AnyHashable(step)
            return
        }
        let action = json()
        size += action.text.utf8.count
        guard size <= ScriptActions.most else { throw SessionScript.Skip(SessionError(.actions)) }
        all.append(action)
        steps?.append(AnyHashable(step))
    }
}
