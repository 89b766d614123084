// SPDX-License-Identifier: Apache-2.0

/// How RongCloud's packets are carried.
package enum RMTPFraming: String, Hashable, Sendable, CaseIterable {
    /// WebSocket: each message carries one packet.
    case websocket
    /// TCP: packets follow one another in a stream.
    case tcp
    /// Polling: packets are JSON in replies to polls.
    case xhr
}
