// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The actions of a script, whose total size is limited (SES-145).
package struct ScriptActions {
    /// The maximum size of all actions as JSON, in bytes: 4 MiB.
    package static let most = 4 << 20

    /// What is done with the steps of a machine.
    private enum Purpose {
        /// The steps are written as actions.
        case write
        /// The steps are kept so that those of other machines can be compared with them.
        case keep
        /// The steps are compared with those of another machine.
        case compare
        /// The steps are dropped.
        case drop
    }

    private let purpose: Purpose
    /// The actions written so far.
    package private(set) var all: [RawJSON] = []
    private var size = 0
    /// The steps that are kept, or those of the machine to compare with.
    private var steps: (any StepList)?
    /// The number of steps appended so far.
    package private(set) var count = 0
    /// Whether a step differs from that of the other machine.
    private var differs = false

    package init() {
        purpose = .write
    }

    private init(_ purpose: Purpose, _ steps: (any StepList)?) {
        self.purpose = purpose
        self.steps = steps
    }

    /// An empty list that keeps the steps and writes nothing.
    package static var kept: ScriptActions { ScriptActions(.keep, nil) }

    /// An empty list that drops the steps.
    package static var none: ScriptActions { ScriptActions(.drop, nil) }

    /// An empty list that compares steps with those kept here and writes nothing.
    package var compared: ScriptActions { ScriptActions(.compare, steps) }

    /// Whether the compared machine has taken exactly the steps of the other machine.
    package var agrees: Bool { !differs && count == steps?.count ?? 0 }

    /// Appends a step of a machine.
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
        case .drop: break
        }
        count += 1
    }
}

private protocol StepList: AnyObject {
    var count: Int { get }
}

/// The steps of a machine, all of one type.
///
/// A box for each step would cost more than the machine itself.
private final class Steps<Step: Hashable>: StepList {
    var all: [Step] = []
    var count: Int { all.count }
}
