// SPDX-License-Identifier: Apache-2.0

#if Peers

import IMWireRMTP
import SwiftProtobuf
import SwiftProtobufPeer

/// SwiftProtobuf as the peer for the bodies with messages; the tests compare it on all bodies.
package struct SwiftProtobufBodies: ProtobufPeer {
    private static let types: [String: any SwiftProtobuf.Message.Type] = [
        "UpStreamMessage": Rmtp_UpStreamMessage.self,
        "DownStreamMessage": Rmtp_DownStreamMessage.self,
        "DownStreamMessages": Rmtp_DownStreamMessages.self,
        "PushExtra": Rmtp_PushExtra.self,
        "NotifyMsg": Rmtp_NotifyMsg.self,
    ]

    /// Creates the peer.
    package init() {}

    package func reading(_ message: String, _ bytes: [UInt8]) -> ProtobufPeerReading? {
        guard let type = SwiftProtobufBodies.types[message] else { return nil }
        var options = BinaryDecodingOptions()
        // SwiftProtobuf does not count the body itself as a level; the codec does (PRB-052).
        options.messageDepthLimit = ProtobufLimits().bodyDepth - 1
        guard let body = try? type.init(serializedBytes: bytes, partial: true, options: options),
            let written = try? body.serializedBytes(partial: true) as [UInt8]
        else { return .refused }
        return .accepted(written: written)
    }
}

#endif
