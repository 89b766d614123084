// SPDX-License-Identifier: Apache-2.0

/// The positions of the values in a JSON text, which is read loosely up to the first error so that broken texts can be
/// mutated too.
///
/// The implementation shares nothing with the codec's reader.
package struct JSONOutline {
    /// A value.
    package struct Node {
        /// The offset of the value's first byte.
        package var start: Int
        /// The offset after the value's last byte.
        package var end: Int
        /// The offset of a member's name with its quotation mark, or of the value itself if it is not a member.
        package var outerStart: Int
        /// The offset after the name's closing quotation mark.
        package var nameEnd: Int
        /// The index of the node that contains this one, or -1 for the outermost node.
        package var parent: Int
        /// The first byte of the value, which identifies its kind.
        package var kind: UInt8

        /// Whether the value is a member of an object.
        package var isMember: Bool { nameEnd > outerStart }
    }

    /// The values, each after the one that contains it.
    package private(set) var nodes: [Node] = []
    private let limit: Int
    /// The default for the maximum number of values to read.
    package static let mostNodes = 200

    /// Creates an outline of `text`, beginning at `start`.
    package init(_ text: [UInt8], from start: Int = 0, limit: Int = JSONOutline.mostNodes) {
        self.limit = limit
        var position = start
        _ = value(text, &position, parent: -1, outer: -1, nameEnd: -1, depth: 0)
    }

    private mutating func value(
        _ text: [UInt8], _ position: inout Int, parent: Int, outer: Int, nameEnd: Int, depth: Int
    ) -> Bool {
        skipSpace(text, &position)
        guard position < text.count, nodes.count < limit, depth < 64 else { return false }
        let index = nodes.count
        let start = position
        nodes.append(
            Node(
                start: start, end: text.count, outerStart: outer < 0 ? start : outer, nameEnd: nameEnd, parent: parent,
                kind: text[start]))
        let isWhole: Bool
        switch text[start] {
        case 0x22: isWhole = string(text, &position)
        case 0x7b, 0x5b: isWhole = list(text, &position, index, depth)
        default:
            while position < text.count, !JSONOutline.isEnd(text[position]) { position += 1 }
            isWhole = position > start
        }
        nodes[index].end = position
        return isWhole
    }

    private mutating func list(_ text: [UInt8], _ position: inout Int, _ index: Int, _ depth: Int) -> Bool {
        let isObject = text[position] == 0x7b
        position += 1
        while true {
            skipSpace(text, &position)
            guard position < text.count else { return false }
            if text[position] == 0x7d || text[position] == 0x5d {
                position += 1
                return true
            }
            if text[position] == 0x2c {
                position += 1
                continue
            }
            var outer = -1
            var nameEnd = -1
            if isObject {
                outer = position
                guard text[position] == 0x22, string(text, &position) else { return false }
                nameEnd = position
                skipSpace(text, &position)
                guard position < text.count, text[position] == 0x3a else { return false }
                position += 1
            }
            guard value(text, &position, parent: index, outer: outer, nameEnd: nameEnd, depth: depth + 1) else {
                return false
            }
        }
    }

    private func string(_ text: [UInt8], _ position: inout Int) -> Bool {
        position += 1
        while position < text.count {
            if text[position] == 0x22 {
                position += 1
                return true
            }
            position += text[position] == 0x5c ? 2 : 1
        }
        position = text.count
        return false
    }

    private func skipSpace(_ text: [UInt8], _ position: inout Int) {
        while position < text.count, text[position] <= 0x20 { position += 1 }
    }

    /// Returns whether a byte ends a number or a word.
    private static func isEnd(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x2c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d, 0x20, 0x09, 0x0a, 0x0d, 0x22: true
        default: false
        }
    }
}
