// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The actions of a script, which take a bounded number of bytes (SES-145).
package struct ScriptActions {
    /// Bytes of all actions as JSON: 4 MiB.
    package static let most = 4 << 20

    /// What happens to the steps of a machine.
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
    private var steps: (any StepList)?
    /// How many actions there are.
    package private(set) var count = 0
    /// Whether a step was another than that of the other machine.
    private var differs = false

    /// Creates an empty list whose actions are written.
    package init() {
        purpose = .write
    }

    private init(_ purpose: Purpose, _ steps: (any StepList)?) {
        self.purpose = purpose
        self.steps = steps
    }

    /// An empty list that keeps the steps and writes nothing.
    package static var kept: ScriptActions { ScriptActions(.keep, nil) }

    /// An empty list that compares the steps with those kept here and writes nothing.
    package var compared: ScriptActions { ScriptActions(.compare, steps) }

    /// Whether a machine whose steps are compared has taken exactly the steps of the other.
    package var agrees: Bool { !differs && count == steps?.count ?? 0 }

    /// Adds a step of a machine.
    ///
    /// - Parameter json: the action as JSON; evaluated only if actions are written.
    package mutating func append<Step: Hashable>(
        _ step: Step, _ json: @autoclosure () -> RawJSON
    ) throws(SessionScript.Skip) {
        switch purpose {
        case .write:
            let action = json()
            size += action.text.utf8.count
            guard size <= ScriptActions.most else { throw SessionScript.Skip(SessionError(.actions)) }
            all.append(action)
        case .keep:
            if steps == nil { steps = Steps<Step>() }
            (steps as? Steps<Step>)?.all.append(step)
        case .compare:
            guard let steps = steps as? Steps<Step>, count < steps.count, steps.all[count] == step else {
                differs = true
                break
            }
        }
        count += 1
    }
}

private protocol StepList: AnyObject {
    var count: Int { get }
}

/// The steps of a machine, which are all of one type: a box for each of them would cost more than the machine.
private final class Steps<Step: Hashable>: StepList {
    var all: [Step] = []
    var count: Int { all.count }
}
