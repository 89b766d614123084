// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire
import IMWireConformance
import Platform

/// Runs the conformance suite.
struct ConformCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conform",
        abstract: "Runs the conformance suite against the built-in codec or any other implementation.",
        usage: "imwire conform [<options>]",
        discussion: """
            Without --testee the built-in codec is tested in this process. With it, the \
            command is started as a child process and asked over the testee protocol \
            (Spec/testee-protocol.md). A crash or a timeout costs one case, and the run \
            goes on.

            EXAMPLES
              imwire conform
              imwire conform --testee "python3 Examples/testees/python/testee.py"
              imwire conform --only 'content/RC:TxtMsg' --only 'dev-08-*'
              imwire conform --format json --report conformance.json

            EXIT CODES
              0  every case passed or was skipped
              1  there are findings
              2  the command line is wrong, or selects or asks nothing
              3  the suite or the testee broke
            """,
        subcommands: [ConformLedgerCommand.self])

    @Option(help: "The command that starts the implementation to be tested; runs in a shell.")
    var testee: String?
    @OptionGroup var suite: SuiteOptions
    @Option(help: "All but the cases that match. May be repeated.")
    var except: [String] = []
    @Option(help: "Milliseconds that a testee may take for a case.")
    var timeout = 5_000
    @Option(help: "Milliseconds that a testee may take to start and answer hello.")
    var helloTimeout = 10_000
    @Option(help: "Write the JSON report to this file too.")
    var report: String?
    @Flag(help: "Ask each case once per mode: streams are not divided or cut, sessions not stopped early. Much faster.")
    var noReplays = false
    @Flag(help: "Tell every finding in full, not only the first twenty.")
    var all = false
    @Flag(help: "List the ids of the selected cases, and run nothing.")
    var list = false
    @OptionGroup var custom: CustomTypeOptions

    func validate() throws {
        guard timeout > 0, timeout <= 3_600_000 else { throw ValidationError("--timeout is 1 to 3600000 ms") }
        guard helloTimeout > 0, helloTimeout <= 3_600_000 else {
            throw ValidationError("--hello-timeout is 1 to 3600000 ms")
        }
        if testee != nil, !custom.folders.isEmpty {
            throw ValidationError("--types is for the built-in codec; give the testee its types in its own command")
        }
    }

    func run() throws {
        let codec = CodecTestee(registry: try custom.read().registry)
        let selection = CaseSelection(only: suite.only, except: except)
        let folder = try CaseFolder.find(suite.cases)
        let library: CaseLibrary
        do {
            library = try CaseLibrary(folder: folder, selection: selection)
        } catch {
            throw fail(error, .broken)
        }
        let selected: [Case]
        do {
            selected = try library.select(selection)
        } catch {
            throw fail(error, .usage)
        }
        if list {
            Output.emit(lines: selected.map { "\($0.id)\t\($0.area)\t\($0.title)" }.joined(separator: "\n"))
            return
        }
        let start = ContinuousClock.now
        do {
            if let testee {
                var process = try ProcessTestee(
                    command: testee, timeout: timeout, helloTimeout: helloTimeout)
                try finish(run(selected, &process), process.hello, start)
            } else {
                let (hello, verdicts) = try runner.runInProcess(selected, on: codec)
                try finish(verdicts, hello, start)
            }
        } catch let error as SuiteError {
            throw fail(error, .broken)
        }
    }

    private var runner: Runner { Runner(places: noReplays ? nil : 512) }

    private func run(_ cases: [Case], _ testee: inout some Testee) throws(SuiteError) -> [Verdict] {
        var last = ContinuousClock.now
        let verdicts = try runner.run(cases, on: &testee) { done, total in
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
            try OutputFile.write(json, to: report)
        }
        switch suite.format {
        case .json:
            Output.emit(document: json)
        case .text:
            let text = TextReport(verdicts, hello: hello, rerun: rerun, colour: Style(STDOUT_FILENO).isOn)
                .text(most: all ? .max : 20, seconds: seconds)
            Output.emit(lines: text + (report.map { "report: \($0)" } ?? ""))
        }
        let total = Summary(verdicts).total
        if total.findings > 0 { throw ToolExit.findings }
        if total[.passed] == 0 {
            throw fail(SuiteError("no case was answered: all \(total.total) were skipped (TST-105)"), .usage)
        }
    }

    /// The command that asks a single case again.
    private var rerun: String {
        let quoted = testee.map { " --testee '\($0.replacing("'", with: "'\\''"))'" } ?? ""
        return "imwire conform\(quoted) --only"
    }

    private func fail(_ error: SuiteError, _ exit: ToolExit) -> CommandFailure {
        CommandFailure(message: error.description, exit: exit)
    }
}

#endif
