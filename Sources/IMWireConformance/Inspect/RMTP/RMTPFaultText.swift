// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The requirement that each error of a packet or a body violates, and the reaction of a reader.
enum RMTPFaultText {
    /// Returns the requirement on a packet that an error violates; `byte` is relative to the packet's first byte.
    static func requirement(
        _ error: DecodeError, in type: RMTPType, at byte: Int, isEnd: Bool, isStrict: Bool
    ) -> String? {
        switch error.code {
        case .packetEmpty: "RMTP-014"
        case .packetDirection: "RMTP-045"
        case .packetTruncated: isEnd && isStrict ? "RMTP-040" : "RMTP-041"
        case .packetLength: "RMTP-042"
        case .packetUTF8: "RMTP-024"
        case .packetFlags: type == .connect ? "RMTP-032" : "RMTP-034"
        case .packetTrailing: "RMTP-043"
        case .frameLength: byte == 4 ? "RMTP-082" : isStrict ? "RMTP-084" : "RMTP-085"
        case .frameHeader: "RMTP-083"
        case .frameTruncated: "RMTP-086"
        case .limitSize: "RMTP-052"
        default: nil
        }
    }

    /// Returns the requirement on a reply to a poll that an error violates.
    static func polling(_ error: DecodeError) -> String? {
        switch error.code {
        case .messageType: "RMTP-091"
        case .packetDirection: "RMTP-045"
        case .fieldMissing, .fieldValue, .fieldType: error.path == "/headerCode" ? "RMTP-092" : "RMTP-094"
        case .limitSize, .frameBatchLimit: "RMTP-097"
        case .jsonDuplicate: "RMTP-094"
        default: FaultText.requirement(error.code, at: 0)
        }
    }

    /// Returns the requirement on a body that an error violates; `byte` is the byte at which the error occurs.
    static func body(_ error: DecodeError, _ byte: UInt8?) -> String? {
        switch error.code {
        case .protoTruncated: "PRB-005"
        case .protoVarint: "PRB-002"
        // The wire type is the end of a group that was not begun, or does not exist.
        case .protoWireType: (byte ?? 0) & 7 == 4 ? "PRB-022" : "PRB-004"
        case .protoTag: "PRB-003"
        case .protoUTF8: "PRB-015"
        case .protoRequired: "PRB-031"
        case .limitSize: "PRB-051"
        case .limitDepth: "PRB-052"
        case .limitItems: "PRB-053"
        default: nil
        }
    }

    /// Returns what a reader does after a fault in a packet.
    static func next(_ scope: StreamFault.Scope) -> String {
        scope == .connection
            ? "the connection is closed, and the rest is not read"
            : "the packet is skipped, and the next one is read"
    }

    /// The reaction of a reader to a packet whose body cannot be read.
    static let behindBody = "the packet is still acknowledged, and its body is not delivered (RMTP-135)"
    /// The reaction of a reader to a content that cannot be read.
    static let behindContent = "the message is delivered with the content's bytes (RMTP-183)"
    /// The reaction of a reader to a deviation.
    static let behindDeviation = "the packet is still read; strict mode rejects it"
}
