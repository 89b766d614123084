// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// A broken promise with the smallest input that shows it: what a file in the folder of findings holds (FUZ-040).
package struct FuzzFinding: Sendable {
    /// The target.
    package var target: String
    /// The promise, and where it is broken.
    package var violation: Violation
    /// The input, minimised.
    package var input: [UInt8]
    /// The seed of the run.
    package var seed: UInt64
    /// The number of the execution.
    package var execution: Int
    /// What both sides were asked and answered, where another implementation was compared (FUZ-061).
    package var exchange: Exchange?

    /// A question with the answers of both sides, each a line of the testee protocol.
    package struct Exchange: Sendable {
        /// The command that started the testee.
        package var testee: String
        /// What it calls itself, with its version.
        package var name: String
        /// The types with which the same was seen; none where contents have no part in it.
        package var types: [String]
        /// The request.
        package var question: String
        /// What the codec answered.
        package var codec: String
        /// What the testee answered; a sentence where no answer came.
        package var answer: String

        package init(
            testee: String, name: String, types: [String], question: String, codec: String, answer: String
        ) {
            self.testee = testee
            self.name = name
            self.types = types
            self.question = question
            self.codec = codec
            self.answer = answer
        }
    }

    /// Makes one.
    package init(target: String, violation: Violation, input: [UInt8], seed: UInt64, execution: Int) {
        self.target = target
        self.violation = violation
        self.input = input
        self.seed = seed
        self.execution = execution
    }

    /// What findings are deduplicated by.
    package var key: String { "\(target) \(violation.key)" }

    /// The file's name: it follows from what makes the finding itself, so that it is written once (FUZ-041).
    package var fileName: String {
        let digits = String(TextHash.of(key), radix: 16)
        let oracle = violation.oracle.rawValue.replacing(".", with: "-")
        return "\(target)-\(oracle)-\(String(repeating: "0", count: 16 - digits.count) + digits).json"
    }

    /// The command that shows the finding again.
    package func rerun(folder: String) -> String {
        let testee = exchange.map { " --testee '\($0.testee.replacing("'", with: "'\\''"))'" } ?? ""
        return "imwire fuzz --target \(target)\(testee) --replay \(folder.isEmpty ? fileName : folder + "/" + fileName)"
    }

    /// The file's text.
    package func text(folder: String) -> String {
        var members: [(String, RawJSON)] = [
            ("target", RawJSON(target)), ("oracle", RawJSON(violation.oracle.rawValue)),
            ("location", RawJSON(violation.location)), ("detail", RawJSON(violation.detail)),
            ("promise", RawJSON(violation.oracle.promise)), ("hex", RawJSON(HexBytes.text(input))),
        ]
        if let text = String(validating: input, as: UTF8.self),
            !text.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\n" })
        {
            members.append(("text", RawJSON(text)))
        }
        members += [
            ("bytes", FuzzFinding.number(input.count)), ("seed", RawJSON(String(seed))),
            ("execution", FuzzFinding.number(execution)),
            ("rerun", RawJSON(rerun(folder: folder))),
        ]
        if let exchange {
            members += [
                ("testee", RawJSON(exchange.testee)), ("name", RawJSON(exchange.name)),
                ("types", .array(exchange.types.map { RawJSON($0) })), ("question", RawJSON(exchange.question)),
                ("codec", RawJSON(exchange.codec)), ("answer", RawJSON(exchange.answer)),
            ]
        }
        return "{\n" + members.map { "  \(RawJSON($0.0).text): \($0.1.text)" }.joined(separator: ",\n") + "\n}\n"
    }

    /// Reads a file; nil where it is no finding.
    package init?(file bytes: [UInt8]) {
        guard let json = try? RawJSON(parsing: bytes.span), let target = json["target"]?.string,
            let oracle = json["oracle"]?.string.flatMap(Oracle.init(rawValue:)),
            let location = json["location"]?.string,
            let hex = json["hex"]?.string, let input = FuzzFinding.bytes(hex: hex)
        else { return nil }
        self.init(
            target: target, violation: Violation(oracle, at: location, json["detail"]?.string ?? ""), input: input,
            seed: json["seed"]?.string.flatMap { UInt64($0) } ?? 0,
            execution: Int(json["execution"]?.number?.int64 ?? 0))
        guard let question = json["question"]?.string else { return }
        exchange = Exchange(
            testee: json["testee"]?.string ?? "", name: json["name"]?.string ?? "",
            types: json["types"]?.elements?.compactMap(\.string) ?? [], question: question,
            codec: json["codec"]?.string ?? "", answer: json["answer"]?.string ?? "")
    }

    private static func number(_ value: Int) -> RawJSON {
        (try? RawJSON(text: String(value))) ?? "?"
    }

    /// Hexadecimal as bytes; nil where it is none.
    package static func bytes(hex: String) -> [UInt8]? {
        let digits = Array(hex.utf8)
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[start..<start + 2], as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(byte)
        }
        return bytes
    }
}
