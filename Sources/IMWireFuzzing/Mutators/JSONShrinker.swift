// SPDX-License-Identifier: Apache-2.0

/// A shrinker that reduces a JSON text by one token: it removes a member, simplifies a value, or unwraps an inner value
/// (FUZ-023).
enum JSONShrinker {
    /// Returns smaller texts; those without a member or element come first.
    static func smaller(_ text: [UInt8], from start: Int = 0) -> [[UInt8]] {
        let outline = JSONOutline(text, from: start)
        var candidates: [[UInt8]] = []
        for node in outline.nodes where node.parent >= 0 {
            var shorter = text
            JSONMutator.remove(&shorter, node)
            candidates.append(shorter)
        }
        for node in outline.nodes {
            let length = node.end - node.start
            for simple in simples where simple.count < length {
                candidates.append(replacing(text, node.start..<node.end, simple))
            }
            if node.parent >= 0, !node.isMember || outline.nodes[node.parent].kind == .openBrace {
                let parent = outline.nodes[node.parent]
                candidates.append(replacing(text, parent.start..<parent.end, Array(text[node.start..<node.end])))
            }
            if node.kind == .quote, length > 3 {
                let half = node.start + 1 + (length - 2) / 2
                candidates.append(replacing(text, node.start + 1..<half, []))
                candidates.append(replacing(text, half..<node.end - 1, []))
            }
            if node.isMember, node.nameEnd - node.outerStart > 3 {
                candidates.append(replacing(text, node.outerStart..<node.nameEnd, Array("\"a\"".utf8)))
            }
        }
        return candidates
    }

    private static let simples: [[UInt8]] = [
        Array("{}".utf8), Array("[]".utf8), Array("\"\"".utf8), [UInt8(ascii: "0")], Array("null".utf8),
    ]

    private static func replacing(_ text: [UInt8], _ range: Range<Int>, _ part: [UInt8]) -> [UInt8] {
        guard range.lowerBound >= 0, range.upperBound <= text.count, range.lowerBound <= range.upperBound else {
            return text
        }
        var text = text
        text.replaceSubrange(range, with: part)
        return text
    }
}
