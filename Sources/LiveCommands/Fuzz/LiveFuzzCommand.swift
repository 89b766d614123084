// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import ArgumentParser
import CommandSupport
import IMWire
import IMWireConformance
import IMWireNIO
import NIOCore
import NIOPosix
import Platform
import TextSupport

/// The command `imwire fuzz --connect`, which plays random sequences of messages with a server on a socket.
package struct LiveFuzzCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "fuzz",
        abstract: "Searches for sequences of messages that a server on a socket answers wrongly.",
        discussion: """
            Generates sequences of connections, logins, messages, recalls, receipts and garbage \
            for a chat server, or of packets for a RongCloud server, and compares what the \
            server sends and closes with Spec/session.md or Spec/rmtp-session.md. Sequences that \
            lead to new answers are extended. A finding is minimized and written as a file of \
            one case, which `imwire conform --connect URL --cases FILE` repeats.

            EXAMPLES
              imwire fuzz --connect tcp://127.0.0.1:9000 --time 60s --seed 7
              imwire fuzz --connect tls://127.0.0.1:9001 --insecure --framing packet
              imwire fuzz --connect ws://127.0.0.1:8080 --app-key k --app-secret s

            EXIT CODES
              0  no findings
              1  findings
              2  the command line is wrong, or no sequence could be played
              3  the server can no longer be reached
            """)

    @Option(help: ArgumentHelp("The server: tcp, tls, ws or wss://HOST:PORT[/path?query].", valueName: "url"))
    var connect: String
    @Option(help: "The duration: 60s, 10m or 2h.")
    var time = TimeArgument(seconds: 60)
    @Option(help: "The seed of all random choices.")
    var seed: UInt64 = 1
    @Option(help: "The folder to write findings to.")
    var findings = "findings"
    @Option(help: "The number of findings after which to stop.")
    var maxFindings = 10
    @Option(help: ArgumentHelp("The framing of socket chat: packet or line.", valueName: "framing"))
    var framing = "line"
    @Option(help: "The delimiter of lines: lf, crlf, cr or nul.")
    var delimiter = "lf"
    @Option(help: "The encoding of lines: base64 or json.")
    var encoding = "base64"
    @Option(help: ArgumentHelp("The app key of a RongCloud server.", valueName: "key"))
    var appKey = "imwire"
    @Option(
        help: ArgumentHelp("The app secret, which signs the tokens; imwire serve prints its own.", valueName: "secret"))
    var appSecret = "secret"
    @Option(help: ArgumentHelp("The PEM certificate to trust the server by.", valueName: "file"))
    var trust: String?
    @Flag(help: "Accept any certificate.")
    var insecure = false
    @Option(help: "The time limit of an answer, in milliseconds.")
    var timeout = 1_000

    package init() {}

    package func run() async throws {
        let target = try LiveTarget(connect)
        let framing = try LiveFraming.read(framing, delimiter, encoding)
        guard (1...600_000).contains(timeout), maxFindings > 0 else {
            throw CommandFailure.usage("--timeout is 1 to 600000 ms, and --max-findings a number above 0")
        }
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        var setting = LiveSetting(.server, isWebSocket: target.isWebSocket, isSecure: target.isSecure)
        setting.prefix = "f" + String(UInt32.random(in: .min ... .max), radix: 36) + "-"
        var limits = LiveLimit()
        limits.timeout = Int64(timeout)
        limits.quiet = 30
        var run = LiveRun(setting: setting, framing: framing, limits: limits, loop: loop)
        run.connector = try LiveConnector(
            target, LiveIdentity(appKey: appKey, secret: SecretText(appSecret)), trust: trust, acceptsAny: insecure,
            on: loop)
        let scopes = ["message", "connection"].filter { LiveGarbage.bytes(framing, $0) != nil }
        var fuzzer = LiveFuzzer(run, target.isWebSocket ? .packets : .chat(scopes: scopes), seed: seed)
        let end = ContinuousClock.now + time.duration
        var found = 0
        var fault: String?
        while ContinuousClock.now < end, found < maxFindings, fault == nil {
            guard let finding = await fuzzer.step() else { continue }
            found += 1
            fault = finding.fault
            let path = "\(findings)/live-\(seed)-\(found).json"
            try OutputFile.makeFolder(findings)
            try OutputFile.write(finding.file, to: path)
            Output.emit(lines: "\(path): \(TextLayout.shown(finding.reason, limit: 600))")
        }
        Output.emit(
            lines: "\(fuzzer.played) sequences, \(fuzzer.kept) kept for \(fuzzer.kinds) kinds of answers, "
                + "\(fuzzer.skipped) not played, \(found) findings, seed \(seed)")
        if found > 0 {
            Output.emit(lines: "again: imwire conform --connect \(target.text)\(options) --cases FILE")
        }
        if let fault {
            Console.complain(fault)
            throw ToolExit.broken
        }
        if found > 0 { throw ToolExit.findings }
        if fuzzer.played == fuzzer.skipped { throw CommandFailure.usage("no sequence could be played") }
    }

    /// The options that replaying a finding requires; a secret is not printed.
    private var options: String {
        var options = LiveFraming.options(framing, delimiter, encoding)
        if appKey != "imwire" { options += " --app-key \(ShellWord.quoted(appKey))" }
        if appSecret != "secret" { options += " --app-secret SECRET" }
        if let trust { options += " --trust \(ShellWord.quoted(trust))" }
        return options + (insecure ? " --insecure" : "")
    }
}

#endif
