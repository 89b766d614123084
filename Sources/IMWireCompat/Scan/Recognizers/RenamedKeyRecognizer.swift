// SPDX-License-Identifier: Apache-2.0

/// A member that code renames before it sends a content.
struct RenamedKeyClaim: Sendable {
    /// The name of the variable or member that holds the member.
    var object: String
    var from: String
    var to: SourceExpression
}

/// A recognizer of members that a server renames before it sends them (CMP-151): `rename(content, { uId: 'messageUId' })`,
/// `content.to = content.from; delete content.from`, `content["to"] = content.pop("from")`.
struct RenamedKeyRecognizer: FileRecognizer {
    let file: SourceFile

    private static let maximum = 1_000
    /// The maximum distance, in tokens, between the new name of a value and the deletion of the old one.
    private static let reach = 48
    private static let deleting: Set<String> = ["delete", "unset", "pop"]

    /// A member of an object, as code refers to it: `message.content.uId`, `$content['uId']`.
    private struct Reference {
        var object: String
        var member: Int
        var end: Int
    }

    func run(_ claims: inout ScanClaims) {
        guard file.language.isScript || file.language == .php || file.language == .python else { return }
        let isWanted = { (word: String) in
            RenamedKeyRecognizer.deleting.contains(word) || word.holds("ename")
        }
        for index in source.places(of: .word, where: isWanted) {
            guard claims.renamedKeys.count < RenamedKeyRecognizer.maximum else { return }
            switch source[index].text {
            case "delete": deleted(index + 1, &claims)
            case "unset": deleted(index + 2, &claims)
            case "pop": popped(index, &claims)
            default: mapped(index, &claims)
            }
        }
    }

    /// Reads the call of a function with a table of names: `rename($content, ['uId' => 'messageUId'])`.
    private func mapped(_ index: Int, _ claims: inout ScanClaims) {
        guard source.isSymbol(index + 1, "(") else { return }
        let parts = source.split(source.inside(index + 1))
        guard parts.count == 2, let open = parts[1].first, source.isSymbol(open, "{") || source.isSymbol(open, "["),
            let last = parts[0].last(where: { source[$0].isWord || source[$0].isString })
        else { return }
        for entry in source.split(source.inside(open)).prefix(64) where entry.count == 3 {
            let (from, to) = (entry.lowerBound, entry.lowerBound + 2)
            guard source[from].isString || source[from].isWord, source[to].isString,
                source.isSymbol(from + 1, ":") || source.isSymbol(from + 1, "=>")
            else { continue }
            add(plain(last), source[from].text, to, &claims)
        }
    }

    /// Reads the deletion of a member whose value another member has: `to = from` before it.
    private func deleted(_ start: Int, _ claims: inout ScanClaims) {
        guard let old = reference(at: start) else { return }
        for equals in stride(from: start - 1, to: max(start - RenamedKeyRecognizer.reach, 0), by: -1)
        where source.isSymbol(equals, "=") {
            guard let value = reference(at: equals + 1), value.object == old.object,
                source[value.member].text == source[old.member].text
            else { continue }
            assigned(before: equals, old, &claims)
            return
        }
    }

    /// Reads `content["to"] = content.pop("from")`.
    private func popped(_ index: Int, _ claims: inout ScanClaims) {
        guard file.language == .python, source.isSymbol(index - 1, "."), source[index - 2].isWord,
            source.isSymbol(index - 3, "="), source.isSymbol(index + 1, "("), source[index + 2].isString
        else { return }
        assigned(
            before: index - 3, Reference(object: plain(index - 2), member: index + 2, end: index), &claims)
    }

    private func assigned(before equals: Int, _ old: Reference, _ claims: inout ScanClaims) {
        for start in stride(from: equals - 3, to: max(equals - 12, -1), by: -1) {
            guard let new = reference(at: start), new.end == equals else { continue }
            if new.object == old.object { return add(old.object, source[old.member].text, new.member, &claims) }
        }
    }

    private func add(_ object: String, _ from: String, _ to: Int, _ claims: inout ScanClaims) {
        guard from != source[to].text, !from.isEmpty, !source[to].text.isEmpty else { return }
        let name = SourceExpression(text: source[to].text, file: file.index, line: source.line(to))
        claims.renamedKeys.append(RenamedKeyClaim(object: object, from: from, to: name))
    }

    private func plain(_ index: Int) -> String { String(source[index].text.drop { $0 == "$" || $0 == "_" }) }

    /// Returns the member that code at an index refers to, or nil if there is no member.
    private func reference(at start: Int) -> Reference? {
        guard source[start].isWord else { return nil }
        var (object, member, next) = ("", start, start + 1)
        for _ in 0..<6 {
            let isElement = source.isSymbol(next, "[") && source[next + 1].isString && source.isSymbol(next + 2, "]")
            guard isElement || (source.isSymbol(next, ".") && source[next + 1].isWord) else { break }
            (object, member, next) = (plain(member), next + 1, next + (isElement ? 3 : 2))
        }
        return member == start ? nil : Reference(object: object, member: member, end: next)
    }
}
