// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWireRMTP

/// A release of the web SDK, by the `sdkVer` of its connection: what it can read.
struct SDKRelease: Hashable, Sendable {
    /// What the client has said.
    let name: String
    /// The version of the packets.
    let version: RMTPVersion
    private let numbers: [Int]

    /// - Parameter protocolVersion: `protocolVer`, where the client has sent it.
    init(_ sdkVersion: String?, protocolVersion: String?) {
        name = String((sdkVersion ?? "unknown").prefix(32))
        let parts = name.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
        // A client that does not say what it is can do everything.
        numbers = sdkVersion == nil ? [99, 0, 0] : Array((parts + [0, 0, 0]).prefix(3))
        // 0.9.10 says 1.0.0: given version 3 it takes the target's length for the id.
        version = sdkVersion == "1.0.0" ? .two : protocolVersion == "4" ? .four : .three
    }

    /// Whether it pulls again after a page with `finished` false; others get one page.
    var pullsPages: Bool { isAtLeast(4, 0, 0) }
    /// Whether it reads characters beyond ASCII in contents; 2.5.12 says 2.5.10.
    var readsUTF8: Bool { isAtLeast(2, 5, 10) }
    /// Whether it knows `s_ntf` of type 2, which tells of messages in a room; 0.9.10 throws.
    var pullsRooms: Bool { version != .two }
    /// Whether it knows `s_us`; 2.5.3 throws.
    var knowsSettings: Bool { isAtLeast(2, 5, 10) }
    /// Whether it knows `s_cmd`, which tells of keys in a room and of states of conversations.
    var knowsCommands: Bool { isAtLeast(3, 0, 0) }
    /// Whether it fails where the reply to a POST holds nothing.
    var needsReplies: Bool { isAtLeast(4, 0, 0) }

    private func isAtLeast(_ major: Int, _ minor: Int, _ patch: Int) -> Bool {
        !numbers.lexicographicallyPrecedes([major, minor, patch])
    }
}

#endif
