// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// `preservation`, for members that cannot be read: exactly those are reported as DEV-140, and those that count are
/// written with the bytes that arrived (CNT-180 to CNT-182).
///
/// The model determines what can be read from the schema and the first byte of each value, by the rules of
/// `Spec/content.md`.
struct UnparsedOracle {
    private let input: [UInt8]
    private let nodes: [JSONOutline.Node]
    /// The offsets of values that cannot be read.
    private var expected: [Int] = []
    /// The offsets of values that this model cannot decide: a raw object in a string.
    private var undecided: Set<Int> = []
    /// The node indices of the members that must be written as they arrived.
    private var kept: [Int] = []

    /// Checks the deviations and the encoding of a decoded input.
    static func check(
        _ place: String, _ text: Span<UInt8>, _ shape: ContentShape, _ deviations: [Deviation], written: [UInt8],
        _ observation: inout Observation
    ) {
        // Without deviations none can be missing: strict mode would have refused the member (`leniency`).
        guard !deviations.isEmpty else { return }
        let input = [UInt8](copying: text)
        let outline = JSONOutline(input)
        guard outline.nodes.count < JSONOutline.mostNodes, outline.nodes.first?.kind == .openBrace else { return }
        var model = UnparsedOracle(input: input, nodes: outline.nodes)
        model.object(0, shape)
        let reported = deviations.filter { $0.id == Deviation.ID(140) }.map(\.offset)
        let missed = model.expected.filter { !reported.contains($0) }
        let invented = reported.filter { !model.expected.contains($0) && !model.undecided.contains($0) }
        if !missed.isEmpty || !invented.isEmpty {
            observation.violate(
                .preservation, at: "\(place) unparsed \(missed.isEmpty ? "invented" : "missed")",
                "missed at \(missed), invented at \(invented)")
        }
        for index in model.kept where !model.isWritten(index, written) {
            observation.violate(
                .preservation, at: "\(place) unparsed bytes", "the member at \(outline.nodes[index].start)")
        }
    }

    private init(input: [UInt8], nodes: [JSONOutline.Node]) {
        self.input = input
        self.nodes = nodes
    }

    /// Reads the members of an object, and returns whether the object is empty.
    @discardableResult
    private mutating func object(_ index: Int, _ shape: ContentShape) -> Bool {
        var isEmpty = true
        var last: [[UInt8]: Int] = [:]
        for child in children(index) { last[name(child)] = child }
        for member in shape.members {
            var isAbsent = true
            for child in children(index) where name(child) == member.name {
                let isLast = last[member.name] == child
                let before = kept.count
                let state = value(child, member)
                isAbsent = state == .absent
                // Nothing of an earlier occurrence is written, including its inner members (CNT-182).
                if !isLast { kept.removeSubrange(before...) }
                if state == .unreadable, isLast { kept.append(child) }
            }
            if isAbsent {
                let others = member.aliases.compactMap { last[$0] }.filter { nodes[$0].kind != UInt8(ascii: "n") }
                if let chosen = others.first {
                    let state = value(chosen, member)
                    isAbsent = state == .absent
                    if state == .unreadable { kept.append(chosen) }
                }
            }
            if !isAbsent { isEmpty = false }
        }
        let known = Set(shape.members.flatMap { [$0.name] + $0.aliases })
        return isEmpty && last.keys.allSatisfy(known.contains)
    }

    private enum MemberState { case absent, value, unreadable }

    /// Returns how a member's value is read.
    private mutating func value(_ index: Int, _ member: ContentShape.Member) -> MemberState {
        let kind = nodes[index].kind
        if kind == UInt8(ascii: "n") { return .absent }
        let isList = kind == .openBracket
        let isEmptyList = isList && children(index).isEmpty
        switch member.kind {
        case .any: return .value
        case .string, .base64: return isList || kind == .openBrace ? refuse(index) : .value
        case .integer, .number:
            if kind == UInt8(ascii: "-") || kind &- UInt8(ascii: "0") < 10 { return .value }
            let text = kind == .quote ? JSONTextOracle.string(bytes(index)) : ""
            return member.valueAliases.contains(text) || UnparsedOracle.isNumber(text) ? .value : refuse(index)
        case .boolean:
            if kind == UInt8(ascii: "t") || kind == UInt8(ascii: "f") { return .value }
            let isString = kind == .quote
            let text = isString ? JSONTextOracle.string(bytes(index)) : String(decoding: bytes(index), as: UTF8.self)
            if text == "0" || text == "1" { return .value }
            return isString && (text == "true" || text == "false") ? .value : refuse(index)
        case .strings:
            if kind == .quote { return .value }
            return isList
                ? items(index) { $0 != UInt8(ascii: "n") && $0 != .openBracket && $0 != .openBrace } : refuse(index)
        case .rawArray: return isList ? .value : refuse(index)
        case .map, .listMap: return kind == .openBrace ? .value : isEmptyList ? .absent : refuse(index)
        case .rawObject:
            if kind == .quote {
                undecided.insert(nodes[index].start)
                return .value
            }
            return kind == .openBrace ? .value : isEmptyList ? .absent : refuse(index)
        case .object(let shape):
            if isEmptyList { return .absent }
            guard kind == .openBrace else { return refuse(index) }
            return object(index, shape) && shape.isNothingWhenEmpty ? .absent : .value
        case .objects(let shape):
            guard isList else { return refuse(index) }
            let state = items(index) { $0 == .openBrace }
            if state == .value { for item in children(index) { object(item, shape) } }
            return state
        }
    }

    private mutating func items(_ index: Int, _ isReadable: (UInt8) -> Bool) -> MemberState {
        guard let bad = children(index).first(where: { !isReadable(nodes[$0].kind) }) else { return .value }
        return refuse(bad)
    }

    private mutating func refuse(_ index: Int) -> MemberState {
        expected.append(nodes[index].start)
        return .unreadable
    }

    /// Returns whether the name and the value of a member are adjacent in the encoding.
    private func isWritten(_ index: Int, _ written: [UInt8]) -> Bool {
        let node = nodes[index]
        let member = input[node.outerStart..<node.nameEnd] + [.colon] + input[node.start..<node.end]
        return written.indices.contains { written[$0...].starts(with: member) }
    }

    private func children(_ index: Int) -> [Int] { nodes.indices.filter { nodes[$0].parent == index } }

    private func name(_ index: Int) -> [UInt8] {
        Array(JSONTextOracle.string(input[nodes[index].outerStart..<nodes[index].nameEnd]).utf8)
    }

    private func bytes(_ index: Int) -> ArraySlice<UInt8> { input[nodes[index].start..<nodes[index].end] }

    /// Returns whether a text is a number by the grammar of RFC 8259 and within the limit of CNT-096.
    private static func isNumber(_ text: String) -> Bool {
        text.utf8.count <= 128 && text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
    }
}
