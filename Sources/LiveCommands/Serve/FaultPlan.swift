// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
import IMWireValues
import Platform

/// Which faults the server has on purpose: shares of what it writes, from 0 to 1, and a seed.
///
/// `{"seed":1,"delay":0.1,"delayMilliseconds":200,"chop":0.3,"reset":0.001,"halfClose":0.001,"garbage":0.001}`
package struct FaultPlan: Hashable, Sendable {
    var seed: UInt64 = 1
    /// Shares of pieces that are written later.
    var delay = 0.0
    /// By how much at most.
    var delayMilliseconds: Int64 = 200
    /// Shares of pieces that are written in small pieces.
    var chop = 0.0
    /// Shares of pieces in whose place the connection is reset.
    var reset = 0.0
    /// Shares of pieces behind which the output ends.
    var halfClose = 0.0
    /// Shares of pieces in front of which something stands that nobody can read.
    var garbage = 0.0

    /// Reads a plan.
    ///
    /// - Throws: a usage error that names what is wrong.
    package init(path: String) throws(CommandFailure) {
        guard let data = FileManager.default.contents(atPath: path), let json = RawJSON(line: Array(data)),
            let members = json.members
        else { throw .usage("\(path): no JSON object can be read there") }
        for (name, value) in members {
            let shares: [String: WritableKeyPath<FaultPlan, Double>] = [
                "delay": \.delay, "chop": \.chop, "reset": \.reset, "halfClose": \.halfClose, "garbage": \.garbage,
            ]
            if let share = shares[name], let number = value.number?.double, (0...1).contains(number) {
                self[keyPath: share] = number
            } else if name == "seed", let number = value.number?.int64 {
                seed = UInt64(bitPattern: number)
            } else if name == "delayMilliseconds", let number = value.number?.int64, (0...60_000).contains(number) {
                delayMilliseconds = number
            } else {
                throw .usage("\(path): \(name) is not a fault, or not a share from 0 to 1")
            }
        }
    }
}

#endif
