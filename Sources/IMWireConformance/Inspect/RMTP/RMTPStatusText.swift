// SPDX-License-Identifier: Apache-2.0

import IMWireRMTP

/// Short descriptions of the statuses of packets; `Spec/registry` has the complete tables.
enum RMTPStatusText {
    /// Returns the meaning of a number in a registry, or nil if the registry is not known.
    static func meaning(_ number: UInt64, _ registry: String?) -> String? {
        guard let status = Int(exactly: number) else { return nil }
        return switch registry {
        case "connack-status": connAck(status)
        case "disconnect-status": disconnect(status)
        case "rmtp-status": ack(status)
        default: nil
        }
    }

    /// Returns why a connection is accepted or refused (RMTP-150).
    private static func connAck(_ status: Int) -> String {
        switch ConnAckStatus(rawValue: status) {
        case .accepted: "the connection is accepted"
        case .unacceptableProtocolVersion: "the service does not speak this version"
        case .identifierRejected: "the client's identification is malformed"
        case .serverUnavailable: "the service is not available, or not opened for this platform"
        case .tokenIncorrect: "the token is wrong or has expired"
        case .notAuthorized: "the connection was refused to prevent abuse"
        case .redirect: "the user belongs to another server: ask the navigation service again"
        case .packageError: "the application's package name or bundle id is not the registered one"
        case .appBlocked: "the application is blocked or deleted"
        case .userBlocked: "the user is blocked"
        case .tokenExpired: "the token has expired"
        case .deviceError: "the token belongs to another device"
        case .hostnameError: "the page's host is not among the secure domains of the application"
        case .otherClientOnline: "another client of the same kind is connected already"
        case .otherCluster: "the user belongs to another cluster"
        case .appAuthNotPassed: "the application's own check refused the connection"
        case .oneTimeTokenUsed: "the one-time token was already used"
        case .platformError: "the platform is not supported"
        case .accountClosed: "the account is closed"
        case .serviceError: "the service has an internal error"
        default: "refused for a reason that is not in the registry"
        }
    }

    /// Returns why a connection ends (RMTP-151).
    private static func disconnect(_ status: Int) -> String {
        switch DisconnectStatus(rawValue: status) {
        case .reconnect: "connect again, after asking the navigation service"
        case .kicked: "the user has connected from another device of the same kind"
        case .blocked: "the user is blocked"
        case .remoteClose: "the server closes the connection"
        case .logout: "the user has logged out"
        case .userBlocked: "the user is blocked"
        case .redirect: "the user belongs to another server: ask the navigation service again"
        default: "the connection ends for a reason that is not in the registry"
        }
    }

    private static func ack(_ status: Int) -> String {
        status == 0 ? "success" : "the service's error code"
    }
}
