// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The actions of a script, which take a bounded number of bytes (SES-145).
package struct ScriptActions {
    /// Bytes of all actions as JSON: 4 MiB.
    package static let most = 4 << 20

    /// What is made of the steps of a machine.
    private enum Purpose {
        /// They are written.
        case write
        /// They are kept, for other machines to be compared with.
        case keep
        /// They are compared with those of another machine.
        case compare
    }

    private let purpose: Purpose
    /// The actions so far, where they are written.
    package private(set) var all: [RawJSON] = []
    private var size = 0
    /// The steps that are kept, or those of the other machine.
    private var steps: [AnyHashable] = []
    /// How many actions there are.
    package private(set) var count = 0
    /// Whether a step was another than that of the other machine.
    private var differs = false

    /// None so far, to be written.
    package init() {
        purpose = .write
    }

    private init(_ purpose: Purpose, _ steps: [AnyHashable]) {
        self.purpose = purpose
        self.steps = steps
    }

    /// None so far; steps are kept, and not written.
    package static var kept: ScriptActions { ScriptActions(.keep, []) }

    /// None so far; steps are compared with those that are kept here, and not written.
    package var compared: ScriptActions { ScriptActions(.compare, steps) }

    /// Whether a machine whose steps are compared has done just what the other did.
    package var agrees: Bool { !differs && count == steps.count }

    /// Adds what a machine did.
    ///
    /// - Parameter json: the action as JSON; asked for only where it is written.
    package mutating func append(_ step: some Hashable, _ json: @autoclosure () -> RawJSON) throws(SessionScript.Skip) {
        switch purpose {
        case .write:
            let action = json()
            size += action.text.utf8.count
            guard size <= ScriptActions.most else { throw SessionScript.Skip(SessionError(.actions)) }
            all.append(action)
        case .keep:
            steps.append(AnyHashable(step))
        case .compare:
            differs = differs || count >= steps.count || steps[count] != AnyHashable(step)
        }
        count += 1
    }
}
