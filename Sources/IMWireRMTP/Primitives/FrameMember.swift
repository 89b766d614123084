// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The members of packets, by their places in errors and deviations (RMTP-003).
enum FrameMember: UInt8 {
    case none, protocolId, version, flags, keepAlive, clientId, willTopic, will, appId, token
    case ignored, status, userId, sessionId, timestamp, messageId
    case topic, targetId, date, millisecond, messageUId, data

    /// The JSON Pointer; empty where no one member is meant.
    var path: String {
        switch self {
        case .none: ""
        case .protocolId: "/protocolId"
        case .version: "/version"
        case .flags: "/flags"
        case .keepAlive: "/keepAlive"
        case .clientId: "/clientId"
        case .willTopic: "/willTopic"
        case .will: "/will"
        case .appId: "/appId"
        case .token: "/token"
        case .ignored: "/ignored"
        case .status: "/status"
        case .userId: "/userId"
        case .sessionId: "/sessionId"
        case .timestamp: "/timestamp"
        case .messageId: "/messageId"
        case .topic: "/topic"
        case .targetId: "/targetId"
        case .date: "/date"
        case .millisecond: "/millisecond"
        case .messageUId: "/messageUId"
        case .data: "/data"
        }
    }
}
