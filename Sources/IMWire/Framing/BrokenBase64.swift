// SPDX-License-Identifier: Apache-2.0

/// A detector for the output of a peer that decodes Base64 where it means to encode (FRM-019).
///
/// The first bytes of the line are encoded as Base64 from their first, second and third byte on. None of the three
/// texts is stored: the characters of a text are computed only where it contains the last letter of a protocol name.
struct BrokenBase64: Sendable {
    /// The number of bytes of a line that are examined.
    static let reach = 1_024

    private enum State { case undecided, clear, suspect }
    private var state = State.undecided
    private var base64 = Base64Line()
    /// The names found in the texts that start at the first, second and third byte.
    private var names = InlineArray<3, UInt16>(repeating: 0)
    /// The number of bytes examined so far.
    private var fed = 0

    /// Returns whether the beginning of a line is in the broken form.
    ///
    /// A later call with more bytes of the same line continues where the previous one stopped. Where Base64 was agreed,
    /// a line is suspect only once it contains a byte that is invalid in Base64.
    mutating func isFound(in line: Span<UInt8>, _ encoding: ChatLineEncoding) -> Bool {
        let end = Swift.min(line.count, Self.reach)
        if state == .undecided {
            let first = WhiteSpace.end(of: line, from: 0)
            guard first < end else { return false }
            if line.byte(at: first) == .openBrace || line.byte(at: first) == .openBracket {
                state = .clear
            } else if encoding == .json || base64.fault(in: line, to: end) != nil {
                state = .suspect
            }
        }
        return state == .suspect && feed(line, to: end)
    }

    private mutating func feed(_ line: Span<UInt8>, to end: Int) -> Bool {
        while fed < end {
            // The byte at `fed` completes a group of the text that starts at the line's first, second or third byte.
            if fed >= 2 {
                let group = Self.group(line, at: fed - 2)
                if Self.hasLastLetter(group), isNamed(line, at: fed - 2, group) { return true }
            }
            fed += 1
        }
        return false
    }

    @inline(__always)
    private static func group(_ line: Span<UInt8>, at offset: Int) -> UInt32 {
        UInt32(line.byte(at: offset)) << 16 | UInt32(line.byte(at: offset &+ 1)) << 8
            | UInt32(line.byte(at: offset &+ 2))
    }

    /// Returns whether one of the four characters of a group is `e` or `D`, the last letters of all names.
    ///
    /// As six bits these letters are 30 and 3.
    @inline(__always)
    private static func hasLastLetter(_ group: UInt32) -> Bool {
        let one = group ^ 0x79_e79e
        let other = group ^ 0x0c_30c3
        return ((one &- 0x04_1041) & ~one | (other &- 0x04_1041) & ~other) & 0x82_0820 != 0
    }

    /// Returns whether a character of a group and the one before it end a name, as `de`, `pe`, `me` and `ID` do.
    ///
    /// `byte` is the one before the group. No name fits into the first group of a text, so there always is one.
    private static func hasLastLetters(_ group: UInt32, behind byte: UInt8) -> Bool {
        let characters = UInt32(byte & 63) << 24 | group
        for place in 0..<4 as Range<UInt32> {
            switch characters >> (6 * place) & 0xfff {
            case 29 << 6 | 30, 41 << 6 | 30, 38 << 6 | 30, 8 << 6 | 3: return true
            default: continue
            }
        }
        return false
    }

    /// Returns whether the text that contains the group at `offset` contains two different names up to this group.
    @inline(never)
    private mutating func isNamed(_ line: Span<UInt8>, at offset: Int, _ group: UInt32) -> Bool {
        let text = offset % 3
        guard offset >= 3, Self.hasLastLetters(group, behind: line.byte(at: offset - 1)) else { return false }
        // The longest name has eleven characters and therefore spans at most four groups.
        var tail: UInt128 = 0
        for start in stride(from: Swift.max(text, offset - 9), to: offset, by: 3) {
            Self.append(Self.group(line, at: start), 4, &tail)
        }
        for count in 1...4 {
            let letter = group >> UInt32(24 - 6 * count) & 63
            guard letter == 30 || letter == 3 else { continue }
            var end = tail
            Self.append(group, count, &end)
            names[text] |= Self.names(endingAt: end)
        }
        return names[text].nonzeroBitCount >= 2
    }

    /// Appends the first `count` characters of a group.
    private static func append(_ group: UInt32, _ count: Int, _ tail: inout UInt128) {
        for index in 0..<count {
            tail = tail << 8 | UInt128(Base64.digit(UInt8(truncatingIfNeeded: group >> UInt32(18 - 6 * index) & 63)))
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
