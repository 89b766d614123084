// SPDX-License-Identifier: Apache-2.0

/// A recognizer of calls to a function that looks the objectName up in a table: `publish('kick', room, { userID })`
/// with `objectName: TYPES[type], content: JSON.stringify(body)` in `publish`.
struct HelperRecognizer: FileRecognizer {
    let file: SourceFile

    /// A function, with the positions of the parameters for the key and the content.
    private struct Helper {
        var name: String
        var key: Int
        var content: Int
        var table: [String: Range<Int>]
    }

    /// The maximum number of candidates, which is bounded because each searches the whole file for its table.
    private static let maximum = 64
    private static let reach = 400

    func run(_ claims: inout ScanClaims) {
        guard file.language.isScript || file.language == .php else { return }
        var helpers: [Helper] = []
        var candidates = 0
        let names = source.places(of: .word, .string) {
            $0.utf8.count <= 16 && ClassRecognizer.plain($0) == "objectname"
        }
        for index in names {
            candidates += 1
            if candidates > HelperRecognizer.maximum { break }
            if let helper = helper(at: index) { helpers.append(helper) }
        }
        guard !helpers.isEmpty else { return }
        for index in source.places(of: .word, among: Set(helpers.map(\.name))) {
            guard source.isSymbol(index + 1, "("), !source.isWord(index - 1, "function"),
                let helper = helpers.first(where: { $0.name == source[index].text })
            else { continue }
            let arguments = source.split(source.inside(index + 1))
            guard arguments.count > max(helper.key, helper.content), arguments[helper.key].count == 1,
                source[arguments[helper.key].lowerBound].isString,
                let name = helper.table[source[arguments[helper.key].lowerBound].text]
            else { continue }
            var claim = TypeClaim(kind: .sent, objectName: file.expression(name))
            claim.keys = ContentKeys(file: file).members(of: arguments[helper.content], &claim.payload)
            claims.types.append(claim)
        }
    }

    /// Returns the function around `objectName: TABLE[parameter]`, or nil if there is none or its content is not a
    /// parameter.
    private func helper(at index: Int) -> Helper? {
        guard source.isSymbol(index + 1, ":") || source.isSymbol(index + 1, "=>"),
            let bracket = source.bracket(around: index),
            let open = (index + 2 ..| index + 10).first(where: { source.isSymbol($0, "[") }),
            source[open - 1].isWord, source.after(open) == open + 3, source[open + 1].isWord,
            let table = table(source[open - 1].text), let function = function(before: index)
        else { return nil }
        let names = source.split(source.inside(function + 1)).map { part in
            part.first { source[$0].isWord && (file.language != .php || source[$0].text.hasPrefix("$")) }
                .map { source[$0].text } ?? ""
        }
        guard let key = names.firstIndex(of: source[open + 1].text) else { return nil }
        for entry in source.split(source.inside(bracket)) {
            guard ClassRecognizer.plain(source[entry.lowerBound].text) == "content" else { continue }
            for place in entry.dropFirst() where source[place].isWord {
                guard let content = names.firstIndex(of: source[place].text) else { continue }
                return Helper(
                    name: source[function].text, key: key, content: content, table: table)
            }
        }
        return nil
    }

    /// Returns the name of the function declared last before an index.
    private func function(before index: Int) -> Int? {
        for back in stride(from: index, to: max(0, index - HelperRecognizer.reach), by: -1)
        where source.isWord(back, "function") {
            return source[back + 1].isWord && source.isSymbol(back + 2, "(") ? back + 1 : nil
        }
        return nil
    }

    /// Returns the entries of a table in this file, by their keys.
    private func table(_ name: String) -> [String: Range<Int>]? {
        for index in source.places(of: .word, among: [name]) where source.isSymbol(index + 1, "=") {
            let open = index + 2
            guard source.isSymbol(open, "{") || source.isSymbol(open, "[") else { continue }
            var table: [String: Range<Int>] = [:]
            for entry in source.split(source.inside(open)) where entry.count >= 3 {
                let separator = entry.lowerBound + 1
                guard source.isSymbol(separator, ":") || source.isSymbol(separator, "=>") else { continue }
                table[source[entry.lowerBound].text] = separator + 1 ..| entry.upperBound
            }
            return table.isEmpty ? nil : table
        }
        return nil
    }
}
