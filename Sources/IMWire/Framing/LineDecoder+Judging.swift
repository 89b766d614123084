// SPDX-License-Identifier: Apache-2.0

/// The lines that need a closer look: all but JSON where JSON was agreed, and Base64 as it should be.
extension LineDecoder {
    /// What a line turned out to be.
    enum Verdict {
        /// Nothing but white space (FRM-013).
        case empty
        /// The unit itself; where DEV-115 was met, or -1.
        case plain(otherEncoding: Int)
        /// Base64 of the unit, decoded; where DEV-114 and DEV-115 were met, or -1.
        case text(length: Int, looseness: Int, otherEncoding: Int)
        /// Refused at a byte of the line.
        case wrong(DecodeError.Code, at: Int)
        /// Of the broken form (FRM-019).
        case broken
    }

    @inline(never)
    mutating func judge(_ line: Span<UInt8>, at place: Int) -> Verdict {
        let first = WhiteSpace.end(of: line, from: 0)
        if first == line.count { return .empty }
        let isJSON = line.byte(at: first) == 0x7b || line.byte(at: first) == 0x5b
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

    /// Reads a line of Base64 that is not plain (FRM-016, FRM-017).
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

    /// Whether a line where JSON was agreed is Base64 of a unit (FRM-018): its length, and where DEV-114 was met.
    private mutating func hiddenUnit(in line: Span<UInt8>) -> (length: Int, looseness: Int)? {
        var scan = Base64Line()
        guard scan.fault(in: line, to: line.count) == nil, scan.faultAtEnd(line.count) == nil else { return nil }
        let length = decodeLoose(line)
        return isUnit(length) ? (length, scan.looseness(line.count)) : nil
    }
}
