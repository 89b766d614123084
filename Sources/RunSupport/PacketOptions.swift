// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireRMTP

/// The options for facts about a connection of RongCloud's packets that the packets do not state (RMTP-001).
package struct PacketOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The protocol version of the connection: 2, 3 or 4. (default: 3)", valueName: "number"))
    var protocolVersion: Int?

    @Option(help: ArgumentHelp("The key of a TCP stream: eight bytes as hex.", valueName: "hex"))
    var key: String?

    package init() {}

    package func validate() throws {
        if let protocolVersion, RMTPVersion(rawValue: protocolVersion) == nil {
            throw ValidationError("--protocol-version takes 2, 3 or 4")
        }
        if key != nil, keyBytes?.count != 8 { throw ValidationError("--key takes eight bytes as hex (RMTP-087)") }
    }

    /// The first of these options that was given.
    package var given: String? {
        if protocolVersion != nil { return "--protocol-version" }
        return key == nil ? nil : "--key"
    }

    /// Whether a key was given.
    package var hasKey: Bool { key != nil }
    /// The version of the packets.
    package var version: RMTPVersion { protocolVersion.flatMap(RMTPVersion.init(rawValue:)) ?? .three }
    /// The bytes of the key, or nil if none was given.
    package var keyBytes: [UInt8]? { key.flatMap { try? HexText.bytes($0.utf8) } }
}

#endif
