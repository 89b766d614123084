// SPDX-License-Identifier: Apache-2.0

import IMWire
import TextSupport

/// The requirement that each error violates, and the reaction of a receiver (FRM-100).
enum FaultText {
    /// Returns the requirement that an error violates; `byte` is its offset in the line or packet.
    static func requirement(_ code: DecodeError.Code, at byte: Int) -> String? {
        switch code {
        case .frameTruncated: "FRM-006"
        case .frameLine: "FRM-014"
        case .frameBase64: "FRM-017"
        case .frameEncoding: "FRM-018"
        case .frameBrokenBase64: "FRM-019"
        case .frameMagic: "FRM-031"
        case .frameVersion: "FRM-032"
        case .frameHeader: byte == 3 ? "FRM-033" : "FRM-039"
        case .frameLength: "FRM-038"
        case .frameChecksum: "FRM-040"
        case .frameFlags: "FRM-036"
        case .frameType: "FRM-034"
        case .frameHeartbeat: "FRM-043"
        case .frameFragment: "FRM-052"
        case .frameFragmentConflict: "FRM-053"
        case .frameFragmentDuplicate: "FRM-054"
        case .frameFragmentOverlap: "FRM-055"
        case .frameFragmentLimit: "FRM-057"
        case .frameFragmentAge: "FRM-058"
        case .frameInflate: "FRM-062"
        case .frameInflateSize, .frameInflateRatio: "FRM-061"
        case .frameInflateLength: "FRM-063"
        case .frameBatch: "FRM-067"
        case .frameBatchLimit: "FRM-068"
        default: message(code)
        }
    }

    private static func message(_ code: DecodeError.Code) -> String? {
        switch code {
        case .jsonSyntax: "CNT-010"
        case .jsonBOM: "CNT-012"
        case .jsonUTF8: "CNT-011"
        case .jsonTrailing: "CNT-013"
        case .jsonSurrogate: "CNT-016"
        case .jsonDuplicate: "CNT-017"
        case .messageType: "CHT-001"
        case .fieldMissing: "CHT-014"
        case .fieldType: "CNT-035"
        case .fieldAlias: "CHT-011"
        case .fieldValue: "CHT-013"
        case .fieldBase64: "CHT-026"
        case .fieldForeign: "CHT-015"
        case .objectNameLength: "CNT-002"
        case .limitSize: "FRM-069"
        case .limitDepth: "CNT-092"
        case .limitMembers: "CNT-093"
        case .limitString: "CNT-094"
        case .limitItems: "CNT-095"
        case .limitNumber: "CNT-096"
        case .limitUnknown: "CNT-097"
        default: nil
        }
    }

    /// Returns what a receiver does after a fault in a line or packet that ends before `end`.
    static func next(_ fault: StreamFault, behind end: Int, form: String, isInBatch: Bool) -> String {
        if fault.scope == .connection {
            return fault.error.code == .frameTruncated
                ? "the incomplete \(form) is dropped"
                : "the connection is closed; the rest is not read, because no later byte can be trusted"
        }
        let on = "reading continues at byte \(Words.grouped(end)) (\(Words.offset(end)))"
        if isInBatch { return "this message is skipped; the others are read" }
        switch fault.error.code {
        case .frameLine: return "the line is skipped up to its delimiter, and the next one is read"
        case .frameFragmentAge: return "the received fragments are dropped"
        case .frameFragmentLimit: return "the packet is skipped, and the open sets of fragments are kept; \(on)"
        case .frameFragment, .frameFragmentConflict, .frameFragmentDuplicate, .frameFragmentOverlap:
            return "the packet is skipped, and its set of fragments is unchanged; \(on)"
        default: return "the \(form) is skipped; \(on)"
        }
    }
}
