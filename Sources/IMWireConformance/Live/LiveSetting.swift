// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Which peer is tested over a socket, and what can be asked of it (Spec/live.md).
package struct LiveSetting: Sendable {
    /// The peer that is tested.
    package enum Subject: Sendable {
        case server, client
    }

    /// The peer.
    package var subject: Subject
    /// Whether packets go over a WebSocket; otherwise it is socket chat.
    package var isWebSocket: Bool
    /// Whether TLS stands below.
    package var isSecure: Bool
    /// Whether somebody tells the peer what its application does (LIV-030).
    package var hasDriver = false
    /// How much faster than the real clock the peer runs; 1 without a driver.
    package var speed: Int64 = 1
    /// Milliseconds of the clock that a scenario may take (LIV-020).
    package var patience: Int64 = 15_000
    /// The prefix of user and group names (LIV-012).
    package var prefix = ""
    /// Whether a server has the groups and blocked users of all scenarios (LIV-013).
    package var isConfigured = false

    package init(_ subject: Subject, isWebSocket: Bool, isSecure: Bool) {
        self.subject = subject
        self.isWebSocket = isWebSocket
        self.isSecure = isSecure
    }

    /// The machine whose scenarios can be played.
    package var machine: String {
        switch subject {
        case .server: isWebSocket ? "rmtp-server" : "server"
        case .client: isWebSocket ? "rmtp-client" : "client"
        }
    }

    /// The machines whose scenarios are about such a peer (LIV-001): chatrooms are RongCloud's.
    package var machines: Set<String> {
        machine == "rmtp-server" ? [machine, "chatroom"] : [machine]
    }

    /// Whether a case is about such a peer.
    package func concerns(_ item: Case) -> Bool {
        item.operation == .sessionRun && machines.contains(item.input.member("machine")?.string ?? "")
    }
}

/// Why a scenario is not played.
package struct LiveSkip: Error, Hashable, Sendable {
    /// A sentence for the report.
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
}
