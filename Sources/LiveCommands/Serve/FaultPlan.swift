// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
import IMWireValues
import Platform

/// The faults that the server injects: the probability of each fault for a write, from 0 to 1, and a seed.
///
/// `{"seed":1,"delay":0.1,"delayMilliseconds":200,"chop":0.3,"reset":0.001,"halfClose":0.001,"garbage":0.001}`
package struct FaultPlan: Hashable, Sendable {
    var seed: UInt64 = 1
    /// The share of writes that are delayed.
    var delay = 0.0
    /// The maximum delay, in milliseconds.
    var delayMilliseconds: Int64 = 200
    /// The share of writes that are split into small pieces.
    var chop = 0.0
    /// The share of writes that are replaced by a reset of the connection.
    var reset = 0.0
    /// The share of writes after which the output is closed.
    var halfClose = 0.0
    /// The share of writes that are preceded by random bytes.
    var garbage = 0.0

    /// Reads a plan from a file.
    ///
    /// - Throws: A usage error that describes the problem.
    package init(path: String) throws(CommandFailure) {
        guard let data = FileManager.default.contents(atPath: path), let json = RawJSON(line: Array(data)),
            let members = json.members
        else { throw .usage("\(path): expected a JSON object") }
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
