// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireValues
import TextSupport

/// A broken promise with the smallest input found for it, as stored in a file of the folder of findings (FUZ-040).
package struct FuzzFinding: Sendable {
    /// The name of the target.
    package var target: String
    /// The broken promise and its location.
    package var violation: Violation
    /// The minimized input.
    package var input: [UInt8]
    /// The seed of the run.
    package var seed: UInt64
    package var execution: Int
    /// The question and both answers, if another implementation was compared (FUZ-061).
    package var exchange: Exchange?

    /// A question with the answers of both sides, each a line of the testee protocol.
    package struct Exchange: Sendable {
        /// The command that starts the testee.
        package var testee: String
        /// The name and version that the testee reports.
        package var name: String
        /// The content types that showed the same disagreement; empty if contents are not involved.
        package var types: [String]
        /// The request.
        package var question: String
        /// The codec's answer.
        package var codec: String
        /// The testee's answer, or a sentence if there was no answer.
        package var answer: String

        /// The request, or nil if it cannot be read.
        package var request: TesteeRequest? {
            guard let members = RawJSON(line: Array(question.utf8))?.members,
                let operation = members.first(where: { $0.name == "op" })?.value.string
            else { return nil }
            return TesteeRequest(operation, members.filter { $0.name != "id" && $0.name != "op" })
        }

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

    package init(target: String, violation: Violation, input: [UInt8], seed: UInt64, execution: Int) {
        self.target = target
        self.violation = violation
        self.input = input
        self.seed = seed
        self.execution = execution
    }

    /// The key by which findings are deduplicated.
    package var key: String { "\(target) \(violation.key)" }

    /// The name of the file, which follows from the finding's key, so that a finding is written once (FUZ-041).
    package var fileName: String {
        let digits = String(TextHash.of(key), radix: 16)
        let oracle = violation.oracle.rawValue.replacing(".", with: "-")
        return "\(target)-\(oracle)-\(String(repeating: "0", count: 16 - digits.count) + digits).json"
    }

    /// Returns the command that reproduces the finding.
    package func rerun(folder: String) -> String {
        let testee = exchange.map { " --testee \(ShellWord.quoted($0.testee))" } ?? ""
        return "imwire fuzz --target \(target)\(testee) --replay \(folder.isEmpty ? fileName : folder + "/" + fileName)"
    }

    /// Returns the text of the file.
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
            ("bytes", .integer(input.count)), ("seed", RawJSON(String(seed))),
            ("execution", .integer(execution)),
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

    /// Reads a file, or returns nil if the file is not a finding.
    package init?(file bytes: [UInt8]) {
        guard let json = try? RawJSON(parsing: bytes.span), let target = json["target"]?.string,
            let oracle = json["oracle"]?.string.flatMap(Oracle.init(rawValue:)),
            let location = json["location"]?.string,
            let hex = json["hex"]?.string, let input = HexBytes.read(hex)
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
}
