// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import NIOCore

/// Where to listen or connect: `HOST:PORT`, `[::1]:PORT`.
package struct LiveAddress: Hashable, Sendable {
    /// A name or an address.
    package var host: String
    /// 0 for a free one.
    package var port: Int

    /// Reads an address; nil where it is none.
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

    /// Whether no other machine can reach it.
    package var isLoopback: Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}

extension Channel {
    /// The peer's address as people write it, such as `127.0.0.1:41500`.
    var peerText: String {
        guard let address = remoteAddress else { return "unknown" }
        guard let host = address.ipAddress, let port = address.port else { return address.description }
        return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}

#endif
