// SPDX-License-Identifier: Apache-2.0

import Platform
import Schemas
import TypeGenerator

/// The error codes of `Spec/errors.md`: the one description that the codec's documentation and the tools use.
struct ErrorCodes {
    /// A code with the text of its section, and the rules that the tables name for it.
    private struct Code {
        var value: String
        var chapter: String
        var text = ""
        var rules = ""
    }

    private var codes: [Code] = []

    /// The chapters whose codes become Swift enumerations: the heading, the type, its folder, and whether the first
    /// word of a code is left out of the name of its case.
    private static let types = [
        ("Decode errors", "DecodeError", "Codes", false), ("Encode errors", "EncodeError", "Codes", true),
        ("Session errors", "SessionError", "Session", true),
        ("Registration errors", "RegistrationError", "Content", true),
        ("Schema errors", "SchemaError", "Content", true),
    ]

    init(_ spec: URL) throws {
        let text = try String(contentsOf: spec.appending(path: "errors.md"), encoding: .utf8)
        var chapter = ""
        var rows: [String: String] = [:]
        var isOpen = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("## ") { chapter = String(line.dropFirst(3)) }
            if line.hasPrefix("#") {
                isOpen = line.hasPrefix("### `") && line.hasSuffix("`")
                if isOpen { codes.append(Code(value: String(line.dropFirst(5).dropLast()), chapter: chapter)) }
            } else if line.hasPrefix("| `") {
                isOpen = false
                let cells = line.split(separator: "|").map { String($0.drop { $0 == " " }) }
                let rules = cells.last.map { $0.split(separator: " ").joined(separator: " ") } ?? ""
                for code in (cells.first ?? "").split(separator: "`") where rows[String(code)] == nil {
                    rows[String(code)] = rules.contains("-0") || rules.contains("-1") ? rules : nil
                }
            } else if isOpen, !line.isEmpty {
                codes[codes.count - 1].text += (codes[codes.count - 1].text.isEmpty ? "" : " ") + line
            }
        }
        for index in codes.indices where codes[index].chapter == "Decode errors" {
            codes[index].rules = rows[codes[index].value] ?? ""
        }
        let values = codes.map(\.value)
        guard Set(values).count == values.count, codes.allSatisfy({ !$0.text.isEmpty }), !codes.isEmpty else {
            throw SpecError("errors.md: a code is described twice, or has no text")
        }
    }

    func files() -> [(path: String, text: String)] {
        ErrorCodes.types.map { heading, type, folder, isShort in
            let own = codes.filter { $0.chapter == heading }
            return ("Sources/IMWire/\(folder)/Generated/\(type)+Code.generated.swift", enumeration(type, own, isShort))
        } + [("Sources/IMWireSpec/Generated/SpecErrorCode.generated.swift", table())]
    }

    private func enumeration(_ type: String, _ codes: [Code], _ isShort: Bool) -> String {
        let cases = codes.map { code in
            let end = code.text.firstRange(of: ". ")?.lowerBound ?? code.text.index(before: code.text.endIndex)
            let rules = code.rules.isEmpty ? "" : " (\(code.rules))"
            return "/// \(code.text[..<end])\(rules).\n"
                + "case \(ErrorCodes.name(code.value, isShort)) = \(quoted(code.value))"
        }
        let text: SwiftText = """
            extension \(type) {
                /// The kind of error, as a stable dotted word of `Spec/errors.md`.
                ///
                /// More codes may be added, so a `switch` needs a default case.
                @nonexhaustive
                public enum Code: String, Hashable, Sendable, CaseIterable {
                    \(cases)
                }
            }
            """
        return text.file(source: "Spec/errors.md")
    }

    private func table() -> String {
        let text: SwiftText = """
            extension SpecErrorCode {
                /// Every error code, in the order of the chapter.
                package static let all: [SpecErrorCode] = [
                    \(codes.map { "SpecErrorCode(\(quoted($0.value)), \(quoted($0.text)))," })
                ]
            }
            """
        return text.file(source: "Spec/errors.md")
    }

    /// Returns the name of a code's case: `jsonUTF8` for `json.utf8`.
    private static func name(_ code: String, _ isShort: Bool) -> String {
        let acronyms = ["bom": "BOM", "utf8": "UTF8"]
        let words = code.split(separator: ".").map(String.init).dropFirst(isShort ? 1 : 0)
        let rest = words.dropFirst().map { acronyms[$0] ?? $0.prefix(1).uppercased() + $0.dropFirst() }
        return (words.first ?? "") + rest.joined()
    }
}
