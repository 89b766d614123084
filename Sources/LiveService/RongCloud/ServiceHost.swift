// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The clocks and the log that the service uses, so that it has no I/O and a test or a fuzzer can run it.
package struct ServiceHost {
    /// Returns the current time, in milliseconds since 1970.
    package var now: () -> Int64
    /// Returns the current time of the machines, in milliseconds.
    package var elapsed: () -> Int64
    /// Writes a line to the log, with the number of the connection that it concerns.
    package var log: (String, Int?) -> Void

    package init(
        now: @escaping () -> Int64, elapsed: @escaping () -> Int64, log: @escaping (String, Int?) -> Void
    ) {
        self.now = now
        self.elapsed = elapsed
        self.log = log
    }
}

/// The session of one client, which runs an `RMTPServerMachine` and sends its packets.
package protocol ServiceLink: AnyObject {
    /// A closure that is called for every action except `write` and `close`.
    var onAction: (RMTPServerMachine.Action) -> Void { get set }
    /// Handles an event and performs the resulting actions.
    func handle(_ event: RMTPServerMachine.Event)
}

/// A connection as the log and the status page describe it.
package protocol ServiceConnection: AnyObject {
    var number: Int { get }
    /// The user, or nil while unknown.
    var user: String? { get set }
    /// A description, such as the release of an SDK.
    var detail: String { get set }
}

/// The settings of the service.
package struct ServiceSettings: Sendable {
    package var tokens: ServedTokens
    /// The members of each group.
    package var groups: [ExactText: [String]] = [:]
    package var blocked: [String] = []
    /// The maximum number of connections of one user.
    package var devices = 8
    /// The maximum number of bytes that are stored for all users.
    package var storeBytes = 128 << 20

    package init(tokens: ServedTokens) {
        self.tokens = tokens
    }
}
