// SPDX-License-Identifier: Apache-2.0

/// The properties of a value that is read, as far as the accessor or a cast shows them.
extension KeyRecognizer {
    /// Describes the value that is read: the type that the accessor or a cast names, and whether reading fails without
    /// the member.
    func read(_ event: inout Event, at index: Int) {
        if let field = target(ofReadAt: index) { event.claim.fields = [field] }
        let isCall = source[index].isWord
        if isCall {
            let name = source[index].text.lowercased()
            event.claim.kinds = KeyRecognizer.kinds(ofAccessor: name)
            event.claim.isLoose = isConverting(name, event.claim.kinds)
            if name.hasPrefix("opt") || ["has", "isnull", "containskey"].contains(name) {
                event.claim.isRequired = false
            } else if name.hasPrefix("get"), name != "get", file.usesOrgJSON {
                event.claim.isRequired = true
            } else if name == "get", file.language == .python {
                event.claim.isRequired = false
            }
        } else if file.language == .python {
            event.claim.isRequired = true
        }
        let end =
            isCall ? source.argumentsOpen(index).map(source.after) ?? index + 1 : source.after(event.last ?? index)
        if source.isSymbol(end, "["), source[end + 1].kind == .number, source.isSymbol(end + 2, "]") {
            // The field receives an element of the list.
            event.claim.fields = []
            event.claim.kinds = [.array]
            return
        }
        let isCompared = source.isSymbol(end, "==") || source.isSymbol(end, "!=") || source.isSymbol(end, ">")
        if isCall, isCompared, source[end + 1].kind == .number, event.claim.kinds == [.integer] {
            // A number that becomes a boolean: `paid = json.optInt("paid") == 1`.
            event.claim.showsType = true
        }
        cast(behind: end, &event.claim)
        if event.claim.kinds.isEmpty, let type = localType(ofReadAt: index) {
            event.claim.kinds = DeclaredTypes.kinds(of: type).filter { $0 != .any }
        }
    }

    /// Returns whether an accessor converts values of other types.
    ///
    /// For example, `optString` returns the JSON text of an object, and `optInt` reads a number in a text. Gson's
    /// `getAsString` fails instead.
    private func isConverting(_ accessor: String, _ kinds: [ManifestMember.MemberType]) -> Bool {
        guard file.language == .java || file.language == .kotlin, !accessor.hasPrefix("getas"),
            accessor.hasPrefix("opt") || accessor.hasPrefix("get")
        else { return false }
        return [[.string], [.integer], [.number]].contains(kinds)
    }

    /// Returns the type of a local variable that receives the value read at an index: `NSDictionary *user = json[…]`.
    private func localType(ofReadAt index: Int) -> String? {
        guard file.language == .objc else { return nil }
        for equals in stride(from: index - 1, to: max(index - 4, 2), by: -1) where source.isSymbol(equals, "=") {
            guard source[equals - 1].isWord, source.isSymbol(equals - 2, "*"), source[equals - 3].isWord else {
                return nil
            }
            return source[equals - 3].text
        }
        return nil
    }

    /// Reads a conversion that follows the value: `as String`, `as? Int ?? 0`, `integerValue`.
    private func cast(behind end: Int, _ claim: inout KeyClaim) {
        if file.language == .objc, source[end].isWord, source[end].text.hasSuffix("Value") {
            let kinds = KeyRecognizer.kinds(ofAccessor: source[end].text.lowercased())
            if !kinds.isEmpty { claim.kinds = kinds }
            claim.isLoose = !kinds.isEmpty
            return
        }
        if source.isSymbol(end, "==") || source.isSymbol(end, "!="), ["null", "nil"].contains(source[end + 1].text),
            source.isSymbol(end + 2, "?")
        {
            // `json["key"] == null ? null : …`.
            claim.isRequired = false
            return
        }
        guard source.isWord(end, "as") else { return }
        var type = end + 1
        var isOptional = false
        if source.isSymbol(type, "?") {
            isOptional = true
            type += 1
        } else if source.isSymbol(type, "!") {
            type += 1
        }
        var text = source[type].text
        if source.isSymbol(type, "["), source.other(type) > type {
            text = source.text(type ..| source.after(type))
        }
        let kinds = DeclaredTypes.kinds(of: text)
        if !kinds.isEmpty { claim.kinds = kinds }
        let next = source.after(type)
        switch file.language {
        case .swift: claim.isRequired = !isOptional
        case .dart, .kotlin: claim.isRequired = !source.isSymbol(next, "?")
        default: break
        }
    }

    /// Returns the field that receives the value read at an index: `self.giftID = …`, `giftID = …`, or `giftID: …` of a
    /// constructor.
    private func target(ofReadAt index: Int) -> String? {
        var back = index - 1
        while back > 0, index - back < 12 {
            let token = source[back]
            if token.isSymbol("=") || (token.isSymbol(":") && file.language == .dart) {
                return source[back - 1].isWord ? source[back - 1].text : nil
            }
            if token.kind == .symbol, [";", "{", "}", ","].contains(token.text) { return nil }
            back -= 1
        }
        return nil
    }

    /// Returns the JSON types that an accessor's name indicates.
    static func kinds(ofAccessor name: String) -> [ManifestMember.MemberType] {
        let name = name.lowercased()
        if name.holds("string") { return [.string] }
        if name.holds("bool") { return [.boolean] }
        if name.holds("double") || name.holds("float") { return [.number] }
        if name.holds("array") || name.holds("list") { return [.array] }
        if name.holds("jsonobject") || name.holds("dictionary") || name.holds("dict") { return [.object] }
        if name.holds("int") || name.holds("long") { return [.integer] }
        return []
    }
}
