// SPDX-License-Identifier: Apache-2.0

import IMWire

/// What a schedule may contain.
package enum Trouble: String, Hashable, Sendable, CaseIterable {
    /// A message is lost on the way.
    case loss
    /// A message arrives twice.
    case duplication
    /// A message takes longer than a second.
    case delay
    /// A receipt is overtaken.
    case reordering
    /// A connection breaks.
    case `break`
    /// A connection stands and carries nothing, in one direction or in both.
    case halfOpen
    /// A client logs in again after a break.
    case reconnect
    /// A user logs in on a second device.
    case secondLogin
    /// The server's process ends and begins again.
    case restart
    /// A client's process ends in the midst of its actions and begins again.
    case kill
}

/// What must not happen (SES-100 to SES-105).
package enum Violation: String, Hashable, Sendable, CaseIterable {
    /// A message that was sent has been neither delivered nor recalled.
    case lost
    /// A message was delivered to an application twice.
    case twice
    /// A receipt was written before what it confirms was safe.
    case early
    /// A recalled message was delivered.
    case unrecalled
    /// Messages of one sender have changed their order.
    case order
    /// A user was logged in over two connections.
    case two
    /// A client was online for longer than it may be without heartbeats (SES-022).
    case silent
    /// Something still waits when everything has been well for long.
    case restless
}

/// What came out of a schedule.
package struct SimulationReport: Sendable {
    /// The seed.
    package let seed: UInt64
    /// Whether the server knows senders' keys.
    package let echoesKeys: Bool
    /// What really occurred.
    package internal(set) var troubles: Set<Trouble> = []
    /// What went wrong, first things first.
    package internal(set) var violations: [(kind: Violation, text: String)] = []
    /// Messages that were given to clients.
    package internal(set) var messages = 0
    /// Events that were put into machines.
    package internal(set) var events = 0
    /// When the world was quiet, in ms.
    package internal(set) var end: Int64 = 0
}
