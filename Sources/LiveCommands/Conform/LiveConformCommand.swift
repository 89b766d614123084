// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import ArgumentParser
import CommandSupport
import IMWire
import IMWireConformance
import IMWireSpec
import IMWireValues
import NIOCore
import NIOPosix
import Platform
import RunSupport
import TextSupport

/// The command `imwire conform` with `--connect` or `--listen`, which tests peers on a socket with the scenarios.
package struct LiveConformCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "conform",
        abstract: "Tests a server or clients on a socket with the scenarios of the suite.",
        discussion: """
            --connect tests a server: tcp and tls speak socket chat, ws and wss RongCloud's \
            packets, with chatrooms; the server API performs the application's part. --listen \
            waits for clients and plays their server; a web SDK finds it by /navi.js at the same \
            address. Only bytes and closes are checked \
            (Spec/live.md). A scenario that cannot be played is skipped, with the reason. By default \
            the scenarios of Fixtures/scenarios are played; --only selects other session cases too.

            A driver is a command that receives the application's events, one JSON object a \
            line, and answers each with {"ok":{}} or {"skipped":"why"}.

            EXAMPLES
              imwire conform --connect tcp://127.0.0.1:9000
              imwire conform --connect wss://im.example:443 --app-key k --app-secret s
              imwire conform --listen tcp://127.0.0.1:0 --driver "imwire client"
              imwire conform --connect tcp://127.0.0.1:0 --speed 20 \\
                --driver "imwire serve --driven"
            """)

    @OptionGroup var suite: SuiteOptions
    @OptionGroup(title: "Selection") var selection: SelectionOptions
    @OptionGroup(title: "Reports") var reports: RunReportOptions
    @OptionGroup(title: "Peers on a socket") var live: LiveOptions
    @OptionGroup(title: "The run") var length: RunLengthOptions
    @OptionGroup(visibility: .hidden) var processes: ProcessOnlyOptions
    @Option(help: "The tolerance for late messages, in milliseconds.")
    var timeout = 5_000
    @Flag(help: "List the ids of the selected scenarios, and the reasons of skips.")
    var list = false
    @Option(help: ArgumentHelp("The app key of a RongCloud server.", valueName: "key"))
    var appKey = "imwire"
    @Option(
        help: ArgumentHelp("The app secret, which signs the tokens; imwire serve prints its own.", valueName: "secret"))
    var appSecret = "secret"

    package init() {}

    package func validate() throws {
        guard (1...600_000).contains(timeout) else { throw ValidationError("--timeout is 1 to 600000 ms") }
        guard live.isLive else { throw ValidationError("--connect or --listen is required") }
        if length.repeats > 1, live.configured {
            throw ValidationError("--repeat needs new names in each round, and --configured fixes them")
        }
    }

    package func run() async throws {
        let target = try (live.connect ?? live.listen).map { text throws(CommandFailure) in try LiveTarget(text) }
        var setting = LiveSetting(
            live.listen == nil ? .server : .client, isWebSocket: target?.isWebSocket ?? false,
            isSecure: target?.isSecure ?? false)
        setting.hasDriver = live.driver != nil
        setting.speed = live.driver == nil ? 1 : Int64(live.speed)
        setting.scenarioTimeout = Int64(live.scenarioTimeout) * 1_000
        setting.isConfigured = live.configured
        setting.prefix =
            live.prefix ?? (live.configured || live.showConfiguration ? "conform-" : LiveConformCommand.newPrefix)
        if setting.subject == .client { setting.prefix = live.prefix ?? "" }
        let (selected, folder, history) = try read(setting)
        if live.showConfiguration { return showConfiguration(selected, setting) }
        if list { return show(selected, setting) }
        let cases = try part(of: selected)
        guard let target else { return }
        let framing = try LiveFraming.read(live.framing, live.delimiter, live.encoding)
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        var limits = LiveLimit()
        limits.timeout = Int64(timeout)
        var run = LiveRun(setting: setting, framing: framing, limits: limits, loop: loop)
        run.driver = live.driver.map { LiveDriver(command: $0, timeout: timeout) }
        run.numbers = Dictionary(zip(selected.map(\.id), 1...), uniquingKeysWith: { first, _ in first })
        run.length.repeats = length.repeats
        run.length.stopsAtFinding = length.failFast
        run.length.deadline = length.time.map { .now + $0.duration }
        if live.listen == nil {
            let identity = LiveIdentity(appKey: appKey, secret: SecretText(appSecret))
            run.connector = try LiveConnector(
                target, identity, trust: live.trust, acceptsAny: live.insecure, on: loop)
            run.connector?.apiTarget = try live.api.map { text throws(CommandFailure) in try LiveTarget(api: text) }
        } else {
            let tls = target.isSecure ? try ServerTLS(certificate: live.certificate, key: live.certificateKey) : nil
            run.listener = try await LiveListener.open(target, framing, tls, on: loop)
            Console.say("waiting for clients at \(run.listener?.target.text ?? "")")
        }
        let one = await run.play(cases, label: target.text, rerun: rerun(target)) { done, total in
            Console.progress("\(done) of \(total) cases")
        }
        await run.listener?.close()
        var record = RunRecord(
            suite: selection.suite ?? Suite.version, selected: cases.count,
            shard: length.shard.map(\.description), cases: cases.map { RunRecord.CaseInfo($0) }, implementations: [one])
        if length.time != nil { record.sortResults() }
        history.mute(&record)
        try reports.finish(&record, suite.format, folder, history)
    }

    /// A random prefix, so that the names of two runs differ.
    private static var newPrefix: String { "c" + String(UInt32.random(in: .min ... .max), radix: 36) + "-" }

    private func read(_ setting: LiveSetting) throws -> (cases: [Case], folder: URL, history: SuiteHistory) {
        let folder = try CaseFolder.find(suite.cases)
        var chosen = selection.selection
        chosen.only = suite.only.isEmpty ? ["scenario"] : suite.only
        chosen.ids = try selection.failedIDs()
        do {
            let history = try CaseFolder.history(of: folder)
            let library = try CaseLibrary(
                folder: folder, selection: chosen, history: history, version: try selection.version())
            let cases = try library.select(chosen, history: history).filter(setting.concerns)
            guard !cases.isEmpty else {
                throw CommandFailure.usage(
                    "no case of the machines \(setting.machines.sorted().joined(separator: ", ")) is selected")
            }
            return (cases, folder, history)
        } catch let error as SuiteError {
            throw CommandFailure.usage(error.description)
        }
    }

    /// Returns the cases of the shard, in the order in which they are played.
    private func part(of selected: [Case]) throws(CommandFailure) -> [Case] {
        var cases = selected
        if let shard = length.shard {
            cases = CaseOrder.shard(selected, shard.number, of: shard.count)
            if cases.isEmpty {
                throw .usage("--shard \(shard) has no case: only \(selected.count) are selected")
            }
        }
        return length.time == nil ? cases : CaseOrder.coveringFirst(cases)
    }

    private func rerun(_ target: LiveTarget) -> String {
        let option = live.listen == nil ? "--connect" : "--listen"
        let driver = live.driver.map { " --driver \(ShellWord.quoted($0))" } ?? ""
        let framing = LiveFraming.options(live.framing, live.delimiter, live.encoding)
        return "imwire conform \(option) \(target.text)\(framing)\(live.insecure ? " --insecure" : "")\(driver) --only"
    }

    // MARK: Lists

    private func show(_ cases: [Case], _ setting: LiveSetting) {
        let lines = cases.enumerated().map { index, item in
            var setting = setting
            setting.prefix += "\(index + 1)-"
            do throws(LiveSkip) {
                let script = try item.scenario(setting)
                return "\(item.id)\t\(script.end) ms\t\(item.title)"
            } catch {
                return "\(item.id)\tskipped\t\(error.reason)"
            }
        }
        Output.emit(lines: lines.joined(separator: "\n"))
    }

    private func showConfiguration(_ cases: [Case], _ setting: LiveSetting) {
        var groups: [(name: String, value: RawJSON)] = []
        var blocked: [RawJSON] = []
        for (index, item) in cases.enumerated() {
            let names = LiveNames(prefix: setting.prefix + "\(index + 1)-")
            let config = names.configuration(item.input.member("config") ?? .object([]))
            groups += config["groups"]?.members ?? []
            blocked += config["blocked"]?.elements ?? []
        }
        Output.emit(lines: RawJSON.object([("groups", .object(groups)), ("blocked", .array(blocked))]).text)
    }
}

#endif
