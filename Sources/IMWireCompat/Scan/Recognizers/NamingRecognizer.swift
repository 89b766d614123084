// SPDX-License-Identifier: Apache-2.0

/// A recognizer of names and flags of types outside of their classes: entries of tables, cases of switches,
/// registrations.
///
/// The forms include `Gift: "shop:Gift"`, `case *Gift: return "shop:Gift"` and
/// `types.Register<Gift>("shop:Gift", flags)`. After all files have been read, it is known which of the words beside a
/// name is a class.
struct NamingRecognizer: FileRecognizer {
    let file: SourceFile
    /// The bodies of the methods that return a name.
    private let naming: [Range<Int>]

    init(file: SourceFile) {
        self.file = file
        naming = file.outline.declarations.flatMap(\.methods).filter {
            ["objectname", "getobjectname", "messagetype"].contains(ClassRecognizer.plain($0.name))
        }.map(\.body)
    }

    /// The maximum distance from a name to the boundary of its entry or case, in tokens.
    private static let reach = 48
    /// The maximum number of words of an entry that may be the class.
    private static let maximumCandidates = 12

    /// The words that never name a message class.
    private static let common: Set<String> = [
        "String", "Map", "Dictionary", "List", "Object", "Type", "Class", "Integer", "Int", "Arrays", "Any", "Function",
        "Record", "Set", "HashMap", "Array", "Boolean", "Bool", "Double", "Float", "Long", "Data", "Json", "JSON",
    ]
    /// The calls whose arguments form an entry: a name and its class.
    private static let entering: Set<String> = [
        "put", "set", "add", "map", "bind", "of", "pair", "entry", "emplace", "tryadd", "associate", "link",
    ]

    func run(_ claims: inout ScanClaims) {
        let brackets = file.language.isScript ? source.places(of: .symbol, among: ["["]) : []
        for index in (source.objectNames + brackets).sorted() {
            if source[index].isString {
                if file.language.isScript, claims.literals.count < 10_000, !isShown(index) {
                    claims.literals.append(file.expression(index ..| index + 1))
                }
                name(index, &claims)
            } else {
                computed(index, &claims)
            }
        }
    }

    /// Returns whether a text is only shown to people: an argument of `console.log`, or a text that ends with a colon.
    private func isShown(_ index: Int) -> Bool {
        if source[index].text.hasSuffix(":") { return true }
        guard let open = source.bracket(around: index), source.isSymbol(open, "("), source[open - 1].isWord else {
            return false
        }
        return source.isWord(open - 3, "console") && source.isSymbol(open - 2, ".")
            || ["log", "alert"].contains(source[open - 1].text)
    }

    private func name(_ index: Int, _ claims: inout ScanClaims) {
        if let flags = flags(of: index + 1) {
            var claim = TypeClaim(kind: .flags, objectName: file.expression(index ..| index + 1))
            claim.flags = flags
            claims.types.append(claim)
            return
        }
        guard let segment = segment(of: index) else { return }
        var claim = TypeClaim(kind: .naming, objectName: file.expression(index ..| index + 1))
        claim.candidates = candidates(in: segment, except: index)
        claim.isList = naming.contains { $0.contains(index) }
        if let open = source.bracket(around: index), source.isSymbol(open, "("), isRegistration(open) {
            let parts = source.split(source.inside(open)).filter { !$0.contains(index) }
            claim.flags = parts.first(where: isFlags).map { .value(file.expression($0)) }
        }
        if claim.candidates.isEmpty { return }
        claims.types.append(claim)
    }

    // MARK: Tables of flags

    /// Reads an entry with a computed key: `[Names.gift]: { isCounted: true, … }`.
    private func computed(_ index: Int, _ claims: inout ScanClaims) {
        let end = source.after(index)
        let inside = source.inside(index)
        guard source.isSymbol(end, ":"), !inside.isEmpty, inside.count <= 8, source[inside.lowerBound].isWord,
            source.isSymbol(index - 1, "{") || source.isSymbol(index - 1, ","), let flags = flags(of: end)
        else { return }
        var claim = TypeClaim(kind: .flags, objectName: file.expression(inside))
        claim.flags = flags
        claims.types.append(claim)
    }

    /// Returns the flags that follow a colon: an object of switches, or a number in a table of flags.
    private func flags(of colon: Int) -> FlagClaim? {
        guard source.isSymbol(colon, ":") || source.isSymbol(colon, "=>") || source.isSymbol(colon, "]") else {
            return nil
        }
        var start = colon + 1
        if source.isSymbol(colon, "]") {
            guard source.isSymbol(start, "=") else { return nil }
            start += 1
        }
        if source.isSymbol(start, "{") || source.isSymbol(start, "[") { return switches(source.inside(start)) }
        guard let open = source.bracket(around: colon), isFlagTable(open) else { return nil }
        let end = source.first(",", in: start ..| min(start + 12, source.other(open))) ?? source.other(open)
        let value = start ..| min(end, start + 12)
        guard !value.isEmpty else { return nil }
        return .value(file.expression(value))
    }

    private func switches(_ range: Range<Int>) -> FlagClaim? {
        var switches: [FlagSwitch: SourceExpression] = [:]
        for part in source.split(range) where part.count > 2 {
            guard let flag = FlagSwitch(source[part.lowerBound].text, in: .table) else { continue }
            switches[flag] = file.expression(part.lowerBound + 2 ..| part.upperBound)
        }
        return switches[.persisted] ?? switches[.counted] == nil ? nil : .switches(switches)
    }

    /// Returns whether a bracket opens a table whose name indicates that it holds flags.
    private func isFlagTable(_ open: Int) -> Bool {
        guard let name = tableName(open)?.lowercased() else { return false }
        return name.holds("flag") || name.holds("persist")
    }

    /// Returns the name that a bracket's value is assigned to: `flags = {`, `flags: Record<A, B> = {`,
    /// `flags = map[A]B{`.
    private func tableName(_ open: Int) -> String? {
        var back = open - 1
        while back > 0, open - back < 20, !source.isSymbol(back, "="), !source.isSymbol(back, ":=") {
            if [";", "{", "}", ","].contains(source[back].text), source[back].kind == .symbol { return nil }
            back -= 1
        }
        guard source.isSymbol(back, "=") || source.isSymbol(back, ":=") else { return nil }
        var word = back - 1
        // If there is a declared type, the name precedes its colon.
        for place in stride(from: back - 1, to: max(0, back - 20), by: -1) {
            if source.isSymbol(place, ":") {
                word = place - 1
                break
            }
            // The tokens on preceding lines belong to another statement.
            if source[place].startsLine || [";", "{", "}"].contains(source[place].text) { break }
        }
        return source[word].isWord ? source[word].text : nil
    }

    // MARK: Entries and cases

    /// Returns the tokens that belong to the name at an index, or nil if it is in no entry, case or registration.
    private func segment(of index: Int) -> Range<Int>? {
        if let open = source.bracket(around: index) {
            if source.isSymbol(open, "(") {
                if isRegistration(open) { return callStart(open) ..| source.after(open) }
                guard isEntering(open) else { return nil }
                let parts = source.split(source.inside(open))
                if parts.count == 2, parts.contains(where: { $0 == index ..| index + 1 }) {
                    return open + 1 ..| source.other(open)
                }
                return entry(index, open)
            }
            // C#'s `{ typeof(Gift), "shop:Gift" }`.
            if source.isSymbol(open, "{"), file.language == .csharp,
                source.isSymbol(open - 1, "{") || source.isSymbol(open - 1, ","),
                source.split(source.inside(open)).count == 2
            {
                return open + 1 ..| source.other(open)
            }
            if let tested = tested(index, open) { return tested }
        }
        return entry(index, source.bracket(around: index))
    }

    /// Returns the range between the boundaries around a name if it contains a separator, or the rest of a `case`.
    private func entry(_ index: Int, _ open: Int?) -> Range<Int>? {
        if source.isWord(index - 1, "case") {
            // The texts of other switches are names of methods and events, for example.
            guard SwitchSubject(file: file).names(index) || Registry.builtIn.contains(source[index].text) else {
                return nil
            }
            return index + 1 ..| source.caseEnd(index + 1, limit: index + 1 + NamingRecognizer.reach * 2)
        }
        // The colons of Objective-C's messages separate no entries.
        if file.language == .objc, !isDictionary(open) { return nil }
        var start = index
        var isPair = false
        while start > 0, index - start < NamingRecognizer.reach {
            let before = source[start - 1]
            if before.kind == .symbol {
                if before.text == ":" || before.text == "=>" || before.text == "->" { isPair = true }
                if [",", ";", "{", "(", "[", "}"].contains(before.text) { break }
                // Skip to the start of a bracketed range.
                if source.other(start - 1) < start - 1 {
                    start = source.other(start - 1)
                    continue
                }
            }
            if before.isWord("to"), file.language == .kotlin { isPair = true }
            if source[start].startsLine, start < index, !continues(start) { break }
            start -= 1
            if source.isWord(start, "case") || source.isWord(start, "is") { break }
        }
        var end = index + 1
        while end < source.count, end - index < NamingRecognizer.reach {
            let token = source[end]
            if token.kind == .symbol {
                if [",", ";", "}", ")", "]"].contains(token.text) { break }
                if token.text == ":" || token.text == "=>" || token.text == "->" { isPair = true }
            }
            if token.isWord("case") || token.isWord("default") { break }
            if token.isWord("to"), file.language == .kotlin { isPair = true }
            if token.startsLine, end > index + 1 || file.language.endsAtNewline || file.language == .go,
                !continues(end)
            {
                break
            }
            end = source.after(end)
        }
        return isPair ? start ..| end : nil
    }

    /// Returns whether a bracket opens a dictionary of Objective-C: `@{`.
    private func isDictionary(_ open: Int?) -> Bool {
        open.map { source.isSymbol($0, "{") && source.isSymbol($0 - 1, "@") } ?? false
    }

    /// Returns whether the tokens before a line need the line's first token.
    private func continues(_ index: Int) -> Bool {
        let last = source[index - 1]
        return last.kind == .symbol && [":", "=>", "->", "=", "(", "[", "{", ",", "."].contains(last.text)
    }

    /// Returns the condition around a returned name: `if (message instanceof Gift) { return "shop:Gift"; }`.
    private func tested(_ index: Int, _ open: Int) -> Range<Int>? {
        guard source.isWord(index - 1, "return") else { return nil }
        var close = open - 1
        if source.isSymbol(index - 2, ")") { close = index - 2 }
        guard let range = source.condition(endingAt: close) else { return nil }
        return range.contains {
            source.isWord($0, "instanceof") || source.isWord($0, "is") || source.isWord($0, "isinstance")
        }
            ? range : nil
    }

    private func isEntering(_ open: Int) -> Bool {
        let callee = source[open - 1]
        guard callee.isWord else { return false }
        let name = callee.text.lowercased()
        return NamingRecognizer.entering.contains(name) || name.hasSuffix("mapof")
    }

    /// Returns whether a bracket contains the arguments of a registration: `Register<Gift>("shop:Gift", …)`.
    private func isRegistration(_ open: Int) -> Bool {
        source[callStart(open)].text.lowercased().hasPrefix("register")
    }

    /// Returns the index of a call's name, before any type arguments.
    private func callStart(_ open: Int) -> Int {
        var word = open - 1
        if source.isSymbol(word, ">") {
            while word > 0, open - word < 16, !source.isSymbol(word, "<") { word -= 1 }
            word -= 1
        }
        return max(0, word)
    }

    private func isFlags(_ part: Range<Int>) -> Bool {
        part.contains { index in
            let word = source[index].text.lowercased()
            return source[index].isWord && (word.holds("flag") || word.holds("persist") || word.holds("count"))
        }
    }

    // MARK: Words

    private func candidates(in segment: Range<Int>, except name: Int) -> [String] {
        var words: [String] = []
        for index in segment where index != name && words.count < NamingRecognizer.maximumCandidates {
            guard source[index].isWord, source.line(index) >= source.line(segment.lowerBound) else { continue }
            let word = source[index].text
            if source.isSymbol(index - 1, "."), file.language == .swift,
                !source[index - 2].isWord || ["case", "return", "let"].contains(source[index - 2].text)
            {
                words.append("." + word)
            } else if let first = word.unicodeScalars.first, first.properties.isUppercase || file.language == .go,
                !NamingRecognizer.common.contains(word), !words.contains(word)
            {
                words.append(word)
            }
        }
        return words
    }
}
