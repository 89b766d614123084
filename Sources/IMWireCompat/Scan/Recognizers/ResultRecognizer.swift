// SPDX-License-Identifier: Apache-2.0

/// A recognizer of what the functions of scripts return, for values in other files that are their results (CMP-093).
struct ResultRecognizer: FileRecognizer {
    let file: SourceFile

    /// The maximum number of `return` statements that are examined in a file.
    private static let maximum = 20_000
    /// The length of the names that tools make is less.
    private static let shortestName = 3

    func run(_ claims: inout ScanClaims) {
        guard file.language.isScript else { return }
        var results: [Int: (name: String, claim: ResultClaim)] = [:]
        for index in source.places(of: .word, among: ["return"]).prefix(ResultRecognizer.maximum) {
            guard let function = file.functions.around(index).first,
                function.name.utf8.count >= ResultRecognizer.shortestName, let claim = result(of: index)
            else { continue }
            let first = results[function.body.lowerBound]?.claim ?? claim
            results[function.body.lowerBound] = (function.name, first == claim ? claim : ResultClaim())
        }
        for (name, claim) in results.values {
            let first = claims.results[name] ?? claim
            claims.results[name] = first == claim ? claim : ResultClaim()
        }
    }

    /// Returns what a `return` statement returns, or nil if it is nothing or null.
    private func result(of index: Int) -> ResultClaim? {
        let values = ScriptValues(file: file)
        let value = index + 1 ..| source.statementEnd(index + 1, limit: 64)
        if value.isEmpty || (value.count == 1 && source.isWord(value.lowerBound, "null")) { return nil }
        let kinds = values.kinds(of: value)
        if !kinds.isEmpty { return ResultClaim(kinds: kinds) }
        return ResultClaim(function: values.function(of: value) ?? "")
    }
}
