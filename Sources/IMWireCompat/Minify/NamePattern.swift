// SPDX-License-Identifier: Apache-2.0

/// A pattern of a keep rule for the name of a class or a field.
///
/// `?` stands for one character and `*` for any characters, neither of which is a period, and `**` for any characters. A
/// single `*` as the whole pattern matches every class.
struct NamePattern: Sendable {
    private enum Part: Equatable {
        case byte(UInt8), one, some, any
    }

    private let parts: [Part]
    /// The longest pattern and the longest name that are compared; beyond them, a pattern counts as one that matches.
    private static let maximum = 512

    init(_ text: String) {
        var parts: [Part] = []
        let bytes = Array(text.utf8.prefix(NamePattern.maximum + 1))
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "*"):
                var stars = 1
                while index + stars < bytes.count, bytes[index + stars] == UInt8(ascii: "*") { stars += 1 }
                parts.append(stars > 1 || bytes.count == 1 ? .any : .some)
                index += stars
            case UInt8(ascii: "?"):
                parts.append(.one)
                index += 1
            // `<1>` repeats what another wildcard matched, which is not compared.
            case UInt8(ascii: "<"):
                parts.append(.any)
                while index < bytes.count, bytes[index] != UInt8(ascii: ">") { index += 1 }
                index += 1
            default:
                parts.append(.byte(bytes[index]))
                index += 1
            }
        }
        self.parts = parts.count > NamePattern.maximum ? [.any] : parts
    }

    /// Returns whether the pattern matches a name.
    func matches(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        guard bytes.count <= NamePattern.maximum else { return true }
        let period = UInt8(ascii: ".")
        // The positions in the name that the parts so far can reach.
        var reached = [Bool](repeating: false, count: bytes.count + 1)
        reached[0] = true
        for part in parts {
            var next = [Bool](repeating: false, count: bytes.count + 1)
            for index in reached.indices {
                let hasByte = index > 0
                switch part {
                case .byte(let byte): next[index] = hasByte && reached[index - 1] && bytes[index - 1] == byte
                case .one: next[index] = hasByte && reached[index - 1] && bytes[index - 1] != period
                case .some: next[index] = reached[index] || (hasByte && next[index - 1] && bytes[index - 1] != period)
                case .any: next[index] = reached[index] || (hasByte && next[index - 1])
                }
            }
            reached = next
        }
        return reached.last ?? false
    }
}
