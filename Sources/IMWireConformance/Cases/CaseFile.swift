// SPDX-License-Identifier: Apache-2.0

import IMWire

/// What is wrong with the suite itself or with how it was called; never with a testee.
public struct SuiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what to do.
    public let description: String

    /// Takes the message.
    public init(_ description: String) {
        self.description = description
    }
}

/// Reads a file of cases.
enum CaseFile {
    static func cases(in bytes: [UInt8], file: String) throws(SuiteError) -> [Case] {
        let root: RawJSON
        do {
            root = try RawJSON(parsing: bytes.span)
        } catch {
            throw SuiteError("\(file): \(error)")
        }
        guard let area = root["area"]?.string, let list = root["cases"]?.elements else {
            throw SuiteError("\(file): not a file of cases: area or cases is missing")
        }
        var cases: [Case] = []
        for element in list { cases.append(try read(element, area, file)) }
        return cases
    }

    private static func read(_ json: RawJSON, _ area: String, _ file: String) throws(SuiteError) -> Case {
        let id = json["id"]?.string ?? "?"
        func fault(_ what: String) -> SuiteError { SuiteError("\(file): case \(id): \(what)") }
        let known: Set = [
            "id", "title", "requirements", "level", "op", "input", "expect", "tags", "provenance",
        ]
        if let stranger = json.members?.first(where: { !known.contains($0.name) }) {
            throw fault("the member \(stranger.name) is not of a case")
        }
        guard let title = json["title"]?.string else { throw fault("no title") }
        guard let level = json["level"]?.string.flatMap({ SpecRequirement.Level(rawValue: $0.lowercased()) }) else {
            throw fault("no level")
        }
        guard let operation = json["op"]?.string.flatMap(Case.Operation.init(rawValue:)) else {
            throw fault("no operation that this suite knows")
        }
        guard let input = json["input"], let expect = json["expect"]?.elements, !expect.isEmpty else {
            throw fault("no input, or nothing is expected")
        }
        var expectations: [Case.Expectation] = []
        for outcome in expect {
            let known: Set = ["error", "offset", "path", "value", "text", "unknown", "deviations", "exact"]
            if let stranger = outcome.members?.first(where: { !known.contains($0.name) }) {
                throw fault("the member \(stranger.name) is not of an outcome")
            }
            expectations.append(expectation(outcome))
        }
        return Case(
            id: id, title: title, requirements: strings(json["requirements"]), level: level, operation: operation,
            input: try self.input(input, operation, fault), expectations: expectations, tags: strings(json["tags"]),
            provenance: json["provenance"]?.string ?? "", area: area)
    }

    private static func input(
        _ json: RawJSON, _ operation: Case.Operation, _ fault: (String) -> SuiteError
    ) throws(SuiteError) -> Case.Input {
        let known: Set = ["objectName", "text", "hex", "repeat", "value", "mode", "limits"]
        if let stranger = json.members?.first(where: { !known.contains($0.name) }) {
            throw fault("the member \(stranger.name) is not of an input")
        }
        guard let objectName = json["objectName"]?.string else { throw fault("no objectName") }
        var input = Case.Input(
            objectName: objectName, bytes: [], value: json["value"], modes: [], limits: json["limits"])
        switch json["mode"]?.string {
        case "lenient", nil: input.modes = [.lenient]
        case "strict": input.modes = [.strict]
        case "both": input.modes = [.lenient, .strict]
        default: throw fault("unknown mode")
        }
        if operation == .encode {
            guard input.value != nil else { throw fault("no value") }
        } else if let text = json["text"]?.string {
            input.bytes = Array(text.utf8)
        } else if let hex = json["hex"]?.string {
            guard let bytes = self.bytes(hex: hex) else { throw fault("the hexadecimal is wrong") }
            input.bytes = bytes
        } else if let repetition = json["repeat"], let count = repetition["count"]?.number?.int64,
            let prefix = repetition["prefix"]?.string, let unit = repetition["unit"]?.string,
            let suffix = repetition["suffix"]?.string, (0...4_000_000).contains(count)
        {
            input.bytes = Array((prefix + String(repeating: unit, count: Int(count)) + suffix).utf8)
        } else {
            throw fault("no text, hex or repeat")
        }
        return input
    }

    private static func expectation(_ json: RawJSON) -> Case.Expectation {
        var refusal: Case.Refusal?
        if let code = json["error"]?.string {
            refusal = Case.Refusal(
                code: code, offset: json["offset"]?.number?.int64.map { Int($0) }, path: json["path"]?.string)
        }
        return Case.Expectation(
            error: refusal, value: json["value"], text: json["text"]?.string,
            unknown: json["unknown"].map(strings), deviations: json["deviations"].map(strings),
            isExact: json["exact"]?.boolean ?? false)
    }

    private static func strings(_ json: RawJSON?) -> [String] {
        json?.elements?.compactMap(\.string) ?? []
    }

    private static func bytes(hex: String) -> [UInt8]? {
        let digits = Array(hex.utf8)
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(byte)
        }
        return bytes
    }
}
