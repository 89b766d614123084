// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireConformance
import IMWireSpec
import Platform
import RunSupport
import TextSupport

struct ConformCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conform",
        abstract: "Runs the conformance suite against the built-in codec or any other implementation.",
        usage: "imwire conform [<options>]",
        discussion: """
            Without --testee the built-in codec is tested in this process. With it, the \
            command is started as a child process and tested over the testee protocol \
            (Spec/testee-protocol.md). A crash or a timeout costs one case, and the run \
            continues. Several testees, each with a name, are compared in one matrix; \
            built-in is the codec of this package. A name has letters, digits and ._-; \
            NAME=value before a command is rejected, because it may be a variable. A \
            testee on another machine or in a browser connects to --testee-listen.

            A repeated selection option selects the union, and each must match at least \
            one case. A baseline accepts findings until a date (Spec/conformance.md).

            --connect tests a server on a socket with the scenarios, and --listen the \
            clients that connect here (Spec/live.md). Only bytes and closes are checked; \
            a scenario that cannot be played is skipped, with the reason.

            EXAMPLES
              imwire conform
              imwire conform --testee "python3 Examples/testees/python/testee.py"
              imwire conform --only 'content/RC:TxtMsg' --only 'dev-08-*'
              imwire conform --requirement CNT-036 --level MUST --no-replays
              imwire conform --only deviation --report matrix.html --report junit.xml \\
                --testee own=built-in --testee "tool=imwire testee"
              imwire conform --shard 1/4 --time 60s --report part.json

            EXIT CODES
              0  every case passed, was skipped or is accepted
              1  there are findings
              2  the command line is wrong, or no case was selected or answered
              3  the suite or the testee failed
              4  an entry of the baseline is wrong: stale, expired, matching
                 nothing, or accepting a case that passes
            """,
        subcommands: [
            ConformLedgerCommand.self, ConformChangesCommand.self, ConformSmokeCommand.self, ConformNewCommand.self,
        ])

    @Option(
        help: ArgumentHelp(
            "The shell command that starts the implementation; name=command for one of several.",
            valueName: "[name=]command"))
    var testee: [String] = []
    @OptionGroup var listening: ListeningOptions
    @OptionGroup var suite: SuiteOptions
    @OptionGroup(title: "Selection") var selection: SelectionOptions
    @OptionGroup(title: "The run") var limits: RunOptions
    @OptionGroup(title: "Reports") var reports: RunReportOptions
    @OptionGroup(title: "Peers on a socket") var live: LiveOptions
    @Flag(help: "List the ids of the selected cases without running them.")
    var list = false
    @OptionGroup var custom: CustomTypeOptions

    func validate() throws {
        if live.isLive, !testee.isEmpty || !custom.folders.isEmpty {
            throw ValidationError("--connect and --listen test a peer on a socket; they exclude --testee and --types")
        }
        if live.driver != nil, !live.isLive { throw ValidationError("--driver needs --connect or --listen") }
        if !testee.isEmpty || !listening.testeeListen.isEmpty, !custom.folders.isEmpty {
            throw ValidationError("--types is for the built-in codec; give the testee its types in its own command")
        }
        if !listening.testeeListen.isEmpty, limits.maxMemory != nil {
            throw ValidationError("--max-memory measures child processes; it does not apply to --testee-listen")
        }
        for target in targets { try target.check() }
        let labels = targets.map(\.label)
        if let twice = labels.first(where: { label in labels.count { $0 == label } > 1 }) {
            throw ValidationError("two testees are called \(twice); give each a name: --testee name=command")
        }
    }

    func run() throws {
        // Runs that need sockets are done by `imwire-live`, which takes the same arguments.
        if live.isLive {
            try HandOver.run("imwire-live", CommandRunner.arguments)
        }
        let codec = CodecTestee(registry: try custom.read().registry)
        let (selected, folder, history) = try read()
        if list { return try show(selected) }
        var cases = selected
        if let shard = limits.length.shard {
            cases = CaseOrder.shard(cases, shard.number, of: shard.count)
            if cases.isEmpty {
                throw CommandFailure.usage("--shard \(shard) has no case: only \(selected.count) are selected")
            }
        }
        let infos = cases.map { RunRecord.CaseInfo($0) }
        var plan = limits.plan
        if let time = limits.length.time {
            cases = CaseOrder.coveringFirst(cases)
            plan.runner.deadline = ContinuousClock.now + time.duration
        }
        let targets = targets
        var tested: [RunRecord.Implementation] = []
        let bridges = try listening.open(helloTimeout: plan.helloTimeout)
        for target in targets {
            let bridge = bridges[target.given]
            let subject: RunPlan.Target = (bridge ?? target.command).map { .command($0) } ?? .builtIn(codec)
            plan.helloTimeout = limits.helloTimeout + (bridge == nil ? 0 : listening.waitMilliseconds + 1_000)
            var one = plan.run(cases, on: subject, label: target.label, rerun: rerun(target)) { done, total in
                Console.progress((targets.count == 1 ? "" : "\(target.label): ") + "\(done) of \(total) cases")
            }
            // The peak memory of the bridge process says nothing about the testee.
            if bridge != nil { one.peakMemory = 0 }
            tested.append(one)
        }
        var record = RunRecord(
            suite: selection.suite ?? Suite.version, selected: cases.count,
            shard: limits.length.shard.map(\.description), cases: infos, implementations: tested)
        if limits.length.time != nil { record.sortResults() }
        history.mute(&record)
        try reports.finish(&record, suite.format, folder, history)
    }

    // MARK: Cases

    private func read() throws -> (cases: [Case], folder: URL, history: SuiteHistory) {
        let folder = try CaseFolder.find(suite.cases)
        var chosen = selection.selection
        chosen.only = suite.only
        chosen.ids = try selection.failedIDs()
        let version = try selection.version()
        let history = try CaseFolder.history(of: folder)
        let library = try CaseLibrary(folder: folder, selection: chosen, history: history, version: version)
        let cases = try CommandFailure.converting(to: .usage) { try library.select(chosen, history: history) }
        return (cases, folder, history)
    }

    private func show(_ cases: [Case]) throws {
        if reports.showRequest {
            let out = Output()
            for item in cases {
                for line in item.requestLines(places: limits.noReplays ? nil : 512) { out.record(line) }
            }
            return out.flush()
        }
        Output.emit(lines: cases.map { "\($0.id)\t\($0.area)\t\($0.title)" }.joined(separator: "\n"))
    }

    // MARK: Targets

    private var targets: [ConformTarget] {
        let named = testee.map { ConformTarget($0) } + listening.targets
        return named.isEmpty ? [ConformTarget.builtIn] : named
    }

    /// Returns the command that runs a single case again.
    private func rerun(_ target: ConformTarget) -> String {
        var words = ["imwire conform"]
        if target.command != nil || target.label != ConformTarget.builtIn.label {
            let option = listening.testeeListen.contains(target.given) ? "--testee-listen" : "--testee"
            words.append("\(option) \(ShellWord.quoted(target.given))")
        }
        if let cases = suite.cases { words.append("--cases \(ShellWord.quoted(cases))") }
        if let version = selection.suite { words.append("--suite \(version)") }
        if limits.timeout != 5_000 { words.append("--timeout \(limits.timeout)") }
        return (words + ["--only"]).joined(separator: " ")
    }
}

#endif
