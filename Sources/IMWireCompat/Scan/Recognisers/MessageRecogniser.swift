// SPDX-License-Identifier: Apache-2.0

/// Messages that are sent, and tables of types: an objectName beside a content or beside flags.
struct MessageRecogniser {
    let file: SourceFile
    var source: SourceTokens { file.source }

    private static let names: Set<String> = ["objectname", "messagetype", "msgtype"]

    func run(_ claims: inout ScanClaims) {
        let bodies = Set(file.outline.declarations.map { $0.body.lowerBound })
        var open: [Int] = []
        for index in 0..<source.count {
            let token = source[index]
            while let last = open.last, source.other(last) <= index { open.removeLast() }
            if token.kind == .symbol, ["(", "[", "{"].contains(token.text), source.other(index) > index {
                open.append(index)
            }
            if token.isWord, source.isSymbol(index + 1, "("), isSender(token.text) { sent(index, &claims) }
            guard token.isWord || token.isString, (7...14).contains(token.text.utf8.count), let bracket = open.last,
                !bodies.contains(bracket + 1),
                MessageRecogniser.names.contains(ClassRecogniser.plain(token.text)),
                let separator = separator(index, bracket)
            else { continue }
            let before = source[index - 1]
            guard before.kind == .symbol, ["{", "(", "[", ","].contains(before.text) else { continue }
            message(bracket, index, separator, &claims)
        }
    }

    /// Where the value after a name begins; nil where the name is no key.
    private func separator(_ index: Int, _ bracket: Int) -> Int? {
        let next = source[index + 1]
        guard next.kind == .symbol else { return nil }
        switch next.text {
        case ":": return source.isSymbol(bracket, "[") && file.language != .swift ? nil : index + 2
        case "=>": return file.language == .php ? index + 2 : nil
        case "=": return source.isSymbol(bracket, "(") || file.language == .csharp ? index + 2 : nil
        default: return nil
        }
    }

    private func message(_ bracket: Int, _ index: Int, _ value: Int, _ claims: inout ScanClaims) {
        var flags: [String: SourceExpression] = [:]
        var content: Range<Int>?
        var tag: FlagClaim?
        var name: Range<Int>?
        for part in source.split(source.inside(bracket)) {
            let key = part.lowerBound
            guard source[key].isWord || source[key].isString, part.count > 2 || key == index else { continue }
            let range = key + 2..<part.upperBound
            guard !range.isEmpty else { continue }
            if key == index { name = range }
            switch ClassRecogniser.plain(source[key].text) {
            case "content", "body", "msgcontent": content = range
            case "ispersited", "ispersisted", "persited", "persisted": flags["persisted"] = file.expression(range)
            case "iscounted", "counted": flags["counted"] = file.expression(range)
            case "msgtag", "messagetag": tag = RegistrationRecogniser(file: file).messageTag(range.lowerBound)
            case "flag", "flags", "persistentflag": tag = tag ?? .value(file.expression(range))
            default: continue
            }
        }
        guard let name else { return }
        // A type annotation is no value: `messageType: string`.
        let expression = file.expression(name)
        let isTable = tag != nil && content == nil
        guard content != nil || isTable, source[name.lowerBound].kind != .word || expression.obstacle == nil else {
            return
        }
        var claim = TypeClaim(kind: isTable ? .table : .sent, objectName: expression)
        claim.flags = tag
        if tag == nil, !flags.isEmpty {
            claim.flags = .switches(persisted: flags["persisted"], counted: flags["counted"], status: nil)
        }
        if let content { claim.keys = members(of: content, &claim.payload) }
        if isTable, source.isSymbol(bracket - 1, ":"), source[bracket - 2].isWord || source[bracket - 2].isString {
            claim.className = SourceExpression(
                text: source[bracket - 2].text, file: file.index, line: source.line(bracket - 2))
        }
        claims.types.append(claim)
    }

    // MARK: Contents

    /// The members of a content: of a literal, of one that is turned to JSON, of a variable that holds either.
    private func members(of range: Range<Int>, _ payload: inout String?, depth: Int = 0) -> [KeyClaim] {
        let literals = LiteralKeys(file: file, owner: "")
        for index in range.prefix(16) {
            if let opening = literals.opening(at: index), let entries = literals.entries(of: opening) {
                return entries.map { KeyClaim(name: $0.key, isWritten: true, certainty: .likely) }
            }
        }
        let first = source.isSymbol(range.lowerBound, "&") ? range.lowerBound + 1 : range.lowerBound
        guard source[first].isWord, depth < 2 else { return [] }
        if source.isSymbol(first + 1, "{") || source.isWord(first, "new") || source.isSymbol(first + 1, "(") {
            payload = source.isWord(first, "new") ? source[first + 1].text : source[first].text
            return []
        }
        guard range.upperBound == first + 1 else { return [] }
        var back = first - 1
        while back > 0, first - back < 2_000 {
            if source.isSymbol(back, "=") || source.isSymbol(back, ":="), source.isWord(back - 1, source[first].text) {
                let keys = members(of: back + 1..<statementEnd(back + 1), &payload, depth: depth + 1)
                return keys + assigned(source[first].text, statementEnd(back + 1)..<first)
            }
            if file.language == .go, source.isWord(back, "var"), source.isWord(back + 1, source[first].text) {
                payload = source[back + 2].text
                return []
            }
            back -= 1
        }
        return []
    }

    /// Keys that a variable is given after it was made: `body["key"] = value`.
    private func assigned(_ name: String, _ range: Range<Int>) -> [KeyClaim] {
        range.compactMap { index in
            guard source.isWord(index, name), source.isSymbol(index + 1, "["),
                source.isSymbol(source.after(index + 1), "="),
                LiteralKeys(file: file, owner: "").isKey(source.inside(index + 1))
            else { return nil }
            return KeyClaim(
                name: file.expression(source.inside(index + 1)), isWritten: true, certainty: .likely)
        }
    }

    private func statementEnd(_ start: Int) -> Int {
        var index = start
        while index < source.count, index - start < 64 {
            if source.isSymbol(index, ";") || (index > start && source[index].startsLine) { break }
            index = source.after(index)
        }
        return index
    }

    // MARK: Calls that send

    private func isSender(_ name: String) -> Bool {
        let plain = name.lowercased()
        return plain.hasSuffix("send") || plain.hasSuffix("publish") || plain.hasPrefix("sendmessage")
    }

    /// `PrivateSend(from, to, "App:Gift", &gift, …)`: a name directly before the content.
    private func sent(_ index: Int, _ claims: inout ScanClaims) {
        guard !source.isWord(index - 1, "func"), !source.isWord(index - 1, "def"), !source.isWord(index - 1, "function")
        else { return }
        let parts = source.split(source.inside(index + 1))
        for (place, part) in parts.enumerated() where place + 1 < parts.count {
            guard part.count <= 8,
                part.contains(where: { source[$0].isString || source[$0].isSymbol(".") }) || part.count == 1
            else { continue }
            let name = file.expression(part)
            guard name.obstacle == nil, !name.terms.isEmpty, !isNamedArgument(part), !isNamedArgument(parts[place + 1])
            else { continue }
            var claim = TypeClaim(kind: .sent, objectName: name)
            claim.keys = members(of: parts[place + 1], &claim.payload)
            if claim.keys.isEmpty && claim.payload == nil { continue }
            claims.types.append(claim)
            return
        }
    }

    private func isNamedArgument(_ part: Range<Int>) -> Bool {
        source.isSymbol(part.lowerBound + 1, "=") || source.isSymbol(part.lowerBound + 1, ":")
    }
}
