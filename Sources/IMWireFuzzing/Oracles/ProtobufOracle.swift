// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// Another protobuf reader.
package protocol ProtobufPeer: Sendable {
    /// Returns the peer's result for the bytes of a message, or nil if the peer does not know the message.
    func reading(_ message: String, _ bytes: [UInt8]) -> ProtobufPeerReading?
}

/// The result of a peer for a body.
package enum ProtobufPeerReading: Sendable {
    case refused
    /// The body is accepted; `written` is the peer's encoding of it.
    case accepted(written: [UInt8])
}

/// `preservation`, for bodies: acceptance, missing fields and the encoding match ``ProtobufModel``.
enum BodyOracle {
    /// Checks the result of decoding a body, and its encoding.
    static func check<Body: ProtobufMessage>(
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
            if error.code.isOf("limit.") { return }
            observation.violate(.preservation, at: "\(place) \(error.code.rawValue), and is a body", "\(error)")
        case .success(let decoded):
            if model.written != written { observation.violate(.preservation, at: place) }
            let missing = model.missing.prefix(64)
            if !missing.elementsEqual(decoded.deviations.map(\.path)) {
                observation.violate(
                    .preservation, at: "\(place) required", "\(missing), reported \(decoded.deviations)")
            }
        }
    }
}

/// `differential.protobuf`: a peer reads the same bodies and writes the same bytes, except for ``KnownDifference``.
enum ProtobufOracle {
    /// Checks a body that the codec has accepted, or refused with `error`.
    static func check(
        _ message: String, _ bytes: [UInt8], written: [UInt8], _ error: DecodeError?, _ peer: any ProtobufPeer,
        _ observation: inout Observation
    ) {
        switch (peer.reading(message, bytes), error) {
        case (nil, _), (.refused, .some): return
        case (.refused, nil): observation.violate(.protobuf, at: "\(message) only the codec accepts")
        case (.accepted, let error?):
            if isLongTag(bytes, error) || error.code.isOf("limit.") { return }
            observation.violate(.protobuf, at: "\(message) only the peer accepts")
        case (.accepted(let theirs), nil):
            if theirs != written { observation.violate(.protobuf, at: "\(message) bytes") }
        }
    }

    /// Returns whether the known difference `protobuf-long-tag` applies.
    private static func isLongTag(_ bytes: [UInt8], _ error: DecodeError) -> Bool {
        let tag = bytes.dropFirst(error.offset).prefix(5)
        return error.code == .protoTag && tag.count == 5 && tag.allSatisfy { $0 >= 0x80 }
    }
}
