// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire

/// What the server is told at its start.
struct LiveSettings: Sendable {
    /// Who may connect to RongCloud's side.
    var tokens: ServedTokens
    var chat: LiveAddress?
    var rongCloud: LiveAddress?
    /// The members of each group.
    var groups: [String: [String]] = [:]
    var blocked: [String] = []
    /// Connections of one RongCloud user.
    var devices = 8
    /// Connections at once.
    var connections = 10_000
    var deflates = false
    var logPath: String?
    var speed = 1
    var isQuiet = false
}

#endif
