// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// Another reader of protobuf, which whoever links one may put in: SwiftProtobuf in the tests (FUZ-010).
package protocol ProtobufPeer: Sendable {
    /// Whether the peer reads these bytes as this message; nil where it does not know the message.
    func accepts(_ message: String, _ bytes: [UInt8]) -> Bool?
    /// The bytes that the peer writes for what it has read; nil where it refuses them or does not know the message.
    func rewrites(_ message: String, _ bytes: [UInt8]) -> [UInt8]?
}

/// `preservation`, of bodies: what was read, what is missing and what is written are as ``ProtobufModel`` has them.
package enum BodyOracle {
    /// Judges a body that was read, and what it was written as.
    package static func judge<Body: ProtobufMessage>(
        _ type: Body.Type, _ bytes: [UInt8], _ decoded: ContentResult<Body>, written: [UInt8],
        _ observation: inout Observation
    ) {
        let place = Body.messageName
        let model: ProtobufModel
        do throws(ProtobufModel.Refusal) { model = try ProtobufModel(Body.fields, bytes) } catch {
            if case .malformed = error, case .success = decoded {
                observation.violate(.preservation, at: "\(place) is read, and is no body")
            }
            return
        }
        switch decoded {
        case .failure(let error):
            if error.code.rawValue.hasPrefix("limit.") { return }
            observation.violate(.preservation, at: "\(place) \(error.code.rawValue), and is a body", "\(error)")
        case .success(let decoded):
            if model.written != written { observation.violate(.preservation, at: place) }
            let missing = model.missing.prefix(64)
            if !missing.elementsEqual(decoded.deviations.map(\.path)) {
                observation.violate(.preservation, at: "\(place) required", "\(missing), told \(decoded.deviations)")
            }
        }
    }
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
