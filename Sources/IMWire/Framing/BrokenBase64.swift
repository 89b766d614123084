// SPDX-License-Identifier: Apache-2.0

/// Recognises the form of a peer that decodes Base64 where it means to encode (FRM-019).
///
/// The first bytes of the line are encoded as Base64 from their first, second and third byte on. Only the last sixteen
/// characters of each text are kept: a name of the protocol is looked for wherever four characters are added.
struct BrokenBase64: Sendable {
    /// How many bytes of a line are looked at.
    static let reach = 1_024

    private enum State { case undecided, clear, suspect }
    private var state = State.undecided
    private var base64 = Base64Line()
    /// The texts from the first, second and third byte on: their last characters, and the names met in them.
    private var texts = InlineArray<3, (tail: UInt128, names: UInt16)>(repeating: (0, 0))
    /// How many bytes have gone into the texts.
    private var fed = 0

    /// Whether the beginning of a line is of the broken form; asked again with more of the same line, it goes on.
    ///
    /// Where Base64 was agreed a line is suspect only once it holds a byte that Base64 does not have.
    mutating func isFound(in line: Span<UInt8>, _ encoding: LineEncoding) -> Bool {
        let end = Swift.min(line.count, Self.reach)
        if state == .undecided {
            let first = WhiteSpace.end(of: line, from: 0)
            guard first < end else { return false }
            if line.byte(at: first) == 0x7b || line.byte(at: first) == 0x5b {
                state = .clear
            } else if encoding == .json || base64.fault(in: line, to: end) != nil {
                state = .suspect
            }
        }
        return state == .suspect && feed(line, to: end)
    }

    private mutating func feed(_ line: Span<UInt8>, to end: Int) -> Bool {
        while fed < end {
            // The byte at `fed` completes a group of the text that began one, two or three bytes into the line.
            if fed >= 2 {
                let text = (fed - 2) % 3
                add(line, at: fed - 2, to: text)
                if texts[text].names.nonzeroBitCount >= 2 { return true }
            }
            fed += 1
        }
        return false
    }

    private mutating func add(_ line: Span<UInt8>, at offset: Int, to text: Int) {
        let group =
            UInt32(line.byte(at: offset)) << 16 | UInt32(line.byte(at: offset + 1)) << 8
            | UInt32(line.byte(at: offset + 2))
        for shift: UInt32 in [18, 12, 6, 0] {
            let digit = Base64.digit(UInt8(truncatingIfNeeded: group >> shift & 63))
            texts[text].tail = texts[text].tail << 8 | UInt128(digit)
            // Every name ends with one of these two.
            if digit == 0x65 || digit == 0x44 { texts[text].names |= Self.names(endingAt: texts[text].tail) }
        }
    }

    private static func names(endingAt tail: UInt128) -> UInt16 {
        func ends(_ name: StaticString) -> UInt16 {
            name.withUTF8Buffer { name in
                var rest = tail
                for offset in (0..<name.count).reversed() {
                    if UInt8(truncatingIfNeeded: rest) != (unsafe name[offset]) { return 0 }
                    rest >>= 8
                }
                return 1
            }
        }
        var found = ends("versionCode") | ends("fromUserID") << 1 | ends("toUserID") << 2 | ends("deviceType") << 3
        found |= ends("messageType") << 4 | ends("messageID") << 5 | ends("contenType") << 6 | ends("chatType") << 7
        return found | ends("sendTime") << 8 | ends("nickName") << 9
    }
}
