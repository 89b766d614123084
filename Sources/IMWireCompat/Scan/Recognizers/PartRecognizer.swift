// SPDX-License-Identifier: Apache-2.0

/// A member of a content with an object that only other code shows.
struct PartClaim: Sendable {
    /// The declared class of the content.
    var content: String
    /// The names that the member's field may have.
    var fields: [String]
    /// The class of the object in the member's text, if code reads it.
    var payload: String?
    /// The keys of the map that code sets the member to.
    var keys: [KeyClaim] = []
    var file: Int
}

/// A recognizer of code outside of a content's class that reads an object from the text in one of its members, or sets
/// one to a map (CMP-161): `gson.fromJson(gift.getData(), GiftData.class)`, `gift.setData(map)`.
struct PartRecognizer: FileRecognizer {
    let file: SourceFile

    private static let readers: Set<String> = [
        "fromJson", "parseObject", "readValue", "toBean", "decodeFromString", "toJavaObject",
    ]
    /// The maximum number of tokens between a variable's declaration and its use.
    private static let reach = 2_000

    func run(_ claims: inout ScanClaims) {
        guard file.language == .java || file.language == .kotlin else { return }
        let words = source.places(of: .word) { $0.hasPrefix("set") || PartRecognizer.readers.contains($0) }
        for word in words where source.isSymbol(word + 1, "(") && claims.parts.count < 10_000 {
            let name = source[word].text
            let open = word + 1
            if name.hasPrefix("set"), source.isSymbol(open + 2, ")") { set(open, String(name.dropFirst(3)), &claims) }
            guard PartRecognizer.readers.contains(name) else { continue }
            let arguments = source.split(source.inside(open))
            guard arguments.count == 2, let member = member(of: arguments[0]),
                let payload = arguments[1].first(where: { source[$0].isWord }), source.isSymbol(payload + 1, "."),
                source.isWord(payload + 2, "class"), let content = type(of: member.variable, before: open)
            else { continue }
            let fields = [member.name] + GetterNames.fields(of: member.name)
            claims.parts.append(
                PartClaim(content: content, fields: fields, payload: source[payload].text, file: file.index))
        }
    }

    private static let maps: Set<String> = ["HashMap", "LinkedHashMap", "TreeMap", "JSONObject", "JsonObject"]

    /// Reads a call that sets a member to a map of this code: `gift.setData(map)`.
    private func set(_ open: Int, _ member: String, _ claims: inout ScanClaims) {
        guard source[open + 1].isWord, source.isSymbol(open - 2, "."), source[open - 3].isWord,
            let value = source.assignment(to: source[open + 1].text, before: open), open - value < 400,
            source.isWord(value, "new"), PartRecognizer.maps.contains(source[value + 1].text),
            let content = type(of: source[open - 3].text, before: open)
        else { return }
        var payload: String?
        let keys = ContentKeys(file: file).members(of: open + 1 ..| open + 2, &payload)
        guard !keys.isEmpty else { return }
        let fields = GetterNames.fields(of: "get" + member)
        claims.parts.append(PartClaim(content: content, fields: fields, keys: keys, file: file.index))
    }

    /// Returns the variable and the getter or the property of an argument such as `gift.getData()`; a variable that holds
    /// such a value counts too.
    private func member(of argument: Range<Int>) -> (variable: String, name: String)? {
        var first = argument.lowerBound
        var end = argument.upperBound
        if argument.count == 1, source[first].isWord,
            let value = source.assignment(to: source[first].text, before: first)
        {
            first = value
            end = source.statementEnd(value, limit: 8)
        }
        guard source[first].isWord, source.isSymbol(first + 1, "."), source[first + 2].isWord else { return nil }
        let isGetter = source.isSymbol(first + 3, "(") && source.isSymbol(first + 4, ")")
        guard end == first + (isGetter ? 5 : 3) else { return nil }
        return (source[first].text, source[first + 2].text)
    }

    /// Returns the declared class of a variable or a parameter: `Gift gift`, `gift: Gift`, `val gift = content as Gift`.
    private func type(of variable: String, before index: Int) -> String? {
        for place in stride(from: index - 1, to: max(index - PartRecognizer.reach, 0), by: -1)
        where source.isWord(place, variable) {
            var type = place - 1
            if file.language == .kotlin {
                guard source.isSymbol(place + 1, ":") || source.isSymbol(place + 1, "=") else { continue }
                let word = (place + 2 ..| place + 8).first { source.isWord($0, "as") }
                type = source.isSymbol(place + 1, ":") ? place + 2 : (word ?? place) + 1
            } else if !["=", ";", ",", ")", ":"].contains(source[place + 1].text) {
                continue
            }
            if source[type].isWord, source[type].text.first?.isUppercase == true { return source[type].text }
        }
        return nil
    }
}
