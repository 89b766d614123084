// SPDX-License-Identifier: Apache-2.0

import IMWireValues

/// Why a recording is not made into a case: what nobody can be sure of, and where it stands.
package struct RecordingFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is not understood; it never says what stands there.
    package var problem: String
    /// The byte, counted from the first of the stream or message.
    package var offset: Int

    package init(_ problem: String, at offset: Int) {
        self.problem = problem
        self.offset = offset
    }

    package var description: String { "\(problem), at byte \(offset)" }

    /// The same in bytes that begin at another place.
    func moved(by offset: Int) -> RecordingFault { RecordingFault(problem, at: self.offset + offset) }
}

/// Gives texts, numbers and blobs stand-ins of the same length: the same one wherever the same value stands.
///
/// What a stand-in looks like follows from how many there were before, and not from what it stands for. Digits become
/// digits, letters letters, and any other character one of as many bytes; what separates them stays.
package struct StandIns {
    private var given: [String: String] = [:]
    private var taken: Set<String> = []
    private var random = SplitMix64(seed: 0x1357_9bdf_2468_ace0)

    package init() {}

    /// The values that have stand-ins.
    var originals: Dictionary<String, String>.Keys { given.keys }

    /// The stand-in of a text; the words of the protocols stay.
    mutating func text(_ original: String) -> String {
        if StandInVocabulary.words.contains(original) { return original }
        return standIn(original, avoiding: StandInVocabulary.words)
    }

    /// The stand-in of a member's name; those of the specification stay.
    mutating func name(_ original: String) -> String {
        if StandInVocabulary.names.contains(original) { return original }
        return standIn(original, avoiding: StandInVocabulary.names)
    }

    /// The stand-in of a number as it is written; one of fewer than three digits says nothing and stays.
    mutating func number(_ original: String) -> String {
        original.utf8.count(where: { 0x30...0x39 ~= $0 }) < 3 ? original : standIn(original, avoiding: [])
    }

    /// As many other bytes.
    mutating func blob(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next() >> 24) }
    }

    private mutating func standIn(_ original: String, avoiding reserved: Set<String>) -> String {
        if let known = given[original] { return known }
        var candidate = original
        // Of a very short text there may be no other one that is still free.
        for attempt in 0..<64 {
            candidate = shuffled(original)
            let isFree = !taken.contains(candidate) || attempt > 48
            if candidate != original, isFree, !reserved.contains(candidate) { break }
        }
        if candidate == original, original.unicodeScalars.allSatisfy(StandIns.stays) { return original }
        given[original] = candidate
        taken.insert(candidate)
        return candidate
    }

    /// What separates others: punctuation, spaces and control characters of ASCII.
    private static func stays(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && !(scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
    }

    private mutating func shuffled(_ original: String) -> String {
        let head = StandIns.heads.first { original.hasPrefix($0) } ?? ""
        let rest = Array(original.unicodeScalars.dropFirst(head.unicodeScalars.count))
        let isNumber = rest.first { !StandIns.stays($0) }.map { $0.value < 0x40 } ?? false
        var text = String.UnicodeScalarView(head.unicodeScalars)
        var isFirst = true
        let padding = StandIns.padding(rest)
        for (index, scalar) in rest.enumerated() {
            if index == padding?.place {
                // Base64 has bits here that are not used and have to be 0.
                text.append(padding?.scalar ?? "A")
                continue
            }
            text.append(other(scalar, leads: isNumber && isFirst))
            if !StandIns.stays(scalar) { isFirst = false }
        }
        return String(text)
    }

    /// The beginnings of addresses, which readers look at.
    private static let heads = [
        "https://", "http://", "file://", "content://", "data:image/png;base64,", "data:image/jpeg;base64,",
    ]

    private mutating func other(_ scalar: Unicode.Scalar, leads: Bool) -> Unicode.Scalar {
        func pick(_ base: UInt32, _ count: UInt32) -> Unicode.Scalar {
            Unicode.Scalar(base + UInt32(truncatingIfNeeded: random.next() >> 33) % count) ?? "x"
        }
        switch scalar.value {
        // The first digit of a number is 1, so that no number grows beyond what its kind can hold; 0 stays.
        case 0x30 where leads: return "0"
        case 0x31...0x39 where leads: return "1"
        case 0x30...0x39: return pick(0x30, 10)
        case 0x41...0x5a: return pick(0x41, 26)
        case 0x61...0x7a: return pick(0x61, 26)
        case 0..<0x80: return scalar
        case 0x80..<0x800: return pick(0x430, 32)
        case 0x800..<0x1_0000: return pick(0x4e00, 4096)
        default: return pick(0x1f600, 64)
        }
    }

    /// The last character in front of the padding of a Base64 text, and one that can stand there.
    private static func padding(_ text: [Unicode.Scalar]) -> (place: Int, scalar: Unicode.Scalar)? {
        let count = text.reversed().prefix { $0 == "=" }.count
        guard text.count > 4, text.count % 4 == 0, 1...2 ~= count else { return nil }
        return (text.count - count - 1, count == 2 ? "g" : "c")
    }
}
