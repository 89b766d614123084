// SPDX-License-Identifier: Apache-2.0

/// A recognizer of messages that are sent and of tables of types: an objectName beside a content or beside flags.
struct MessageRecognizer: FileRecognizer {
    let file: SourceFile
    private var contents: ContentKeys { ContentKeys(file: file) }

    static let names: Set<String> = ["objectname", "messagetype", "msgtype", "messagename"]

    func run(_ claims: inout ScanClaims) {
        let bodies = Set(file.outline.declarations.map { $0.body.lowerBound })
        let senders = Set(source.places(of: .word) { isSender($0) || maySend($0) })
        let names = Set(source.places(of: .word, .string, where: isName))
        for index in senders.union(names).union(passing()).sorted() {
            if source[index].isWord, source.isSymbol(index + 1, "(") {
                if senders.contains(index) {
                    sent(index, &claims)
                } else if file.language.isScript, mayPass(index) {
                    passed(index, &claims)
                }
            }
            guard names.contains(index), let bracket = source.bracket(around: index), !bodies.contains(bracket + 1),
                let separator = separator(index, bracket)
            else { continue }
            let before = source[index - 1]
            guard before.kind == .symbol, ["{", "(", "[", ","].contains(before.text) else { continue }
            message(bracket, index, separator, &claims)
        }
    }

    private func isName(_ text: String) -> Bool {
        (7...14).contains(text.utf8.count) && MessageRecognizer.names.contains(ClassRecognizer.plain(text))
    }

    /// Returns the words before the parentheses around an objectName, which may be calls in a script that send.
    private func passing() -> [Int] {
        guard file.language.isScript else { return [] }
        return source.objectNames.compactMap { source.bracket(around: $0).map { $0 - 1 } }
    }

    /// Returns the start of the value that follows a name, or nil if the name is not a key.
    private func separator(_ index: Int, _ bracket: Int) -> Int? {
        let next = source[index + 1]
        guard next.kind == .symbol else { return nil }
        if isShorthand(index, bracket) { return index }
        switch next.text {
        case ":": return source.isSymbol(bracket, "[") && file.language != .swift ? nil : index + 2
        case "=>": return file.language == .php ? index + 2 : nil
        case "=": return source.isSymbol(bracket, "(") || file.language == .csharp ? index + 2 : nil
        default: return nil
        }
    }

    /// Returns whether a name in a script's object stands for a variable of the same name: `{ objectName, content }`.
    ///
    /// Behind a pattern, which has the same form, there is what it takes apart, or the body of a function.
    private func isShorthand(_ index: Int, _ bracket: Int) -> Bool {
        guard file.language.isScript, source[index].isWord, source.isSymbol(bracket, "{"),
            source.isSymbol(index + 1, ",") || source.other(bracket) == index + 1
        else { return false }
        let after = source.after(bracket)
        let isParameter =
            source.isSymbol(after, ")") && (source.isSymbol(after + 1, "{") || source.isSymbol(after + 1, "=>"))
        return !isParameter && !source.isSymbol(after, "=") && !source.isSymbol(after, ":")
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
            if key == index, value == index {
                name = index ..| index + 1
                continue
            }
            guard source[key].isWord || source[key].isString, part.count > 2 || key == index else { continue }
            let range = key + 2 ..| part.upperBound
            guard !range.isEmpty else { continue }
            if key == index { name = range }
            switch ClassRecognizer.plain(source[key].text) {
            case "content", "body", "msgcontent": if !isTemplate { content = range }
            case "template":
                // The content then holds the values of the template's variables.
                content = range
                isTemplate = true
            case "msgtag", "messagetag": tag = RegistrationRecognizer(file: file).messageTag(range.lowerBound)
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
        else { return }
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
        append(claim, name: name, content: content, &claims)
    }

    /// Adds a claim, which in a script may use parameters of the function around it.
    private func append(_ claim: TypeClaim, name: Range<Int>, content: Range<Int>?, _ claims: inout ScanClaims) {
        guard file.language.isScript, claim.kind == .sent else { return claims.types.append(claim) }
        ParameterRecognizer(file: file).append(claim, name: name, content: content, to: &claims)
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

    /// The words for what is sent and where, which tell `sendToGroup` from `sendEvent`.
    private static let targets = [
        "message", "msg", "private", "person", "user", "group", "room", "system", "broadcast",
    ]

    /// Returns whether a call sends if one of its arguments is plainly an objectName: `SendAsync`, `send_to_group`.
    private func maySend(_ name: String) -> Bool {
        guard (5...48).contains(name.utf8.count) else { return false }
        let plain = name.lowercased()
        guard ["send", "publish", "broadcast"].contains(where: plain.hasPrefix) else { return false }
        return plain.hasSuffix("async") || plain.holds(anyOf: MessageRecognizer.targets)
    }

    /// Reads a call with a name directly before the content: `PrivateSend(from, to, "App:Gift", &gift, …)`.
    private func sent(_ index: Int, _ claims: inout ScanClaims) {
        guard !source.isWord(index - 1, "func"), !source.isWord(index - 1, "def"), !source.isWord(index - 1, "function")
        else { return }
        let isCertain = isSender(source[index].text)
        let parts = source.split(source.inside(index + 1))
        if file.language.isScript, source.isSymbol(source.after(index + 1), "{") || literal(parts, &claims) { return }
        for (place, part) in parts.enumerated() where place + 1 < parts.count {
            if !isCertain, part.count > 1 || !source[part.lowerBound].isString { continue }
            // A text such as a user's id is no objectName.
            if part.count == 1, source[part.lowerBound].isString,
                !ObjectNameShape.fits(source[part.lowerBound].text)
            {
                continue
            }
            guard part.count <= 8,
                part.contains(where: { source[$0].isString || source[$0].isSymbol(".") }) || part.count == 1
            else { continue }
            let name = file.expression(part)
            guard name.obstacle == nil, !name.terms.isEmpty, !isNamedArgument(part), !isNamedArgument(parts[place + 1])
            else { continue }
            var claim = TypeClaim(kind: .sent, objectName: name)
            claim.isPositional = true
            claim.keys = contents.members(of: parts[place + 1], &claim.payload)
            if claim.keys.isEmpty, claim.payload == nil, !isForwarded(part, parts[place + 1]) { continue }
            append(claim, name: part, content: parts[place + 1], &claims)
            return
        }
    }

    /// Reads a call that has an objectName as a literal, before the content; returns whether it has.
    ///
    /// A content that cannot be read leaves the name, which counts if the tree has other names with its prefix. A name
    /// that a function of any name is called with counts only in that case (CMP-106).
    private func literal(_ parts: [Range<Int>], isSent: Bool = true, _ claims: inout ScanClaims) -> Bool {
        for (name, content) in zip(parts, parts.dropFirst()) where name.count == 1 {
            let first = content.lowerBound
            guard source[name.lowerBound].isString, ObjectNameShape.fits(source[name.lowerBound].text),
                isSent || source.isSymbol(first, "{") || content.count == 1 && source[first].isWord
            else { continue }
            var claim = TypeClaim(kind: .sent, objectName: file.expression(name))
            claim.keys = contents.members(of: content, &claim.payload)
            if !isSent { claim.payload = nil }
            claim.isBare = !isSent || claim.keys.isEmpty && claim.payload == nil
            if isSent || !claim.keys.isEmpty { append(claim, name: name, content: content, &claims) }
            return true
        }
        return false
    }

    // MARK: Calls of other functions

    /// The functions whose texts are names of events or keys, or are only shown: they send nothing.
    private static let others: Set<String> = [
        "on", "once", "off", "emit", "$emit", "$on", "trigger", "dispatch", "commit", "addeventlistener", "put", "set",
        "add", "map", "log", "info", "warn", "error", "debug", "trace", "track", "describe", "it", "test", "if", "for",
        "while", "switch", "function", "catch", "return",
    ]

    /// Returns whether a script's call of a function of any name may send a message.
    private func mayPass(_ index: Int) -> Bool {
        let name = source[index].text.lowercased()
        guard !MessageRecognizer.others.contains(name), !name.hasPrefix("register"), !name.hasPrefix("unregister"),
            !source.isWord(index - 1, "function"), !source.isWord(index - 1, "new"), source.other(index + 1) > index + 4
        else { return false }
        return !source.isSymbol(source.after(index + 1), "{")
    }

    /// Reads a call of an unknown function with an objectName directly before an object, as a literal or in a variable:
    /// `im.messageUpdate("App:Gift", { coins: 3 })`.
    private func passed(_ index: Int, _ claims: inout ScanClaims) {
        let inside = source.inside(index + 1)
        guard source[inside.lowerBound].isString || inside.prefix(24).contains(where: { source[$0].isString }) else {
            return
        }
        _ = literal(Array(source.split(inside).prefix(8)), isSent: false, &claims)
    }

    /// Returns whether a script passes on an objectName and a content that are variables.
    private func isForwarded(_ name: Range<Int>, _ content: Range<Int>) -> Bool {
        guard file.language.isScript, name.count == 1 else { return false }
        let word = ClassRecognizer.plain(source[name.lowerBound].text)
        return MessageRecognizer.names.contains { word.hasSuffix($0) }
            && ParameterRecognizer(file: file).variable(in: content) != nil
    }

    private func isNamedArgument(_ part: Range<Int>) -> Bool {
        source.isSymbol(part.lowerBound + 1, "=") || source.isSymbol(part.lowerBound + 1, ":")
    }
}
