// SPDX-License-Identifier: Apache-2.0

/// What a script shows of numbers on the wire without an enumeration: tables that translate numbers, and functions that
/// return the flags of two switches.
extension EnumerationRecognizer {
    /// The maximum numbers of tables and of entries in a table.
    private static let maximum = (tables: 64, entries: 64)
    /// The maximum number of tokens between a condition and the number that a function returns.
    private static let reach = 4

    /// Reads the literals that map numbers to numbers: `{ "4": 1, "3": 3 }`.
    func numberTables(_ claims: inout ScanClaims) {
        let keys = source.places(of: .string, .number) { $0.utf8.count <= 2 && Int($0) != nil }
        for key in keys where source.isSymbol(key - 1, "{") && source.isSymbol(key + 1, ":") {
            guard source[key + 2].kind == .number, claims.numberTables.count < EnumerationRecognizer.maximum.tables
            else { continue }
            var entries: [Int: Int] = [:]
            let parts = source.split(source.inside(key - 1))
            for part in parts.prefix(EnumerationRecognizer.maximum.entries) {
                let first = part.lowerBound
                guard part.count == 3, source.isSymbol(first + 1, ":"), let number = Int(source[first].text),
                    source[first + 2].kind == .number, let value = Int(source[first + 2].text)
                else { break }
                entries[number] = value
            }
            if entries.count > 2, entries.count == parts.count {
                claims.numberTables.append((file: file.index, entries: entries))
            }
        }
    }

    /// Returns whether a word is the name of a switch; the length excludes most words at little cost.
    private func isSwitch(_ word: String) -> Bool {
        (9...12).contains(word.utf8.count) && FlagSwitch(word, in: .field) != nil
    }

    /// Reads the numbers that a function returns for a switch alone: `if (this.isCounted) { return 2; }`.
    func switches(_ claims: inout ScanClaims) {
        var claim = EnumerationClaim(className: "", line: 0, file: file.index)
        for index in source.places(of: .word, where: isSwitch) {
            guard let range = source.condition(endingAt: index + 1), range.upperBound == index + 1,
                range.count == 1 || range.count == 3 && source.isWord(range.lowerBound, "this"),
                let number = (index + 2 ..| index + 2 + EnumerationRecognizer.reach).first(where: {
                    source.isWord($0, "return") && source[$0 + 1].kind == .number
                }), let value = Int(source[number + 1].text), let flag = FlagSwitch(source[index].text, in: .field)
            else { continue }
            let name = flag == .counted ? "counted" : flag == .persisted ? "persisted" : "status"
            guard !claim.values.contains(where: { $0.name == name }) else { continue }
            if claim.values.isEmpty {
                let owner = file.outline.declarations.last { $0.body.contains(index) }
                claim.className = owner?.ownerName ?? ""
                claim.line = source.line(index)
            }
            claim.values.append((name, value, source.line(number)))
        }
        guard claim.values.count > 1, claims.enumerations.count < 10_000 else { return }
        claim.isConversationType = false
        claim.isPersistence = true
        claims.enumerations.append(claim)
    }
}
