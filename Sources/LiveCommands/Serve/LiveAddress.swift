// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import NIOCore

/// An address to listen on or connect to: `HOST:PORT` or `[::1]:PORT`.
package struct LiveAddress: Hashable, Sendable {
    /// The host name or IP address.
    package var host: String
    /// The port; 0 selects a free port.
    package var port: Int

    /// Creates an address from text, or returns nil if the text is not an address.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        if host.isEmpty { return nil }
        self.host = host
        self.port = Int(port)
    }

    /// Checks that other machines can reach the address only if the user allows it.
    ///
    /// - Parameter text: The address as the user wrote it.
    func check(isPublic: Bool, _ text: String) throws(CommandFailure) {
        if !isLoopback, !isPublic { throw .usage("\(text) is not a loopback address; --public allows it") }
    }

    /// Whether the address is reachable only from this machine.
    package var isLoopback: Bool { LiveAddress.isLoopback(host) }

    /// Returns whether a host, without port and brackets, is the machine itself.
    static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}

extension Channel {
    /// The peer's address as text, such as `127.0.0.1:41500`.
    var peerText: String { Self.text(remoteAddress) }
    /// This side's address as text, such as `127.0.0.1:8080`.
    var localText: String { Self.text(localAddress) }

    private static func text(_ address: SocketAddress?) -> String {
        guard let address else { return "unknown" }
        guard let host = address.ipAddress, let port = address.port else { return address.description }
        return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}

#endif
