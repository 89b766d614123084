// SPDX-License-Identifier: Apache-2.0

/// Decoding of the lines that the fast paths of ``next(in:from:)`` do not cover.
///
/// The fast paths cover JSON where JSON was agreed, and unbroken, padded Base64 where Base64 was agreed.
extension ChatLineDecoder {
    /// The result of decoding a line.
    enum Verdict {
        /// A line of white space only (FRM-013).
        case empty
        /// A line that is the unit itself, with the offset of DEV-115 or -1.
        case plain(otherEncoding: Int)
        /// A line of Base64, decoded, with the offsets of DEV-114 and DEV-115 or -1.
        case text(length: Int, looseness: Int, otherEncoding: Int)
        /// A line that is rejected at one of its bytes.
        case wrong(DecodeError.Code, at: Int)
        /// A line in the broken form (FRM-019).
        case broken
    }

    @inline(never)
    mutating func examine(_ line: Span<UInt8>, at place: Int) -> Verdict {
        let first = WhiteSpace.end(of: line, from: 0)
        if first == line.count { return .empty }
        let isJSON = line.byte(at: first) == .openBrace || line.byte(at: first) == .openBracket
        if !isJSON, isBroken(line, at: place) { return .broken }
        let isUnit = isJSON || format.heartbeat.matches(line)
        switch format.encoding {
        case .base64:
            if isUnit { return mode == .strict ? .wrong(.frameEncoding, at: first) : .plain(otherEncoding: first) }
            return decode(line)
        case .json:
            if isUnit { return .plain(otherEncoding: -1) }
            guard let length = hiddenUnit(in: line) else { return .plain(otherEncoding: -1) }
            if mode == .strict { return .wrong(.frameEncoding, at: first) }
            return .text(length: length.length, looseness: length.looseness, otherEncoding: first)
        }
    }

    /// Decodes a line of Base64 that may be malformed, unpadded or contain white space (FRM-016, FRM-017).
    private mutating func decode(_ line: Span<UInt8>) -> Verdict {
        var scan = Base64Line()
        let fault = scan.fault(in: line, to: line.count) ?? scan.faultAtEnd(line.count)
        let looseness = scan.looseness(line.count)
        if let fault {
            let isLooser = mode == .strict && scan.space >= 0 && scan.space < fault
            return .wrong(.frameBase64, at: isLooser ? scan.space : fault)
        }
        if mode == .strict, looseness >= 0 { return .wrong(.frameBase64, at: looseness) }
        return .text(length: decodeLoose(line), looseness: looseness, otherEncoding: -1)
    }

    /// Returns the decoded length and the offset of DEV-114 if a line that should be JSON is Base64 of a unit
    /// (FRM-018).
    private mutating func hiddenUnit(in line: Span<UInt8>) -> (length: Int, looseness: Int)? {
        var scan = Base64Line()
        guard scan.fault(in: line, to: line.count) == nil, scan.faultAtEnd(line.count) == nil else { return nil }
        let length = decodeLoose(line)
        return isUnit(length) ? (length, scan.looseness(line.count)) : nil
    }
}
