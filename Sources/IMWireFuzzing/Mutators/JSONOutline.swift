// SPDX-License-Identifier: Apache-2.0

/// The positions of the values in a JSON text, which is read loosely up to the first error so that broken texts can be
/// mutated too.
///
/// The implementation shares nothing with the codec's reader.
struct JSONOutline {
    /// A value.
    struct Node {
        /// The offset of the value's first byte.
        var start: Int
        /// The offset after the value's last byte.
        var end: Int
        /// The offset of a member's name with its quotation mark, or of the value itself if it is not a member.
        var outerStart: Int
        /// The offset after the name's closing quotation mark.
        var nameEnd: Int
        /// The index of the node that contains this one, or -1 for the outermost node.
        var parent: Int
        /// The first byte of the value, which identifies its kind.
        var kind: UInt8

        /// Whether the value is a member of an object.
        var isMember: Bool { nameEnd > outerStart }
    }

    /// The values, each after the one that contains it.
    private(set) var nodes: [Node] = []
    /// Whether the text has been read to the end of its value.
    private(set) var isWhole = false
    private let limit: Int
    private let levels: Int
    /// The default for the maximum number of values to read.
    static let mostNodes = 200

    /// Creates an outline of `text`, beginning at `start`.
    init(_ text: [UInt8], from start: Int = 0, limit: Int = JSONOutline.mostNodes, levels: Int = 64) {
        self.limit = limit
        self.levels = levels
        var position = start
        isWhole = value(text, &position, parent: -1, outer: -1, nameEnd: -1, depth: 0)
    }

    private mutating func value(
        _ text: [UInt8], _ position: inout Int, parent: Int, outer: Int, nameEnd: Int, depth: Int
    ) -> Bool {
        skipSpace(text, &position)
        guard position < text.count, nodes.count < limit, depth < levels else { return false }
        let index = nodes.count
        let start = position
        nodes.append(
            Node(
                start: start, end: text.count, outerStart: outer < 0 ? start : outer, nameEnd: nameEnd, parent: parent,
                kind: text[start]))
        let isWhole: Bool
        switch text[start] {
        case .quote: isWhole = string(text, &position)
        case .openBrace, .openBracket: isWhole = list(text, &position, index, depth)
        default:
            while position < text.count, !JSONOutline.isEnd(text[position]) { position += 1 }
            isWhole = position > start
        }
        nodes[index].end = position
        return isWhole
    }

    private mutating func list(_ text: [UInt8], _ position: inout Int, _ index: Int, _ depth: Int) -> Bool {
        let isObject = text[position] == .openBrace
        position += 1
        while true {
            skipSpace(text, &position)
            guard position < text.count else { return false }
            if text[position] == .closeBrace || text[position] == .closeBracket {
                position += 1
                return true
            }
            if text[position] == .comma {
                position += 1
                continue
            }
            var outer = -1
            var nameEnd = -1
            if isObject {
                outer = position
                guard text[position] == .quote, string(text, &position) else { return false }
                nameEnd = position
                skipSpace(text, &position)
                guard position < text.count, text[position] == .colon else { return false }
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
            if text[position] == .quote {
                position += 1
                return true
            }
            position += text[position] == .backslash ? 2 : 1
        }
        position = text.count
        return false
    }

    private func skipSpace(_ text: [UInt8], _ position: inout Int) {
        while position < text.count, text[position] <= .space { position += 1 }
    }

    /// Returns whether a byte ends a number or a word.
    private static func isEnd(_ byte: UInt8) -> Bool {
        switch byte {
        case .comma, .colon, .openBracket, .closeBracket, .openBrace, .closeBrace, .space, .tab, .lineFeed,
            .carriageReturn, .quote:
            true
        default: false
        }
    }
}
