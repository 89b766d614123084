// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Another reader of protobuf, which whoever links one may put in: SwiftProtobuf in the tests (FUZ-010).
package protocol ProtobufPeer: Sendable {
    /// Whether the peer reads these bytes as this message; nil where it does not know the message.
    func accepts(_ message: String, _ bytes: [UInt8]) -> Bool?
    /// The bytes that the peer writes for what it has read; nil where it refuses them or does not know the message.
    func rewrites(_ message: String, _ bytes: [UInt8]) -> [UInt8]?
}

/// `differential.protobuf`: a peer, where there is one, accepts the same bodies.
package enum ProtobufOracle {
    /// Judges a body that the codec has read or refused.
    package static func judge(
        _ message: String, _ bytes: [UInt8], accepted: Bool, _ peer: any ProtobufPeer, _ observation: inout Observation
    ) {
        guard let theirs = peer.accepts(message, bytes) else { return }
        if theirs != accepted {
            observation.violate(.protobuf, at: "\(message) only \(accepted ? "the codec" : "the peer") accepts")
        }
    }
}
