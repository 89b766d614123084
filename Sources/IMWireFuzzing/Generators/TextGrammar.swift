// SPDX-License-Identifier: Apache-2.0

import IMWireTestSupport

/// A generator of texts from rules, each with alternatives from which one is drawn.
///
/// `<name>` in an alternative stands for a text of that rule, `<name?30>` for one with a probability of 30 %, and
/// `<name*3>` for up to three of them, separated by commas. `<#>` stands for the index among these.
struct TextGrammar: Sendable {
    /// Appends a value that no rule describes.
    typealias Value = @Sendable (inout [UInt8], inout SeededRandom) -> Void

    private enum Part {
        case text([UInt8])
        case index
        case rule(String, percent: Int, most: Int?)
    }

    private let rules: [String: [[Part]]]
    private let values: [String: Value]
    /// The number of levels beyond which nothing optional is written.
    private static let mostLevels = 8

    /// Creates a generator from the alternatives of each rule, and the values that rules refer to by name.
    init(_ rules: [String: [String]], values: [String: Value] = [:]) {
        self.values = values
        self.rules = rules.mapValues { alternatives in
            alternatives.map { text in
                var parts: [Part] = []
                var start = text.startIndex
                for match in text.matches(of: /<(#|[A-Za-z]+)(?:\?([0-9]+)|\*([0-9]+))?>/) {
                    let name = String(match.1)
                    guard name == "#" || rules[name] != nil || values[name] != nil else { continue }
                    parts.append(.text(Array(text[start..<match.range.lowerBound].utf8)))
                    let percent = match.2.flatMap { Int($0) } ?? 100
                    parts.append(
                        name == "#" ? .index : .rule(name, percent: percent, most: match.3.flatMap { Int($0) }))
                    start = match.range.upperBound
                }
                return parts + [.text(Array(text[start...].utf8))]
            }
        }
    }

    func text(_ rule: String, _ random: inout SeededRandom) -> [UInt8] {
        var output: [UInt8] = []
        append(rule, index: 0, level: 0, to: &output, &random)
        return output
    }

    private func append(
        _ rule: String, index: Int, level: Int, to output: inout [UInt8], _ random: inout SeededRandom
    ) {
        if let value = values[rule] { return value(&output, &random) }
        guard let alternatives = rules[rule] else { return }
        for part in EdgeValues.pick(alternatives, &random) {
            switch part {
            case .text(let text): output += text
            case .index: output += Array(String(index).utf8)
            case .rule(let name, _, let most?):
                for index in 0..<(level < TextGrammar.mostLevels ? random.pick(0...most) : 0) {
                    if index > 0 { output.append(.comma) }
                    append(name, index: index, level: level + 1, to: &output, &random)
                }
            case .rule(let name, let percent, nil):
                guard percent == 100 || level < TextGrammar.mostLevels && random.chance(percent) else { continue }
                append(name, index: index, level: level + 1, to: &output, &random)
            }
        }
    }
}
