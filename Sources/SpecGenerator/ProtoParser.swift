// SPDX-License-Identifier: Apache-2.0

import Schemas
import TypeGenerator

/// A parser for the subset of the `.proto` language that this package uses.
///
/// The subset is `syntax`, `package`, `import`, `message`, `enum`, fields with an optional `[packed = …]`, and the `//`
/// comments before them. Anything else is an error that states its line.
struct ProtoParser {
    private let name: String
    private let tokens: [ProtoToken]
    private var index = 0

    /// Parses a file.
    static func parse(_ text: String, name: String) throws(SpecError) -> ProtoFile {
        var parser = ProtoParser(name: name, tokens: ProtoToken.all(in: text))
        return try parser.file()
    }

    private init(name: String, tokens: [ProtoToken]) {
        self.name = name
        self.tokens = tokens
    }

    private mutating func file() throws(SpecError) -> ProtoFile {
        var file = ProtoFile()
        guard try next().text == "syntax" else { throw fault("no syntax") }
        for sign in ["=", "\"proto2\"", ";"] { try expect(sign) }
        while index < tokens.count {
            let token = try next()
            switch token.text {
            case "package":
                file.package = try next().text
                try expect(";")
            case "import":
                file.imports.append(String(try next().text.dropFirst().dropLast()))
                try expect(";")
            case "message": file.messages.append(try message(token.comment))
            case "enum": file.enums.append(try enumeration(token.comment))
            default: throw fault("unexpected \(token.text)")
            }
        }
        return file
    }

    private mutating func message(_ comment: String) throws(SpecError) -> ProtoFile.Message {
        var message = ProtoFile.Message(name: try next().text, comment: comment)
        try expect("{")
        while peek != "}" { message.fields.append(try field()) }
        try expect("}")
        let numbers = message.fields.map(\.number)
        guard Set(numbers).count == numbers.count else { throw fault("a number of \(message.name) is used twice") }
        return message
    }

    private mutating func field() throws(SpecError) -> ProtoFile.Field {
        let first = try next()
        guard let label = ProtoFile.Label(rawValue: first.text) else { throw fault("no label") }
        let type = try next().text
        let name = try next().text
        try expect("=")
        let number = try number()
        guard (1..<1 << 29).contains(number) else { throw fault("the number of \(name) cannot be") }
        if peek == "[" {
            // The option has no effect: both forms are read, and the unpacked one is written.
            for sign in ["[", "packed", "="] { try expect(sign) }
            _ = try next()
            try expect("]")
        }
        try expect(";")
        return ProtoFile.Field(label: label, type: type, name: name, number: number, comment: first.comment)
    }

    private mutating func enumeration(_ comment: String) throws(SpecError) -> ProtoFile.Enumeration {
        var enumeration = ProtoFile.Enumeration(name: try next().text, comment: comment)
        try expect("{")
        while peek != "}" {
            let token = try next()
            try expect("=")
            enumeration.values.append((token.text, try number(), token.comment))
            try expect(";")
        }
        try expect("}")
        return enumeration
    }

    // MARK: Tokens

    private var peek: String? { index < tokens.count ? tokens[index].text : nil }

    private mutating func next() throws(SpecError) -> ProtoToken {
        guard index < tokens.count else { throw fault("it ends too early") }
        defer { index += 1 }
        return tokens[index]
    }

    private mutating func expect(_ text: String) throws(SpecError) {
        guard try next().text == text else { throw fault("expected \(text)") }
    }

    private mutating func number() throws(SpecError) -> Int {
        guard let number = Int(try next().text) else { throw fault("expected a number") }
        return number
    }

    private func fault(_ what: String) -> SpecError {
        SpecError("\(name), line \(index > 0 && index <= tokens.count ? tokens[index - 1].line : 0): \(what)")
    }
}
