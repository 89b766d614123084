// SPDX-License-Identifier: Apache-2.0

import IMWireRMTP

/// A release of the web SDK, identified by the `sdkVer` of its connection, and the features that it supports.
package struct SDKRelease: Hashable, Sendable {
    /// The release that the client has reported.
    package let name: String
    package let version: RMTPVersion
    private let numbers: [Int]

    /// Creates a release.
    ///
    /// - Parameter protocolVersion: The `protocolVer` that the client has sent, if any.
    package init(_ sdkVersion: String?, protocolVersion: String?) {
        name = String((sdkVersion ?? "unknown").prefix(32))
        let parts = name.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
        // A client that reports no release is assumed to support everything.
        numbers = sdkVersion == nil ? [99, 0, 0] : Array((parts + [0, 0, 0]).prefix(3))
        // Release 0.9.10 reports 1.0.0; with version 3 it would read the length of the target as the message id.
        version = sdkVersion == "1.0.0" ? .two : protocolVersion == "4" ? .four : .three
    }

    /// Whether the release pulls again after a page with `finished` false; other releases receive one page.
    var pullsPages: Bool { isAtLeast(4, 0, 0) }
    /// Whether the release reads non-ASCII characters in contents (RMTP-327); 2.5.12 reports 2.5.10.
    var readsUTF8: Bool { isAtLeast(2, 5, 10) }
    /// Whether the release supports `s_ntf` of type 2, which announces messages in a room; 0.9.10 throws an error.
    var pullsRooms: Bool { version != .two }
    /// Whether the release supports `s_us`; 2.5.3 throws an error.
    var knowsSettings: Bool { isAtLeast(2, 5, 10) }
    /// Whether the release supports `s_cmd` of type 2, which announces changes of room keys (RMTP-324).
    var knowsKeyCommands: Bool { isAtLeast(2, 5, 3) }
    /// Whether the release supports `s_cmd` of type 3, which announces changes of conversation states (RMTP-324).
    var knowsStateCommands: Bool { isAtLeast(2, 5, 10) }
    /// Whether the release fails if the response to a POST is empty.
    package var needsReplies: Bool { isAtLeast(4, 0, 0) }

    /// Returns whether the release pulls after it has connected again only after a notification (RMTP-326).
    func pullsWhenTold(isPolling: Bool) -> Bool {
        isAtLeast(4, 0, 0) || isAtLeast(2, 8, 0) && !isAtLeast(3, 0, 0) || isPolling && version == .two
    }

    /// Returns whether the release waits for the PUBACK after a synchronized PUBLISH, with the id and time (RMTP-132).
    ///
    /// When they poll, releases 2.5 and 3 deliver the PUBLISH at once, and 2.5.3 ends its session at the PUBACK
    /// (RMTP-325).
    func readsSyncReceipts(isPolling: Bool) -> Bool {
        // Release 0.9.10 ignores both packets, which is better than a message in a conversation with oneself.
        !isPolling || isAtLeast(4, 0, 0) || isAtLeast(2, 8, 0) && !isAtLeast(3, 0, 0) || version == .two
    }

    private func isAtLeast(_ major: Int, _ minor: Int, _ patch: Int) -> Bool {
        !numbers.lexicographicallyPrecedes([major, minor, patch])
    }
}
