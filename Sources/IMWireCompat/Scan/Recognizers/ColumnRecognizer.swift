// SPDX-License-Identifier: Apache-2.0

/// A recognizer of the columns of a script's database models, for values that are properties of a row (CMP-093).
///
/// After `Player = sequelize.define('players', { age: { type: Sequelize.INTEGER } })`, `player.age` is an integer.
struct ColumnRecognizer: FileRecognizer {
    let file: SourceFile

    /// The maximum number of models that are read in a file.
    private static let maximum = 1_000
    /// The maximum distance between the name of a column and its type.
    private static let reach = 24
    /// The types of columns.
    ///
    /// Integers of 64 bits are left out, because some drivers return them as texts.
    private static let kinds: [String: ManifestMember.MemberType] = [
        "INTEGER": .integer, "MEDIUMINT": .integer, "SMALLINT": .integer, "TINYINT": .integer, "STRING": .string,
        "CHAR": .string, "TEXT": .string, "UUID": .string, "BOOLEAN": .boolean, "FLOAT": .number, "DOUBLE": .number,
    ]

    /// Returns the name under which the type of a variable's property is recorded, which no function can have.
    static func key(_ variable: String, _ property: String) -> String { "\(variable.lowercased()).\(property)" }

    func run(_ claims: inout ScanClaims) {
        guard file.language.isScript else { return }
        for index in source.places(of: .word, among: ["define"]).prefix(ColumnRecognizer.maximum) {
            guard source.isSymbol(index - 1, "."), source.isSymbol(index - 3, "="), source[index - 4].isWord,
                source.isSymbol(index + 1, "("),
                let columns = source.split(source.inside(index + 1)).dropFirst().first?.lowerBound,
                source.isSymbol(columns, "{")
            else { continue }
            for column in source.split(source.inside(columns)) {
                guard let kind = kind(of: column) else { continue }
                let claim = ResultClaim(kinds: [kind])
                let name = ColumnRecognizer.key(source[index - 4].text, source[column.lowerBound].text)
                claims.results[name] = (claims.results[name] ?? claim) == claim ? claim : ResultClaim()
            }
        }
    }

    /// Returns the type of a column: `age: Sequelize.INTEGER`, `age: { type: DataTypes.INTEGER, … }`.
    private func kind(of column: Range<Int>) -> ManifestMember.MemberType? {
        for index in column.prefix(ColumnRecognizer.reach)
        where source.isWord(index, "Sequelize") || source.isWord(index, "DataTypes") {
            return source.isSymbol(index + 1, ".") ? ColumnRecognizer.kinds[source[index + 2].text] : nil
        }
        return nil
    }
}
