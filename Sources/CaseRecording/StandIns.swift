// SPDX-License-Identifier: Apache-2.0

import Platform

/// The reason why a recording is not made into a case: a part that is not understood, and its location.
package struct RecordingFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// A description of the problem, which never reveals the recorded bytes.
    package var problem: String
    /// The offset in the stream or message.
    package var offset: Int

    package init(_ problem: String, at offset: Int) {
        self.problem = problem
        self.offset = offset
    }

    package var description: String { "\(problem), at byte \(offset)" }
}

/// A generator of stand-ins of the same length for texts, numbers and blobs.
///
/// A text or number has the same stand-in wherever it occurs. The form of a stand-in follows from the number of earlier
/// ones and not from its original. Digits become digits, letters become letters, and any other character becomes one of
/// the same number of bytes; separators are kept.
package struct StandIns {
    private var known: [String: String] = [:]
    private var used: Set<String> = []
    private var random = SplitMix64(seed: 0x1357_9bdf_2468_ace0)

    package init() {}

    /// The values that have stand-ins, in the order in which they occurred.
    private(set) var originals: [String] = []

    /// Returns the stand-in of a text; words of the protocols are kept.
    mutating func text(_ original: String) -> String {
        if StandInVocabulary.words.contains(original) { return original }
        return standIn(original, avoiding: StandInVocabulary.words)
    }

    /// Returns the stand-in of a member's name; names in the specification are kept.
    mutating func name(_ original: String) -> String {
        if StandInVocabulary.names.contains(original) { return original }
        return standIn(original, avoiding: StandInVocabulary.names)
    }

    /// Returns the stand-in of a number as text; a number of fewer than three digits reveals nothing and is kept.
    mutating func number(_ original: String) -> String {
        original.unicodeScalars.count(where: { ("0"..."9").contains($0) }) < 3
            ? original : standIn(original, avoiding: [])
    }

    /// Returns this number of random bytes.
    mutating func blob(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next() >> 24) }
    }

    private mutating func standIn(_ original: String, avoiding reserved: Set<String>) -> String {
        if let standIn = known[original] { return standIn }
        var candidate = original
        // A very short text may have no unused stand-in, so the last attempts accept a used one.
        for attempt in 0..<64 {
            candidate = shuffled(original)
            let isFree = !used.contains(candidate) || attempt > 48
            if candidate != original, isFree, !reserved.contains(candidate) { break }
        }
        if candidate == original, original.unicodeScalars.allSatisfy(StandIns.stays) { return original }
        known[original] = candidate
        originals.append(original)
        used.insert(candidate)
        return candidate
    }

    /// Returns whether a character is kept as a separator: ASCII punctuation, space or control character.
    private static func stays(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && !(scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
    }

    private mutating func shuffled(_ original: String) -> String {
        let head = StandIns.heads.first { original.hasPrefix($0) } ?? ""
        let rest = Array(original.unicodeScalars.dropFirst(head.unicodeScalars.count))
        let isNumber = rest.first { !StandIns.stays($0) }.map { ("0"..."9").contains($0) } ?? false
        var text = String.UnicodeScalarView(head.unicodeScalars)
        var isFirst = true
        let padding = StandIns.padding(rest)
        for (index, scalar) in rest.enumerated() {
            if index == padding?.place {
                // These unused bits of Base64 must be zero.
                text.append(padding?.scalar ?? "A")
                continue
            }
            text.append(other(scalar, leads: isNumber && isFirst))
            if !StandIns.stays(scalar) { isFirst = false }
        }
        return String(text)
    }

    /// The prefixes of addresses, which readers interpret.
    private static let heads = [
        "https://", "http://", "file://", "content://", "data:image/png;base64,", "data:image/jpeg;base64,",
    ]

    private mutating func other(_ scalar: Unicode.Scalar, leads: Bool) -> Unicode.Scalar {
        func pick(_ base: Unicode.Scalar, _ count: UInt32) -> Unicode.Scalar {
            Unicode.Scalar(base.value + UInt32(truncatingIfNeeded: random.next() >> 33) % count) ?? "x"
        }
        switch scalar {
        // A number's leading digit becomes 1, so that it does not exceed the range of its type; 0 is kept.
        case "0" where leads: return "0"
        case "1"..."9" where leads: return "1"
        case "0"..."9": return pick("0", 10)
        case "A"..."Z": return pick("A", 26)
        case "a"..."z": return pick("a", 26)
        case "\0"..<"\u{80}": return scalar
        case ..<"\u{800}": return pick("а", 32)
        case ..<"\u{10000}": return pick("一", 4096)
        default: return pick("😀", 64)
        }
    }

    /// Returns the index of the last character before the padding of a Base64 text, and a valid character for it.
    private static func padding(_ text: [Unicode.Scalar]) -> (place: Int, scalar: Unicode.Scalar)? {
        let count = text.reversed().prefix { $0 == "=" }.count
        guard text.count > 4, text.count % 4 == 0, 1...2 ~= count else { return nil }
        return (text.count - count - 1, count == 2 ? "g" : "c")
    }
}
