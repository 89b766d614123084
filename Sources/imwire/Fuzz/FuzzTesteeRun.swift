// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireConformance
import IMWireFuzzing

/// Compares another implementation with the codec, target by target (FUZ-060).
struct FuzzTesteeRun {
    let command: String
    let targets: [TargetCatalog.Entry]
    let seconds: Double
    let seed: UInt64
    let format: OutputFormat

    func run() throws {
        do {
            try compare()
        } catch let error as SuiteError {
            throw CommandFailure(message: error.description, exit: .broken)
        }
    }

    private func compare() throws {
        let peer = try ProcessTestee(command: command)
        let fixtures = FixtureFolder.find(from: URL(filePath: FileManager.default.currentDirectoryPath))
        let library = try fixtures?.library()
        let askable = targets.filter { TesteeFuzzer($0.make(), against: peer, seed: seed, seeds: []).isAsked }
        if askable.isEmpty {
            throw CommandFailure.usage("\(peer.hello.name) answers no operation that these targets ask")
        }
        var groups: [TesteeFuzzer<ProcessTestee>.Group] = []
        var questions = 0
        for entry in askable {
            let target = entry.make()
            let seeds = library.flatMap { fixtures?.seeds(for: target, $0) } ?? []
            var fuzzer = TesteeFuzzer(target, against: peer, seed: seed, seeds: seeds)
            let end = ContinuousClock.now + .seconds(seconds / Double(askable.count))
            repeat {
                try fuzzer.round()
                if Console.isTerminal {
                    Console.write(
                        "\r\u{1b}[K\(entry.name): \(TextLayout.grouped(questions + fuzzer.questions)) questions, \(groups.count + fuzzer.groups.count) disagreements"
                    )
                }
            } while ContinuousClock.now < end
            try fuzzer.shrink(until: end + .seconds(seconds / Double(askable.count)))
            questions += fuzzer.questions
            groups += fuzzer.groups.values.sorted { $0.disagreement.group < $1.disagreement.group }
        }
        if Console.isTerminal { Console.write("\r\u{1b}[K") }
        print(
            format == .json ? json(groups, questions, peer.hello) : text(groups, questions, peer.hello), terminator: "")
        if !groups.isEmpty { throw ToolExit.findings }
    }

    private func text(_ groups: [TesteeFuzzer<ProcessTestee>.Group], _ questions: Int, _ hello: TesteeHello) -> String {
        var lines: [String] = []
        for group in groups {
            lines.append("\(group.disagreement.group)  (\(TextLayout.grouped(group.count)) times)")
            lines.append("  \(group.target), \(group.input.count) bytes: \(FuzzReport.shown(group.input))")
        }
        let count = groups.isEmpty ? "no disagreement" : "\(groups.count) kinds of disagreement"
        lines.append(
            "\(hello.name) \(hello.version) (\(hello.language)): \(TextLayout.grouped(questions)) questions, \(count)")
        return lines.joined(separator: "\n") + "\n"
    }

    private func json(_ groups: [TesteeFuzzer<ProcessTestee>.Group], _ questions: Int, _ hello: TesteeHello) -> String {
        let list = groups.map { group in
            #"{"operation":\#(RawJSON(group.disagreement.operation).text),"objectName":\#(RawJSON(group.disagreement.objectName).text),"kind":\#(RawJSON(group.disagreement.kind).text),"target":"\#(group.target)","count":\#(group.count),"hex":"\#(FuzzFinding.hex(group.input))"}"#
        }
        return #"{"testee":\#(RawJSON(hello.name).text),"questions":\#(questions),"disagreements":["#
            + list.joined(separator: ",") + "]}\n"
    }
}
