// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A kind of trouble that a schedule may contain.
package enum Trouble: String, Hashable, Sendable, CaseIterable {
    /// A message is lost in transit.
    case loss
    /// A message arrives twice.
    case duplication
    /// A message takes longer than a second.
    case delay
    /// A receipt is overtaken by a later message.
    case reordering
    /// A connection breaks.
    case `break`
    /// A connection remains open but transmits nothing, in one direction or both.
    case halfOpen
    /// A client logs in again after a break.
    case reconnect
    /// A user logs in on a second device.
    case secondLogin
    /// The server's process restarts.
    case restart
    /// A client's process ends in the middle of its actions and restarts.
    case kill
}

/// A violation of what a session guarantees (SES-100 to SES-105).
package enum Violation: String, Hashable, Sendable, CaseIterable {
    /// A message that was sent has been neither delivered nor recalled.
    case lost
    /// A message was delivered to an application twice.
    case twice
    /// A receipt was written before the message it confirms was safe.
    case early
    /// A recalled message was delivered.
    case unrecalled
    /// Messages of one sender were delivered out of order.
    case order
    /// A user was logged in over two connections.
    case two
    /// A client was online without heartbeats for longer than allowed (SES-022).
    case silent
    /// A message is still waiting long after the last trouble.
    case restless
    /// A queue or the answer to an event is larger than what was sent explains.
    case unbounded
}

/// The result of a schedule.
package struct SimulationReport: Sendable {
    package let seed: UInt64
    /// Whether the server echoes senders' keys.
    package let echoesKeys: Bool
    /// The kinds of trouble that occurred.
    package internal(set) var troubles: Set<Trouble> = []
    /// The violations, in the order in which they occurred.
    package internal(set) var violations: [(kind: Violation, text: String)] = []
    /// The number of messages submitted to clients.
    package internal(set) var messages = 0
    /// The number of events that the state machines have handled.
    package internal(set) var events = 0
    /// The time at which the simulation ended, in milliseconds.
    package internal(set) var end: Int64 = 0
}
