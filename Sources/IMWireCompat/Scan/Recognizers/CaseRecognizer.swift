// SPDX-License-Identifier: Apache-2.0

/// A recognizer of Swift enumerations whose cases are messages: the values that cases hold, their flags, and the keys
/// written for each.
struct CaseRecognizer: FileRecognizer {
    let file: SourceFile

    /// The properties and methods that return the object of a case, other than encoders.
    private static let contents: Set<String> = ["json", "content", "contents", "body", "payload", "object", "fields"]

    func run(_ claims: inout ScanClaims) {
        guard file.language == .swift else { return }
        var values: [String: [KeyClaim]] = [:]
        for declaration in file.outline.declarations where declaration.keyword == "enum" {
            for index in declaration.body where source.isWord(index, "case") { read(index, &claims, &values) }
        }
        for declaration in file.outline.declarations
        where ["enum", "extension", "struct", "class"].contains(declaration.keyword) {
            for method in declaration.methods where !method.body.isEmpty {
                let name = ClassRecognizer.plain(method.name)
                if ["flags", "flag", "persistentflag"].contains(name) {
                    for item in cases(of: method) { flag(item, &claims) }
                } else if CaseRecognizer.contents.contains(name) || KeyRecognizer.isEncoding(method) {
                    for item in cases(of: method) { write(item, declaration.ownerName, values, &claims) }
                }
            }
        }
    }

    /// Reads the values of a case: `case gift(Gift)`, `case gift(id: String, count: Int)`.
    private func read(_ index: Int, _ claims: inout ScanClaims, _ values: inout [String: [KeyClaim]]) {
        guard source[index + 1].isWord, source.isSymbol(index + 2, "(") else { return }
        let name = source[index + 1].text
        let inside = source.inside(index + 2)
        if inside.count == 1, source[inside.lowerBound].isWord {
            claims.cases[name] = source[inside.lowerBound].text
            return
        }
        values[name] = source.split(inside).map { part in
            let colon = source.first(":", in: part)
            let label = colon.map { source[$0 - 1].text } ?? ""
            var claim = KeyClaim(
                name: SourceExpression(text: label, file: file.index, line: source.line(part.lowerBound)))
            claim.declaredType = source.text((colon.map { $0 + 1 } ?? part.lowerBound) ..| part.upperBound)
            claim.fields = label.isEmpty ? [] : [label]
            return claim
        }
    }

    // MARK: Switches

    /// The statements that a switch executes for some cases, with the names of the cases and of the values in them.
    private struct Item {
        var names: [String]
        var bindings: [String]
        var body: Range<Int>
    }

    private func cases(of method: SourceOutline.Method) -> [Item] {
        var items: [Item] = []
        var index = method.body.lowerBound
        while index < method.body.upperBound {
            guard source.isWord(index, "case"), let colon = source.first(":", in: index + 1 ..| method.body.upperBound)
            else {
                index += 1
                continue
            }
            let end = source.caseEnd(colon + 1, limit: method.body.upperBound)
            var item = Item(names: [], bindings: [], body: colon + 1 ..| end)
            for part in source.split(index + 1 ..| colon) {
                guard let dot = source.first(".", in: part), source[dot + 1].isWord else { continue }
                item.names.append(source[dot + 1].text)
                guard source.isSymbol(dot + 2, "(") else { continue }
                item.bindings = source.split(source.inside(dot + 2)).map { source[$0.upperBound - 1].text }
            }
            items.append(item)
            index = max(end, index + 1)
        }
        return items
    }

    private func flag(_ item: Item, _ claims: inout ScanClaims) {
        var start = item.body.lowerBound
        if source.isWord(start, "return") { start += 1 }
        for name in item.names { claims.caseFlags[name] = file.expression(start ..| item.body.upperBound) }
    }

    private func write(
        _ item: Item, _ owner: String, _ values: [String: [KeyClaim]], _ claims: inout ScanClaims
    ) {
        let keys = KeyRecognizer(file: file, owner: owner).keys(in: item.body, [], isEncoding: true, depth: 0)
        guard !keys.isEmpty else { return }
        for name in item.names {
            var held = values[name] ?? []
            // A value is referred to by the name that the case's pattern gives it.
            for (place, binding) in item.bindings.enumerated() where place < held.count {
                held[place].fields.append(binding)
                held[place].name = SourceExpression(
                    text: binding, file: file.index, line: held[place].name.line)
            }
            claims.caseContents[name] = (keys, held)
        }
    }
}
