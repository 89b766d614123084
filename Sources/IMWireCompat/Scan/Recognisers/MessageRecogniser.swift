// SPDX-License-Identifier: Apache-2.0

/// A recogniser of messages that are sent and of tables of types: an objectName beside a content or beside flags.
struct MessageRecogniser: SourceRecogniser {
    let file: SourceFile
    private var contents: ContentKeys { ContentKeys(file: file) }

    static let names: Set<String> = ["objectname", "messagetype", "msgtype", "messagename"]

    func run(_ claims: inout ScanClaims) {
        let bodies = Set(file.outline.declarations.map { $0.body.lowerBound })
        var open: [Int] = []
        for index in 0..<source.count {
            let token = source[index]
            while let last = open.last, source.other(last) <= index { open.removeLast() }
            if token.kind == .symbol, ["(", "[", "{"].contains(token.text), source.other(index) > index {
                open.append(index)
            }
            if token.isWord, source.isSymbol(index + 1, "("), isSender(token.text) || maySend(token.text) {
                sent(index, &claims)
            }
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

    /// Returns the start of the value that follows a name, or nil if the name is not a key.
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
        var switches: [FlagSwitch: SourceExpression] = [:]
        var content: Range<Int>?
        var tag: FlagClaim?
        var name: Range<Int>?
        var isTemplate = false
        for part in source.split(source.inside(bracket)) {
            let key = part.lowerBound
            if part.count == 1, file.language.isScript, source.isWord(key, "content") {
                content = part
                continue
            }
            guard source[key].isWord || source[key].isString, part.count > 2 || key == index else { continue }
            let range = key + 2 ..| part.upperBound
            guard !range.isEmpty else { continue }
            if key == index { name = range }
            switch ClassRecogniser.plain(source[key].text) {
            case "content", "body", "msgcontent": if !isTemplate { content = range }
            case "template":
                // The content then holds the values of the template's variables.
                content = range
                isTemplate = true
            case "msgtag", "messagetag": tag = RegistrationRecogniser(file: file).messageTag(range.lowerBound)
            case "flag", "flags", "persistentflag": tag = tag ?? .value(file.expression(range))
            case let word: if let flag = FlagSwitch(word, in: .message) { switches[flag] = file.expression(range) }
            }
        }
        guard let name else { return }
        // A type annotation is not a value: `messageType: string`.
        let expression = file.expression(name)
        let isTable = tag != nil && content == nil
        let isContent = file.language.isScript && isContent(bracket)
        guard content != nil || isTable || isContent,
            source[name.lowerBound].kind != .word || expression.obstacle == nil
        else {
            return
        }
        var claim = TypeClaim(kind: isTable ? .table : .sent, objectName: expression)
        claim.flags = tag ?? (switches.isEmpty ? nil : .switches(switches))
        if let content {
            claim.keys = contents.members(of: content, &claim.payload)
        } else if isContent {
            claim.keys = contents.flat(bracket, except: index)
        }
        if isTable, source.isSymbol(bracket - 1, ":"), source[bracket - 2].isWord || source[bracket - 2].isString {
            claim.className = SourceExpression(
                text: source[bracket - 2].text, file: file.index, line: source.line(bracket - 2))
        }
        claims.types.append(claim)
    }

    /// Returns whether a literal is a message's content that names its own type:
    /// `content: { objectName: "App:Gift", … }`.
    private func isContent(_ bracket: Int) -> Bool {
        guard source.isSymbol(bracket, "{"),
            let separator = [":", "="].first(where: { source.isSymbol(bracket - 1, $0) })
        else { return false }
        let name = source[bracket - 2].text.lowercased()
        return name.hasSuffix("content") || (separator == "=" && name.hasSuffix("message"))
    }

    // MARK: Calls that send

    private func isSender(_ name: String) -> Bool {
        let plain = name.lowercased()
        return plain.hasSuffix("send") || plain.hasSuffix("publish") || plain.hasPrefix("sendmessage")
            || plain == "basemessage" || plain == "custommessage"
    }

    /// Returns whether a call sends if one of its arguments is plainly an objectName: `SendAsync`, `send_to_group`.
    private func maySend(_ name: String) -> Bool {
        guard (5...48).contains(name.utf8.count) else { return false }
        let plain = name.lowercased()
        return ["send", "publish", "broadcast", "push"].contains {
            plain.hasPrefix($0) || plain.hasSuffix("\($0)async")
        }
    }

    /// Reads a call with a name directly before the content: `PrivateSend(from, to, "App:Gift", &gift, …)`.
    private func sent(_ index: Int, _ claims: inout ScanClaims) {
        guard !source.isWord(index - 1, "func"), !source.isWord(index - 1, "def"), !source.isWord(index - 1, "function")
        else { return }
        let isCertain = isSender(source[index].text)
        let parts = source.split(source.inside(index + 1))
        for (place, part) in parts.enumerated() where place + 1 < parts.count {
            if !isCertain, part.count > 1 || !source[part.lowerBound].isString { continue }
            guard part.count <= 8,
                part.contains(where: { source[$0].isString || source[$0].isSymbol(".") }) || part.count == 1
            else { continue }
            let name = file.expression(part)
            guard name.obstacle == nil, !name.terms.isEmpty, !isNamedArgument(part), !isNamedArgument(parts[place + 1])
            else { continue }
            var claim = TypeClaim(kind: .sent, objectName: name)
            claim.isPositional = true
            claim.keys = contents.members(of: parts[place + 1], &claim.payload)
            if claim.keys.isEmpty && claim.payload == nil { continue }
            claims.types.append(claim)
            return
        }
    }

    private func isNamedArgument(_ part: Range<Int>) -> Bool {
        source.isSymbol(part.lowerBound + 1, "=") || source.isSymbol(part.lowerBound + 1, ":")
    }
}
