// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import ArgumentParser
import CommandSupport
import IMWire
import IMWireConformance
import IMWireValues
import NIOCore
import NIOPosix
import Platform

/// `imwire fuzz --connect`: sequences of messages against a chat server on a socket.
package struct LiveFuzzCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "fuzz",
        abstract: "Looks for sequences of messages to which a chat server on a socket answers wrongly.",
        discussion: """
            Makes up sequences of connections, logins, messages, recalls, receipts and garbage, \
            and compares what the server sends and closes with Spec/session.md. Sequences that \
            lead to something new are the beginning of others. What is found is made as short \
            as possible and written as a file of one case, which `imwire conform --connect URL \
            --cases FILE` plays again.

            EXAMPLES
              imwire fuzz --connect tcp://127.0.0.1:9000 --time 60s --seed 7
              imwire fuzz --connect tls://127.0.0.1:9001 --insecure --findings findings

            EXIT CODES
              0  nothing was found
              1  something was found
              2  the command line is wrong
              3  the server cannot be reached any more
            """)

    @Option(help: ArgumentHelp("The server: tcp:// or tls://HOST:PORT.", valueName: "url"))
    var connect: String
    @Option(help: "How long it takes: 90, 60s, 10m or 2h.")
    var time = "60s"
    @Option(help: "What every choice follows from.")
    var seed: UInt64 = 1
    @Option(help: "The folder that findings are written to.")
    var findings = "findings"
    @Option(help: "After how many findings it ends.")
    var most = 10
    @Option(help: ArgumentHelp("The certificate in PEM that the server is trusted by.", valueName: "file"))
    var trust: String?
    @Flag(help: "Take any certificate.")
    var insecure = false
    @Option(help: "Milliseconds that an answer may take.")
    var timeout = 1_000

    package init() {}

    package func run() async throws {
        let target = try LiveTarget(connect)
        guard !target.isWebSocket else { throw CommandFailure.usage("--connect is tcp:// or tls:// here") }
        guard let seconds = LiveFuzzCommand.seconds(time) else {
            throw CommandFailure.usage("--time is a number with s, m or h behind it, such as 60s")
        }
        guard (1...600_000).contains(timeout), most > 0 else {
            throw CommandFailure.usage("--timeout is 1 to 600000 ms, and --most a number above 0")
        }
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        var setting = LiveSetting(.server, isWebSocket: false, isSecure: target.isSecure)
        setting.prefix = "f" + String(UInt32.random(in: .min ... .max), radix: 36) + "-"
        var limits = LiveLimit()
        limits.timeout = Int64(timeout)
        limits.quiet = 30
        var run = LiveRun(setting: setting, framing: .lines(), limits: limits, loop: loop)
        run.connector = try LiveConnector(
            target, LiveIdentity(appKey: "", secret: Secret("")), trust: trust, takesAny: insecure, on: loop)
        var fuzzer = LiveFuzzer(run, seed: seed)
        let end = ContinuousClock.now + .seconds(seconds)
        var found = 0
        var fault: String?
        while ContinuousClock.now < end, found < most, fault == nil {
            guard let finding = await fuzzer.step() else { continue }
            found += 1
            fault = finding.fault
            let path = "\(findings)/live-\(seed)-\(found).json"
            try OutputFile.write(finding.file, to: path)
            Output.emit(lines: "\(path): \(TextLayout.shown(finding.reason, limit: 600))")
        }
        Output.emit(lines: "\(fuzzer.played) sequences, \(fuzzer.kept) kept, \(found) findings, seed \(seed)")
        if let fault {
            Console.complain(fault)
            throw ToolExit.broken
        }
        if found > 0 { throw ToolExit.findings }
    }

    /// `90`, `60s`, `10m` or `2h`.
    private static func seconds(_ text: String) -> Int? {
        let digits = text.prefix { $0.isNumber && $0.isASCII }
        guard let number = Int(digits), (1...1_000_000).contains(number),
            let factor = ["": 1, "s": 1, "m": 60, "h": 3_600][String(text.dropFirst(digits.count))]
        else { return nil }
        return number * factor
    }
}

/// Plays sequences, and keeps those that show something new.
struct LiveFuzzer {
    /// A sequence that is answered wrongly.
    struct Finding {
        var reason: String
        var file: String
        /// Why the server cannot be asked any more.
        var fault: String?
    }

    private let run: LiveRun
    private var random: SplitMix64
    private var pool: [LiveSequence] = []
    private var seen: Set<String> = []
    private(set) var played = 0

    var kept: Int { pool.count }

    init(_ run: LiveRun, seed: UInt64) {
        self.run = run
        random = SplitMix64(seed: seed)
    }

    /// Plays the next sequence; a finding where it is answered wrongly.
    mutating func step() async -> Finding? {
        let isNew = pool.isEmpty || random.next() % 4 == 0
        let sequence =
            isNew ? LiveSequence(&random) : pool[Int(random.next() % UInt64(pool.count))].mutated(&random)
        guard let outcome = await play(sequence) else { return nil }
        guard let reason = outcome.reason else {
            let shape = sequence.shape()
            if !shape.isSubset(of: seen) {
                seen.formUnion(shape)
                pool.append(sequence)
            }
            return nil
        }
        var least = sequence
        if outcome.fault == nil { least = await shrunk(sequence) }
        return Finding(reason: reason, file: least.file(id: "live-finding") ?? "", fault: outcome.fault)
    }

    /// Leaves out what is not needed for a finding.
    private mutating func shrunk(_ sequence: LiveSequence) async -> LiveSequence {
        var least = sequence
        var place = least.events.count - 1
        var tries = 0
        while place >= 0, tries < 60 {
            var events = least.events
            if place < events.count {
                events.remove(at: place)
                let smaller = LiveSequence(events)
                tries += 1
                if let outcome = await play(smaller), outcome.reason != nil, outcome.fault == nil { least = smaller }
            }
            place -= 1
        }
        return least
    }

    /// Nil where it cannot be played; without a reason where it is answered as it should be.
    private mutating func play(_ sequence: LiveSequence) async -> (reason: String?, fault: String?)? {
        guard let item = sequence.item(id: "live-finding") else { return nil }
        played += 1
        var run = run
        run.setting.prefix += "\(played)-"
        let one = await run.play([item], label: "", rerun: "") { _, _ in }
        guard let result = one.results.first, result.verdict != .skipped else { return nil }
        return (result.verdict == .passed ? nil : result.reason ?? "", one.fault)
    }
}

#endif
