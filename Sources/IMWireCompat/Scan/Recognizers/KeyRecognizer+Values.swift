// SPDX-License-Identifier: Apache-2.0

import ValueSupport

/// The properties of a value that is written: its JSON type, its members, and when it is present.
extension KeyRecognizer {
    /// Describes the value that is assigned to a key.
    func describe(_ claim: inout KeyClaim, value: Range<Int>, _ depth: Int) {
        guard let first = value.first else { return }
        claim.fields = fields(in: value)
        claim.isField = isField(value)
        claim.literal = literal(value)
        claim.defaultValue = alternative(in: value)
        for index in value.prefix(10) {
            if let opening = literals.opening(at: index), source.other(opening) < value.upperBound,
                let entries = literals.entries(of: opening)
            {
                claim.kinds = [.object]
                claim.members = members(of: entries, depth + 1)
                return
            }
            if let block = block(behind: index), block < value.upperBound {
                claim.kinds = [.object]
                claim.members = keys(in: source.inside(block), [], isEncoding: true, depth: depth + 1)
                return
            }
            if let helper = helper(at: index) {
                claim.members = keys(of: helper, isEncoding: true, depth: depth + 1)
                if !claim.members.isEmpty || returnsObject(helper) {
                    claim.kinds = [.object]
                    return
                }
                if isWhole(index, value) {
                    let type = file.resultType(of: helper)
                    if !type.isEmpty, type != "void" { claim.declaredType = type }
                }
            } else if VendorObjects.methods.contains(source[index].text) {
                claim.kinds = [.object]
                return
            }
        }
        claim.kinds = kinds(of: first, value)
        if let kind = branches(of: value) {
            // The field in the condition has another type than the value: `paid ? 1 : 0`.
            claim.kinds = [kind]
            claim.showsType = true
        } else if claim.kinds.isEmpty, ResultTypes(file: file).isText(value) {
            claim.kinds = [.string]
        } else if claim.kinds.isEmpty, ResultTypes(file: file).isBoolean(value) {
            claim.kinds = [.boolean]
        }
        if let call = producer(of: value) {
            claim.producer = source[call].text
            if VendorObjects.methods.contains(source[call].text) { claim.kinds = [.object] }
            // The condition of the value is that of the call's arguments.
            if let open = source.argumentsOpen(call) { claim.fields += fields(in: source.inside(open)) }
        }
        if file.language == .objc, value.prefix(4).contains(where: { KeyRecognizer.encoders.contains(source[$0].text) })
        {
            claim.kinds = [.object]
            claim.fields = claim.fields.filter { !KeyRecognizer.encoders.contains($0) }
        }
        // The number of elements of a list does not have the type of the list.
        if isCount(value) { claim.fields = [] }
        if file.language.isScript { ScriptValues(file: file).describe(&claim, value: value) }
        if isNull(value) { claim.absent = claim.absent ?? .null }
        if claim.kinds.isEmpty, isConstant(value) { claim.values.append(file.expression(value, owner: owner)) }
    }

    /// Returns whether a value is the literal that the language's serializer writes as null.
    private func isNull(_ value: Range<Int>) -> Bool {
        let word: String
        switch file.language {
        case .csharp, .dart, .php: word = "null"
        case .python: word = "None"
        case .go: word = "nil"
        default: return false
        }
        return value.count == 1 && source.isWord(value.lowerBound, word)
    }

    /// Returns whether a value is a constant of a class or the value of an enumeration's case in PHP: `Kind::GOLD`,
    /// `Kind::Gold->value`.
    private func isConstant(_ value: Range<Int>) -> Bool {
        let first = value.lowerBound
        guard file.language == .php, value.count == 3 || value.count == 5 && source.isWord(first + 4, "value") else {
            return false
        }
        return source[first].isWord && !source[first].text.hasPrefix("$") && source.isSymbol(first + 1, ".")
            && source[first + 2].isWord
    }

    /// Returns whether a value is a field and nothing else: `name`, `this.name`.
    private func isField(_ value: Range<Int>) -> Bool {
        let last = value.upperBound - 1
        guard source[last].isWord else { return false }
        return value.count == 1
            || value.count == 3 && ["this", "self"].contains(source[value.lowerBound].text)
                && source.isSymbol(last - 1, ".")
    }

    /// Returns the JSON type that both literals of a conditional value have.
    private func branches(of value: Range<Int>) -> ManifestMember.MemberType? {
        guard !file.language.isScript, let value = ConditionalValue(value, file) else { return nil }
        let kinds = [value.first, value.second].map { branch -> ManifestMember.MemberType? in
            let start = source.isSymbol(branch.lowerBound, "@") ? branch.lowerBound + 1 : branch.lowerBound
            return start + 1 == branch.upperBound ? source[start].literalKind : nil
        }
        return kinds[0] == kinds[1] ? kinds[0] : nil
    }

    /// Returns whether the call at an index is the whole value: `getPrice()`, `this.getPrice()`, but not
    /// `getPrice().toString()`.
    private func isWhole(_ index: Int, _ value: Range<Int>) -> Bool {
        if file.language == .objc {
            return source.isWord(index - 1, "self") && source.isSymbol(index - 2, "[")
                && source.after(index - 2) == value.upperBound && index - 2 <= value.lowerBound + 1
        }
        let isOwn =
            index == value.lowerBound
            || (index == value.lowerBound + 2 && ["this", "self"].contains(source[value.lowerBound].text))
        return isOwn && source.isSymbol(index + 1, "(") && source.after(index + 1) == value.upperBound
    }

    /// Returns the members of a literal, including those of nested literals.
    func members(of entries: [LiteralKeys.Entry], _ depth: Int) -> [KeyClaim] {
        guard depth < 6 else { return [] }
        return entries.prefix(512).map { entry in
            var claim = KeyClaim(name: entry.key, isWritten: true)
            claim.isAlways = !entry.isOptional
            if entry.isOptional { claim.absent = .omitted }
            describe(&claim, value: entry.value, depth)
            return claim
        }
    }

    /// Returns the JSON types of a literal, a cast or a list.
    private func kinds(of first: Int, _ value: Range<Int>) -> [ManifestMember.MemberType] {
        var first = first
        if source.isSymbol(first, "@") { first += 1 }
        if source.isWord(first, "new") { first += 1 }
        if isCount(value) { return [.integer] }
        let token = source[first]
        if source.isWord(first + 1, "as"), token.kind != .word, file.language == .swift {
            return DeclaredTypes.kinds(of: source[first + 2].text)
        }
        if file.language == .go, token.isSymbol("["), source.isSymbol(first + 1, "]") { return [.array] }
        if first + 1 == value.upperBound, let kind = token.literalKind { return [kind] }
        if token.isSymbol("["), source.other(first) + 1 == value.upperBound,
            file.language != .objc || first > value.lowerBound
        {
            return [.array]
        }
        if token.isSymbol("("), value.count > 2, source.isSymbol(first + 2, ")") {
            return DeclaredTypes.kinds(of: source[first + 1].text)
        }
        if ["JSONArray", "JsonArray", "JArray", "listOf", "Arrays"].contains(token.text),
            source.isSymbol(first + 1, "(")
        {
            return [.array]
        }
        return []
    }

    /// The methods of the SDK's base class that return the objects which any content may have.
    private static let encoders: Set<String> = ["encodeUserInfo", "encodeMentionedInfo"]

    /// Returns whether a value is a number of elements: `@(self.items.count)`, `@([self.items count])`.
    private func isCount(_ value: Range<Int>) -> Bool {
        guard file.language == .objc, source.isSymbol(value.lowerBound, "@"), source.isSymbol(value.lowerBound + 1, "(")
        else { return false }
        return value.prefix(24).contains {
            ["count", "length"].contains(source[$0].text)
                && (source.isSymbol($0 + 1, ")") || source.isSymbol($0 + 1, "]"))
        }
    }

    /// Returns the fields that a value may come from: `giftID`, `self.giftID ?: @""`, `@(self.number)`; for a member of
    /// an object in a field, the result contains both names, as in `receiver.uid`.
    func fields(in value: Range<Int>) -> [String] {
        var names: [String] = []
        for index in value.prefix(12) where source[index].isWord && names.count < 4 {
            let isMember = source.isSymbol(index - 1, ".")
            if isMember, !["self", "this", "$this"].contains(source[index - 2].text) {
                if isGetter(index, value), let owner = owner(ofMemberAt: index), names.last == plain(owner) {
                    // The result of a getter does not have the type of the object that is asked (CMP-093).
                    names[names.count - 1] = source[index].text
                } else if !source.isSymbol(index + 1, "("), let owner = owner(ofMemberAt: index) {
                    names.append("\(owner).\(source[index].text)")
                }
                continue
            }
            if source.isSymbol(index + 1, "(") {
                if source.inside(index + 1).isEmpty { names += GetterNames.fields(of: source[index].text) }
                if !isMember { continue }
            }
            var name = source[index].text
            if name.hasPrefix("_") || name.hasPrefix("$") { name.removeFirst() }
            if !["self", "this", "new", "await", "nil", "null"].contains(name) { names.append(name) }
        }
        return names
    }

    /// Returns whether a value ends with the call of a getter at an index: `this.gift!.getName()`.
    private func isGetter(_ index: Int, _ value: Range<Int>) -> Bool {
        source.isSymbol(index + 1, "(") && source.inside(index + 1).isEmpty
            && source.after(index + 1) >= value.upperBound && !GetterNames.fields(of: source[index].text).isEmpty
    }

    private func plain(_ name: String) -> String {
        name.hasPrefix("_") || name.hasPrefix("$") ? String(name.dropFirst()) : name
    }

    /// Returns the field whose object has the member at an index: `this.receiver.uid`, `sender!.id`.
    private func owner(ofMemberAt index: Int) -> String? {
        var owner = index - 2
        if source.isSymbol(owner, "!") || source.isSymbol(owner, "?") { owner -= 1 }
        guard source[owner].isWord else { return nil }
        if source.isSymbol(owner - 1, "."), !["self", "this", "$this"].contains(source[owner - 2].text) { return nil }
        return source[owner].text
    }

    /// Returns the method of this class that the call at an index names: `user(info)`, `[self user:info]`.
    private func helper(at index: Int) -> SourceOutline.Method? {
        guard source[index].isWord, let method = helpers[source[index].text], !method.body.isEmpty else { return nil }
        if file.language == .objc {
            return source.isWord(index - 1, "self") && source.isSymbol(index - 2, "[") ? method : nil
        }
        guard source.isSymbol(index + 1, "(") else { return nil }
        // A call with arguments is to another method of the same name: Swift's `encode(sender)`.
        if file.language == .swift, method.parameters.isEmpty, !source.inside(index + 1).isEmpty { return nil }
        let isOwn = !source.isSymbol(index - 1, ".") || ["this", "self", "$this"].contains(source[index - 2].text)
        return isOwn ? method : nil
    }

    /// Returns the opening brace of a block that makes an object: `JSONObject().apply { … }`, `buildJsonObject { … }`,
    /// `putJsonObject("key") { … }`.
    func block(behind index: Int) -> Int? {
        guard file.language == .kotlin, source[index].isWord else { return nil }
        var next = index + 1
        switch source[index].text {
        case "putJsonObject", "putJsonArray":
            guard source.isSymbol(next, "(") else { return nil }
            next = source.after(next)
        case "buildJsonObject": break
        case "JSONObject":
            guard source.isSymbol(next, "("), source.isSymbol(source.after(next), ".") else { return nil }
            next = source.after(next) + 1
            guard source.isWord(next, "apply") else { return nil }
            next += 1
        default: return nil
        }
        return source.isSymbol(next, "{") ? next : nil
    }

    func mentions(_ fields: [String], _ range: Range<Int>) -> Bool {
        range.contains { index in
            guard source[index].isWord else { return false }
            var name = source[index].text
            if name.hasPrefix("_") || name.hasPrefix("$") { name.removeFirst() }
            if fields.contains(name) { return true }
            // A getter tests the field that it returns: `if (getUrl() != null)`.
            return source.isSymbol(index + 1, "(") && source.inside(index + 1).isEmpty
                && GetterNames.fields(of: name).contains(where: fields.contains)
        }
    }

    /// Returns the condition of the innermost `if` around an index, in a block or before a single statement.
    func condition(around index: Int, _ body: Range<Int>) -> Range<Int>? {
        var start = index
        // Find the statement's first token, because the key follows its receiver or is in a message's brackets.
        while start > body.lowerBound, index - start < 8, !source.isSymbol(start - 1, ";"),
            !source.isSymbol(start - 1, "{"), !source.isSymbol(start - 1, "}"), !source.isSymbol(start - 1, ")")
        { start -= 1 }
        if let range = source.condition(endingAt: start - 1) { return range }
        guard let open = source.block(around: index, in: body) else { return nil }
        if let range = source.condition(endingAt: open - 1) { return range }
        // Conditions in Swift and Go have no parentheses.
        for word in stride(from: open - 1, to: max(body.lowerBound - 1, open - 24), by: -1) {
            if source.isWord(word, "if") { return word + 1 ..| open }
            if source.isSymbol(word, ";") || source.isSymbol(word, "{") || source.isSymbol(word, "}") { return nil }
        }
        return nil
    }
}
