// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire

/// What the server is told at its start.
package struct LiveSettings: Sendable {
    /// Who may connect to RongCloud's side.
    package var tokens: ServedTokens
    package var chat: LiveAddress?
    package var rongCloud: LiveAddress?
    /// The members of each group.
    package var groups: [String: [String]] = [:]
    package var blocked: [String] = []
    /// Connections of one RongCloud user.
    package var devices = 8
    /// Connections at once.
    package var connections = 10_000
    /// Bytes that each side, chat and RongCloud, keeps for all of its users together.
    package var storeBytes = 128 << 20
    /// Bytes that wait for all clients together.
    package var outboundBytes = 256 << 20
    /// Bytes of messages that clients have not finished, of all together.
    package var inboundBytes = 128 << 20
    package var deflates = false
    package var logPath: String?
    package var speed = 1
    package var isQuiet = false
    package var chatTLS: LiveAddress?
    package var rongCloudTLS: LiveAddress?
    /// Files in PEM; without them a certificate is made.
    package var certificate: String?
    package var key: String?
    package var memoryPath: String?
    package var faults: FaultPlan?
    package var callback: CallbackAddress?
    /// Called with the text of every message that goes over a connection.
    package var inspects = false

    package init(tokens: ServedTokens) {
        self.tokens = tokens
    }
}

#endif
