// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The peer that is tested over a socket, and the means to control it (`Spec/live.md`).
package struct LiveSetting: Sendable {
    /// The kind of peer that is tested.
    package enum Subject: Sendable {
        case server, client
    }

    package var subject: Subject
    /// Whether packets are sent over a WebSocket; otherwise the peer speaks socket chat.
    package var isWebSocket: Bool
    package var isSecure: Bool
    /// Whether a driver acts as the application of the peer (LIV-030).
    package var hasDriver = false
    /// The factor by which the peer runs faster than the real clock; 1 without a driver.
    package var speed: Int64 = 1
    /// The time limit of a scenario on the real clock, in milliseconds (LIV-020).
    package var scenarioTimeout: Int64 = 15_000
    /// The prefix of the names of users, groups, and rooms (LIV-012).
    package var prefix = ""
    /// Whether the server has the groups and blocked users of all scenarios (LIV-013).
    package var isConfigured = false

    package init(_ subject: Subject, isWebSocket: Bool, isSecure: Bool) {
        self.subject = subject
        self.isWebSocket = isWebSocket
        self.isSecure = isSecure
    }

    /// The machine whose scenarios can be played with the peer.
    package var machine: String {
        switch subject {
        case .server: isWebSocket ? "rmtp-server" : "server"
        case .client: isWebSocket ? "rmtp-client" : "client"
        }
    }

    /// The machines whose scenarios are about such a peer (LIV-001); only a RongCloud server has chatrooms.
    package var machines: Set<String> {
        machine == "rmtp-server" ? [machine, "chatroom"] : [machine]
    }

    /// Checks whether a scenario that ends at this time of its clock may take as long as that (LIV-020).
    func checkDuration(_ end: Int64) throws(LiveSkip) {
        guard end > scenarioTimeout * speed else { return }
        let seconds = (end + 999) / 1_000
        throw LiveSkip("it takes \(seconds) s: use --scenario-timeout \(seconds), or a driver and --speed")
    }

    /// Returns whether a case is about such a peer.
    package func concerns(_ item: Case) -> Bool {
        item.operation == .sessionRun && machines.contains(item.input.member("machine")?.string ?? "")
    }
}

/// The reason why a scenario is not played.
package struct LiveSkip: Error, Hashable, Sendable {
    /// The reason, as a sentence for the report.
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
}
