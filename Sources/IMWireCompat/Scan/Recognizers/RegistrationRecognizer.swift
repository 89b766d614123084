// SPDX-License-Identifier: Apache-2.0

/// A recognizer of calls that register a type: `registerMessageType("App:Gift", true, true, ["giftID"])` and similar.
struct RegistrationRecognizer: FileRecognizer {
    let file: SourceFile

    private static let calls = ["registerMessageType", "RegisterMessageType", "registerCustomMessageType"]
    private static let nativeCalls = [
        "registerNativeCustomMessage", "RegisterNativeCustomMessage", "registerNativeCustomMediaMessage",
        "RegisterNativeCustomMediaMessage",
    ]

    func run(_ claims: inout ScanClaims) {
        for index in source.places(of: .word, among: RegistrationRecognizer.calls + RegistrationRecognizer.nativeCalls)
        {
            if RegistrationRecognizer.calls.contains(source[index].text) {
                registration(index, &claims)
            } else {
                native(index, &claims)
            }
        }
    }

    /// Returns the arguments of the call at an index, or nil if the function is declared there rather than called.
    private func arguments(_ index: Int) -> [Range<Int>]? {
        var open = index + 1
        if source.isSymbol(open, "<") {
            guard
                let end = (open ..| open + 80).first(where: { source.isSymbol($0, ">") && source.isSymbol($0 + 1, "(") }
                )
            else { return nil }
            open = end + 1
        }
        guard source.isSymbol(open, "("), !source.isWord(index - 1, "function"), !source.isWord(index - 1, "func"),
            !source.isWord(index - 1, "fun"), !source.isWord(index - 1, "void")
        else { return nil }
        let after = source.after(open)
        if source.isSymbol(after, "{") || source.isSymbol(after, ":") && !source.isSymbol(index - 1, ".") { return nil }
        return source.split(source.inside(open))
    }

    private func native(_ index: Int, _ claims: inout ScanClaims) {
        guard let parts = arguments(index), parts.count >= 2, !isDeclared(parts[0]), !isPassedOn(parts[0]) else {
            return
        }
        var claim = TypeClaim(kind: .registration, objectName: file.expression(parts[0]))
        claim.flags = .value(file.expression(parts[1]))
        claims.types.append(claim)
    }

    private func registration(_ index: Int, _ claims: inout ScanClaims) {
        guard let parts = arguments(index), !parts.isEmpty, !isDeclared(parts[0]), !isPassedOn(parts[0]) else { return }
        if file.language.isScript, objects(parts[0], &claims) { return }
        if namesClass(parts[0]) || isParameter(parts[0]) { return }
        if parts.count >= 3, let tag = parts[2].first(where: { source.isWord($0, "MessageTag") }) {
            return versionTwo(parts, tag, &claims)
        }
        if parts.count >= 3, isTagVariable(parts) { return versionTwo(parts, nil, &claims) }
        var claim = TypeClaim(kind: .registration, objectName: file.expression(parts[0]))
        if parts.count == 2, file.language.isScript, source[parts[1].lowerBound].kind == .number {
            // The native addon of the desktop client has the flags as a number.
            claim.flags = .value(file.expression(parts[1]))
        }
        // Versions 3 to 5 have the order: type, persisted, counted, members, status.
        if parts.count >= 3 {
            var switches: [FlagSwitch: SourceExpression] = [
                .persisted: file.expression(parts[1]), .counted: file.expression(parts[2]),
            ]
            if parts.count >= 5 { switches[.status] = file.expression(parts[4]) }
            claim.flags = .switches(switches)
        }
        // The list contains the members that are searched, while a type argument lists all members.
        claim.keys = typeArgument(index, &claim.payload)
        if parts.count >= 4, claim.keys.isEmpty { claim.keys = list(parts[3]) }
        claim.className = assignee(index)
        claims.types.append(claim)
    }

    /// Reads registrations in objects, as in
    /// `[{ objectName: 'App:Gift', messageClass: Gift, flag: MessageFlag.Count }]`; returns whether there are any.
    private func objects(_ part: Range<Int>, _ claims: inout ScanClaims) -> Bool {
        let first = part.lowerBound
        let entries = source.isSymbol(first, "[") ? source.split(source.inside(first)) : [part]
        var isAny = false
        for entry in entries where source.isSymbol(entry.lowerBound, "{") {
            var claim: TypeClaim?
            var flags: FlagClaim?
            var className: String?
            var keys: [KeyClaim] = []
            var isNamed = false
            for member in source.split(source.inside(entry.lowerBound)) {
                guard source.isSymbol(member.lowerBound + 1, ":") else { continue }
                let value = member.lowerBound + 2 ..| member.upperBound
                guard !value.isEmpty else { continue }
                switch source[member.lowerBound].text {
                case "objectName", "messageType", "type":
                    // The other words may name the class.
                    if isNamed { continue }
                    isNamed = source[member.lowerBound].text == "objectName"
                    claim = TypeClaim(kind: .registration, objectName: file.expression(value))
                case "fieldName", "fieldNames", "fields", "searchProps", "searchPropertys": keys = list(value)
                case "flag", "flags", "persistentFlag": flags = .value(file.expression(value))
                case "messageClass", "class", "clazz", "constructor":
                    className = source[value.lowerBound].isWord ? source[value.lowerBound].text : nil
                default: continue
                }
            }
            guard var claim else { continue }
            claim.flags = flags
            claim.payload = className
            claim.keys = keys
            claims.types.append(claim)
            isAny = true
        }
        return isAny
    }

    /// Reads a registration in the order of version 2: class, type, tag, members.
    private func versionTwo(_ parts: [Range<Int>], _ tag: Int?, _ claims: inout ScanClaims) {
        if isParameter(parts[1]) { return }
        var claim = TypeClaim(kind: .registration, objectName: file.expression(parts[1]))
        claim.className = file.expression(parts[0])
        claim.flags = (tag ?? value(of: parts[2])).flatMap(messageTag)?.moved(to: source.line(parts[2].lowerBound))
        if parts.count >= 4 { claim.keys = list(parts[3]) }
        claims.types.append(claim)
    }

    /// Returns the flags of `MessageTag(counted, persisted)`.
    func messageTag(_ word: Int) -> FlagClaim? {
        var word = word
        if source.isWord(word, "new") { word += 1 }
        word = source.pathEnd(word)
        guard source.isWord(word, "MessageTag"), source.isSymbol(word + 1, "(") else { return nil }
        let switches = source.split(source.inside(word + 1))
        guard switches.count >= 2 else { return nil }
        return .switches([.persisted: file.expression(switches[1]), .counted: file.expression(switches[0])])
    }

    private func isTagVariable(_ parts: [Range<Int>]) -> Bool {
        value(of: parts[2]).flatMap(messageTag) != nil
    }

    /// Returns the start of the value last assigned to a variable of this file before its use.
    private func value(of part: Range<Int>) -> Int? {
        guard part.count == 1, source[part.lowerBound].isWord else { return nil }
        return source.assignment(to: source[part.lowerBound].text, before: part.lowerBound)
    }

    /// Returns the names in a list of strings, or in the list that a variable holds.
    private func list(_ part: Range<Int>) -> [KeyClaim] {
        let open = source.isSymbol(part.lowerBound, "[") ? part.lowerBound : value(of: part)
        guard let open, source.isSymbol(open, "[") else { return [] }
        if let known = file.nameLists[open] { return known }
        let names = source.split(source.inside(open)).compactMap { entry in
            LiteralKeys(file: file, owner: "").isKey(entry)
                ? KeyClaim(name: file.expression(entry), certainty: .likely) : nil
        }
        file.nameLists[open] = names
        return names
    }

    /// Returns the members that a type argument lists: `registerMessageType<{ name: string }>`,
    /// `registerMessageType<Body>`.
    private func typeArgument(_ index: Int, _ payload: inout String?) -> [KeyClaim] {
        guard source.isSymbol(index + 1, "<") else { return [] }
        if source[index + 2].isWord {
            payload = source[index + 2].text
            return []
        }
        guard source.isSymbol(index + 2, "{") else { return [] }
        return FieldRecognizer(file: file, owner: "").inline(source.inside(index + 2))
    }

    /// Returns the name that the result of the call at an index is assigned to.
    private func assignee(_ index: Int) -> SourceExpression? {
        var back = index
        while source.isSymbol(back - 1, "."), source[back - 2].isWord { back -= 2 }
        while source.isWord(back - 1, "await") || source.isWord(back - 1, "new") { back -= 1 }
        guard source.isSymbol(back - 1, "="), source[back - 2].isWord else { return nil }
        return SourceExpression(text: source[back - 2].text, file: file.index, line: source.line(back - 2))
    }

    /// Returns whether a first argument shows that a function is being declared: `name: Type`, `String name`.
    private func isDeclared(_ part: Range<Int>) -> Bool {
        guard source[part.lowerBound].isWord else { return false }
        return source.isSymbol(part.lowerBound + 1, ":") || source.isSymbol(part.lowerBound + 1, "?")
            || source[part.lowerBound + 1].isWord && part.count > 1
    }

    /// Returns whether an argument is a parameter of the function around it, or a variable that holds a part of one: the
    /// callers of that function register types (CMP-068).
    private func isPassedOn(_ part: Range<Int>) -> Bool {
        let first = part.lowerBound
        guard part.count == 1, source[first].isWord else { return false }
        let methods = file.outline.declarations.flatMap(\.methods) + file.outline.functions
        let parameters = methods.filter { $0.body.contains(first) }.flatMap { method in
            method.parameters.filter { source[$0].isWord }.map { source[$0].text }
        }
        if parameters.contains(source[first].text) { return true }
        guard let value = source.assignment(to: source[first].text, before: first), first - value < 400 else {
            return false
        }
        return (value ..| source.statementEnd(value, limit: 24)).contains { index in
            source[index].isWord && source[index].text.first?.isLowercase == true
                && parameters.contains(source[index].text)
        }
    }

    /// Returns whether an argument is a parameter of a script's function around the call, which then registers any type.
    private func isParameter(_ part: Range<Int>) -> Bool {
        guard file.language.isScript, part.count == 1, source[part.lowerBound].isWord else { return false }
        let name = source[part.lowerBound].text
        return file.functions.around(part.lowerBound).contains { $0.parameters.contains(name) }
    }

    /// Returns whether an argument names a class, which provides the other facts: `Gift.class`, `Gift::class`,
    /// `Gift.self`, `[Gift class]`, or a list of classes.
    private func namesClass(_ part: Range<Int>) -> Bool {
        let last = source[part.upperBound - 1].text
        if ["class", "self", "java"].contains(last) || source.isSymbol(part.lowerBound, "[") { return true }
        return file.language != .typescript && file.language != .javascript
            && !part.contains { source[$0].isString }
    }
}
