// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import LiveService

/// The settings of the server.
package struct LiveSettings: Sendable {
    /// The settings of the RongCloud service; its groups and blocked users are also those of socket chat.
    package var service: ServiceSettings
    package var chat: LiveAddress?
    package var rongCloud: LiveAddress?
    /// The maximum number of simultaneous connections.
    package var connections = 10_000
    /// The maximum number of bytes that wait for all clients.
    package var outboundBytes = 256 << 20
    /// The maximum number of bytes of unfinished messages from all clients.
    package var inboundBytes = 128 << 20
    package var deflates = false
    package var logPath: String?
    /// The maximum size of the wire log, in bytes.
    package var logBytes = 4 << 30
    /// The names and addresses, besides those of loopback and of the ports, by which clients reach the server.
    package var hosts: [String] = []
    /// The origins of pages with an SDK, as browsers write them; none for all pages of loopback addresses.
    package var origins: [String] = []
    package var speed = 1
    package var isQuiet = false
    package var chatTLS: LiveAddress?
    package var rongCloudTLS: LiveAddress?
    /// The PEM files of a certificate and its key; without them a certificate is made by `openssl`.
    package var certificate: String?
    package var key: String?
    package var memoryPath: String?
    package var faults: FaultPlan?
    package var callback: CallbackAddress?
    /// Whether the text of every message is printed.
    package var inspects = false

    package init(tokens: ServedTokens) {
        service = ServiceSettings(tokens: tokens)
    }
}

#endif
