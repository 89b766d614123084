// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import IMWire
import IMWireConformance

/// Runs the conformance suite.
struct ConformCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conform",
        abstract: "Runs the conformance suite against the built-in codec or any other implementation.",
        discussion: """
            Without --testee the built-in codec is asked in this process. With it, the command is started as a child \
            process and asked over the testee protocol (Spec/testee-protocol.md); a crash or a timeout costs one case, \
            and the run goes on.

            EXAMPLES
              $ imwire conform
              $ imwire conform --testee "python3 Examples/testees/python/testee.py"
              $ imwire conform --only 'content/RC:TxtMsg' --only 'dev-08-*'
              $ imwire conform --format json --report conformance.json

            EXIT CODES
              0 all as expected · 1 findings · 2 wrong usage, or nothing selected · 3 the suite or the testee broke
            """)

    @Option(help: "The command that starts the implementation to be tested; runs in a shell.")
    var testee: String?
    @Option(help: "Only cases whose id, area or area/id matches; * stands for any run of characters. May be repeated.")
    var only: [String] = []
    @Option(help: "All but the cases that match. May be repeated.")
    var except: [String] = []
    @Option(help: "The folder that holds the cases; found by itself in and above the current folder.")
    var cases: String?
    @Option(help: "Milliseconds that a testee may take for a case.")
    var timeout = 5_000
    @Option(help: "text or json, on standard output.")
    var format = OutputFormat.text
    @Option(help: "Write the JSON report to this file too.")
    var report: String?
    @Flag(help: "Tell every finding in full, not only the first twenty.")
    var all = false
    @Flag(help: "List the ids of the selected cases, and run nothing.")
    var list = false

    func validate() throws {
        guard timeout > 0, timeout <= 3_600_000 else { throw ValidationError("--timeout is 1 to 3600000 ms") }
    }

    func run() throws {
        let selected: [Case]
        do {
            selected = try CaseLibrary(folder: try folder()).select(only: only, except: except)
        } catch {
            throw fail(error, error.description.hasPrefix("no case matches") ? .usage : .broken)
        }
        if list {
            for item in selected { print("\(item.id)\t\(item.area)\t\(item.title)") }
            return
        }
        let start = ContinuousClock.now
        do {
            if let testee {
                var process = try ProcessTestee(command: testee, timeout: timeout)
                try finish(run(selected, &process), process.hello, start)
            } else {
                let (hello, verdicts) = try Runner().runInProcess(selected)
                try finish(verdicts, hello, start)
            }
        } catch let error as SuiteError {
            throw fail(error, .broken)
        }
    }

    private func run(_ cases: [Case], _ testee: inout some Testee) throws(SuiteError) -> [Verdict] {
        var last = ContinuousClock.now
        let verdicts = try Runner().run(cases, on: &testee) { done, total in
            guard ContinuousClock.now - last > .milliseconds(200) else { return }
            last = ContinuousClock.now
            Console.progress("\(done) of \(total) requests")
        }
        Console.clearProgress()
        return verdicts
    }

    private func finish(_ verdicts: [Verdict], _ hello: TesteeHello, _ start: ContinuousClock.Instant) throws {
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let json = JSONReport.text(verdicts, hello: hello, seconds: seconds)
        if let report {
            let url = URL(filePath: report)
            try? FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            do {
                try json.write(to: url, atomically: true, encoding: .utf8)
            } catch {
                throw fail(SuiteError("\(report): the report cannot be written there"), .usage)
            }
        }
        switch format {
        case .json:
            print(json, terminator: "")
        case .text:
            let colour = isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
            let text = TextReport(verdicts, hello: hello, rerun: rerun, colour: colour)
            print(text.text(most: all ? .max : 20, seconds: seconds), terminator: "")
            if let report { print("report: \(report)") }
        }
        if Summary(verdicts).total.findings > 0 { throw ToolExit.findings }
    }

    /// The command that asks a single case again.
    private var rerun: String {
        let quoted = testee.map { " --testee '\($0.replacing("'", with: "'\\''"))'" } ?? ""
        return "imwire conform\(quoted) --only"
    }

    /// The folder of the cases: given, or `Fixtures/cases` here or further up.
    private func folder() throws(SuiteError) -> URL {
        if let cases { return URL(filePath: cases) }
        var folder = URL(filePath: FileManager.default.currentDirectoryPath)
        while true {
            let candidate = folder.appending(path: "Fixtures/cases")
            if FileManager.default.fileExists(atPath: candidate.path) { return candidate }
            let parent = folder.deletingLastPathComponent()
            guard parent.path != folder.path else {
                throw SuiteError("no Fixtures/cases here or further up; go to the package's root, or give --cases")
            }
            folder = parent
        }
    }

    private func fail(_ error: SuiteError, _ exit: ToolExit) -> CommandFailure {
        CommandFailure(message: error.description, exit: exit)
    }
}

/// How a command shows what it found.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}
