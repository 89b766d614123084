// SPDX-License-Identifier: Apache-2.0

import IMWireTestSupport

/// A mutator for the tokens of a JSON text: members are duplicated, reordered and renamed, and values change their type
/// (FUZ-022).
enum JSONMutator {
    /// Applies one mutation to the JSON text that begins at `start`.
    ///
    /// - Parameter names: the names of members, both canonical names and aliases.
    static func mutate(
        _ text: inout [UInt8], from start: Int = 0, names: [[UInt8]], _ random: inout SeededRandom
    ) {
        let outline = JSONOutline(text, from: start)
        guard !outline.nodes.isEmpty else {
            JSONGenerator.value(&text, &random)
            return
        }
        let node = EdgeValues.pick(outline.nodes, &random)
        switch random.pick(0...13) {
        case 0, 1, 2:
            text.replaceSubrange(node.start..<node.end, with: replacement(of: text[node.start..<node.end], &random))
        case 3: duplicate(&text, outline, &random)
        case 4: remove(&text, node)
        case 5: swapSiblings(&text, outline, node, &random)
        case 6, 7: rename(&text, outline, names, &random)
        case 8: insertMember(&text, outline, names, &random)
        case 9: wrap(&text, node, &random)
        case 10: changeString(&text, outline, &random)
        case 11:
            text.insert(
                EdgeValues.pick([.space, .tab, .lineFeed, .carriageReturn], &random),
                at: random.chance(50) ? node.start : node.end)
        case 12: cut(&text, outline, &random)
        default: nest(&text, node, &random)
        }
    }

    /// Truncates the text anywhere, or within a string.
    private static func cut(_ text: inout [UInt8], _ outline: JSONOutline, _ random: inout SeededRandom) {
        let strings = outline.nodes.filter { $0.kind == .quote && $0.end - $0.start > 2 }
        guard random.chance(50), !strings.isEmpty else {
            text.removeSubrange(random.pick(0...text.count - 1)...)
            return
        }
        let string = EdgeValues.pick(strings, &random)
        text.removeSubrange(random.pick(string.start + 1...string.end - 1)...)
        if random.chance(30) { text += EdgeValues.escapedRun(&random).dropLast(random.pick(1...5)) }
    }

    /// Returns a replacement for a value: one of another type, at an edge, or in another spelling.
    private static func replacement(of value: ArraySlice<UInt8>, _ random: inout SeededRandom) -> [UInt8] {
        switch random.pick(0...7) {
        // Such as a number as a string.
        case 0: return [.quote] + value.filter { $0 != .quote && $0 != .backslash } + [.quote]
        case 1 where value.first == .quote: return Array(value.dropFirst().dropLast())
        case 2: return Array(EdgeValues.pick(EdgeValues.numbers, &random).utf8)
        case 3: return Array(EdgeValues.pick(EdgeValues.brokenNumbers, &random).utf8)
        case 4:
            return Array(
                EdgeValues.pick(["true", "false", "null", "{}", "[]", "\"\"", "[{}]", "[[]]", "tru"], &random).utf8)
        case 5:
            return Array(
                EdgeValues.pick(["\"true\"", "\"1\"", "\"0\"", "0", "1", "\"{}\"", "\"null\"", "\"-1.5\""], &random)
                    .utf8)
        default:
            var made: [UInt8] = []
            JSONGenerator.value(&made, &random, depth: 2)
            return made
        }
    }

    private static func duplicate(_ text: inout [UInt8], _ outline: JSONOutline, _ random: inout SeededRandom) {
        let node = EdgeValues.pick(outline.nodes, &random)
        guard node.parent >= 0 else { return }
        var copy = Array(text[node.outerStart..<node.end])
        if node.isMember, random.chance(50) {
            copy = Array(text[node.outerStart..<node.nameEnd]) + [.colon]
            JSONGenerator.value(&copy, &random, depth: 1)
        }
        let siblings = outline.nodes.filter { $0.parent == node.parent }
        let place = EdgeValues.pick(siblings, &random)
        if random.chance(50) {
            text.insert(contentsOf: copy + [.comma], at: place.outerStart)
        } else {
            text.insert(contentsOf: [.comma] + copy, at: place.end)
        }
    }

    /// Removes a member or element together with one comma.
    static func remove(_ text: inout [UInt8], _ node: JSONOutline.Node) {
        guard node.parent >= 0 else { return }
        var end = node.end
        while end < text.count, text[end] <= .space { end += 1 }
        if end < text.count, text[end] == .comma {
            text.removeSubrange(node.outerStart...end)
            return
        }
        var start = node.outerStart
        while start > 0, text[start - 1] <= .space { start -= 1 }
        if start > 0, text[start - 1] == .comma { start -= 1 }
        text.removeSubrange(start..<node.end)
    }

    private static func swapSiblings(
        _ text: inout [UInt8], _ outline: JSONOutline, _ node: JSONOutline.Node, _ random: inout SeededRandom
    ) {
        let siblings = outline.nodes.filter { $0.parent == node.parent }
        guard siblings.count > 1, node.parent >= 0 else { return }
        let place = random.pick(0...siblings.count - 2)
        let one = siblings[place]
        let other = siblings[random.pick(place + 1...siblings.count - 1)]
        text.swapRanges(one.outerStart..<one.end, other.outerStart..<other.end)
    }

    private static func rename(
        _ text: inout [UInt8], _ outline: JSONOutline, _ names: [[UInt8]], _ random: inout SeededRandom
    ) {
        let members = outline.nodes.filter(\.isMember)
        guard !members.isEmpty else { return }
        let member = EdgeValues.pick(members, &random)
        var name = Array(text[member.outerStart..<member.nameEnd])
        switch random.pick(0...4) {
        case 0...2 where !names.isEmpty: name = [.quote] + EdgeValues.pick(names, &random) + [.quote]
        case 3 where name.count > 2: name[random.pick(1...name.count - 2)] ^= 0x20
        default:
            name = [.quote] + escaped(Array(name.dropFirst().dropLast()), &random) + [.quote]
        }
        if random.chance(5) { name = [.quote] + escaped(Array(name.dropFirst().dropLast()), &random) + [.quote] }
        text.replaceSubrange(member.outerStart..<member.nameEnd, with: name)
    }

    /// Returns a name with one of its letters escaped, which is another spelling of the same name (CNT-018).
    static func escaped(_ name: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        guard !name.isEmpty else { return name }
        let place = random.pick(0...name.count - 1)
        guard name[place] < 0x80, name[place] != .backslash, place == 0 || name[place - 1] != .backslash else {
            return name
        }
        return name[..<place] + escape(name[place]) + name[(place + 1)...]
    }

    private static func insertMember(
        _ text: inout [UInt8], _ outline: JSONOutline, _ names: [[UInt8]], _ random: inout SeededRandom
    ) {
        let objects = outline.nodes.filter {
            $0.kind == .openBrace && $0.end <= text.count && text[$0.end - 1] == .closeBrace
        }
        guard !objects.isEmpty else { return }
        let object = EdgeValues.pick(objects, &random)
        var member: [UInt8] = []
        if names.isEmpty || random.chance(40) {
            JSONGenerator.string(&member, &random)
        } else {
            member = [.quote] + EdgeValues.pick(names, &random) + [.quote]
        }
        member.append(.colon)
        JSONGenerator.value(&member, &random, depth: 2)
        let isEmpty = !text[(object.start + 1)..<(object.end - 1)].contains { $0 > .space }
        if random.chance(50) {
            text.insert(contentsOf: isEmpty ? member : member + [.comma], at: object.start + 1)
        } else {
            text.insert(contentsOf: isEmpty ? member : [.comma] + member, at: object.end - 1)
        }
    }

    /// Wraps a value in an array, in an object, or as JSON text in a string.
    private static func wrap(_ text: inout [UInt8], _ node: JSONOutline.Node, _ random: inout SeededRandom) {
        let value = Array(text[node.start..<node.end])
        switch random.pick(0...2) {
        case 0: text.replaceSubrange(node.start..<node.end, with: [.openBracket] + value + [.closeBracket])
        case 1: text.replaceSubrange(node.start..<node.end, with: Array("{\"a\":".utf8) + value + [.closeBrace])
        default:
            var inside: [UInt8] = [.quote]
            for byte in value {
                if byte == .quote || byte == .backslash { inside.append(.backslash) }
                inside.append(byte)
            }
            text.replaceSubrange(node.start..<node.end, with: inside + [.quote])
        }
    }

    private static func changeString(_ text: inout [UInt8], _ outline: JSONOutline, _ random: inout SeededRandom) {
        let strings = outline.nodes.filter { $0.kind == .quote && $0.end - $0.start >= 2 }
        guard !strings.isEmpty else { return }
        let string = EdgeValues.pick(strings, &random)
        let place = random.pick(string.start + 1...string.end - 1)
        switch random.pick(0...5) {
        case 0: text.insert(contentsOf: EdgeValues.pick(EdgeValues.escapes, &random).utf8, at: place)
        case 5: text.insert(contentsOf: EdgeValues.escapedRun(&random), at: random.chance(50) ? place : string.end - 1)
        case 1: text.insert(contentsOf: EdgeValues.pick(EdgeValues.brokenEscapes, &random).utf8, at: place)
        case 2: text.insert(contentsOf: EdgeValues.pick(EdgeValues.illFormed, &random), at: place)
        case 3
        where text[place] < 0x80 && text[place] > .quote && text[place] != .backslash && text[place - 1] != .backslash:
            text.replaceSubrange(place...place, with: escape(text[place]))
        default:
            var part: [UInt8] = []
            JSONGenerator.part(&part, &random)
            text.insert(contentsOf: part, at: place)
        }
    }

    /// Nests a value many levels deep, around the depth limit.
    private static func nest(_ text: inout [UInt8], _ node: JSONOutline.Node, _ random: inout SeededRandom) {
        let levels = EdgeValues.pick([1, 2, 29, 30, 31, 32, 33, 511, 512, 513], &random)
        let objects = EdgeValues.pick([0, 0, 30, 100], &random)
        let spaces = EdgeValues.pick([0, 0, 20, 100], &random)
        var opened: [UInt8] = []
        var closed: [UInt8] = []
        for _ in 0..<levels {
            let isObject = random.chance(objects)
            if random.chance(spaces) { opened.append(.space) }
            opened += isObject ? Array("{\"a\":".utf8) : [.openBracket]
            closed.append(isObject ? .closeBrace : .closeBracket)
        }
        text.insert(contentsOf: closed.reversed(), at: node.end)
        text.insert(contentsOf: opened, at: node.start)
    }

    private static func escape(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}
