// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
import IMWireValues

/// The results of a load.
struct LoadReport {
    let settings: LoadSettings
    var tally = LoadTally(count: 0)
    /// The number of connections open at the end.
    var online = 0
    /// The times in seconds until all clients had logged in, of sending, and of waiting for the rest afterwards.
    var connectTime = 0.0
    var sendTime = 0.0
    var settleTime = 0.0
    /// The server's usage without connections, with all connections, at the end of sending, and before it was killed.
    var empty: ProcessUsage?
    var idle: ProcessUsage?
    var loaded: ProcessUsage?
    var before: ProcessUsage?
    /// The processor time of the clients during sending, in milliseconds.
    var own = 0
    /// The seconds from the kill until the port was open again.
    var outage: Double?
    /// Whether every sent message was acknowledged or abandoned, and every acknowledged one delivered.
    var isSettled = false
    var isServerGone = false
    /// The text that the server has written to standard error.
    var said = ""

    init(_ settings: LoadSettings) { self.settings = settings }

    /// The problems that were found, as text for people.
    var findings: [String] {
        var findings: [String] = []
        func find(_ count: Int, _ what: String) {
            if count > 0 { findings.append("\(TextLayout.grouped(count)) \(what)") }
        }
        if isServerGone { findings.append("the server has ended") }
        find(settings.connections - online, "connections did not stand at the end")
        if sendTime == 0 {
            findings.append("nothing was sent")
            return findings
        }
        find(tally.lost, "messages were acknowledged and lost")
        find(tally.doubled, "deliveries were double")
        find(tally.misdelivered, "deliveries were to somebody else")
        find(tally.open, "messages were neither acknowledged nor abandoned")
        find(tally.failed, "messages were abandoned")
        if !settings.kills { find(tally.cuts, "connections were cut") }
        if !isSettled, tally.isSettled { findings.append("not everything was sent in time") }
        return findings
    }

    /// The server's processor usage during sending, in percent of one processor; nil if it is unknown or the server was
    /// killed.
    var processorShare: Double? {
        guard sendTime > 0, let loaded, let idle, !settings.kills else { return nil }
        return Double(loaded.processor - idle.processor) / sendTime / 10
    }

    /// The clients' processor usage during sending, in percent of one processor.
    private var clientShare: Double? { sendTime > 0 ? Double(own) / sendTime / 10 : nil }

    /// Returns the memory of each connection in KiB for a usage with all connections.
    private func memoryEach(_ usage: ProcessUsage?) -> Double? {
        guard let usage, let empty else { return nil }
        return Double(usage.memory - empty.memory) / Double(settings.connections)
    }

    var json: RawJSON {
        func number(_ value: Double?) -> RawJSON {
            guard let value else { return .null }
            return (try? RawJSON(text: "\((value * 1_000).rounded() / 1_000)")) ?? .null
        }
        let peak = max(loaded?.peak ?? 0, before?.peak ?? 0)
        let share = processorShare
        let server: [(name: String, value: RawJSON)] = [
            ("processorPercent", number(share)),
            ("processorPercentOfConnection", number(share.map { $0 / Double(settings.connections) })),
            ("emptyKiB", .integer(empty?.memory ?? 0)), ("idleKiB", .integer(idle?.memory ?? 0)),
            ("loadedKiB", .integer(loaded?.memory ?? 0)), ("peakKiB", .integer(peak)),
            ("idleKiBOfConnection", number(memoryEach(idle))),
            ("loadedKiBOfConnection", number(memoryEach(settings.kills ? before : loaded))),
        ]
        let counts: [(String, Int)] = [
            ("connections", settings.connections), ("seconds", settings.seconds), ("sent", tally.sent),
            ("acknowledged", tally.acknowledged), ("delivered", tally.delivered), ("lost", tally.lost),
            ("doubled", tally.doubled), ("misdelivered", tally.misdelivered), ("failed", tally.failed),
            ("open", tally.open), ("repeated", tally.dropped), ("cuts", tally.cuts), ("online", online),
        ]
        var members: [(name: String, value: RawJSON)] = counts.map { ($0.0, .integer($0.1)) }
        members.append(("rate", number(settings.rate)))
        members.append(("connectTime", number(connectTime)))
        members.append(("outage", number(outage)))
        members.append(("settleTime", number(settleTime)))
        members.append(("milliseconds", LoadTimes(tally.delays).json))
        members.append(("lateness", LoadTimes(tally.lateness).json))
        members.append(("server", .object(server)))
        members.append(("clientsProcessorPercent", number(clientShare)))
        members.append(("findings", .array(findings.map { RawJSON($0) })))
        return .object(members)
    }

    func text(_ style: Style) -> String {
        let (delays, lateness) = (LoadTimes(tally.delays), LoadTimes(tally.lateness))
        func decimal(_ value: Double?, _ digits: Int = 1) -> String {
            guard let value else { return "?" }
            let scale = digits == 1 ? 10.0 : 1_000.0
            return "\((value * scale).rounded() / scale)"
        }
        func times(_ times: LoadTimes) -> String {
            let parts = [times.p50, times.p99, times.max].map { decimal(Double($0) / 1_000) }
            return "p50 \(parts[0]), p99 \(parts[1]), max \(parts[2]) ms"
        }
        let share = processorShare
        var rows = [
            [
                "load",
                "\(settings.connections) connections, \(decimal(settings.rate)) messages/s each, \(settings.seconds) s",
            ],
            ["logins", "all in \(decimal(connectTime)) s; \(tally.cuts) cut later, \(online) stood at the end"],
            ["sent", TextLayout.grouped(tally.sent)], ["acknowledged", TextLayout.grouped(tally.acknowledged)],
            ["delivered", TextLayout.grouped(tally.delivered)], ["lost", TextLayout.grouped(tally.lost)],
            ["doubled", "\(tally.doubled) (\(tally.dropped) came again and were recognized)"],
            ["send to delivery", times(delays)], ["clients were late", times(lateness)],
        ]
        if let outage { rows.append(["killed", "port open again after \(decimal(outage)) s"]) }
        if let share {
            rows.append(
                [
                    "processor",
                    "\(decimal(share)) % of one, \(decimal(share / Double(settings.connections), 3)) % a connection",
                ])
        }
        rows.append(["clients' processor", "\(decimal(clientShare)) % of one"])
        func mebibytes(_ kibibytes: Int?) -> String { "\((kibibytes ?? 0) / 1_024)" }
        let memory = [
            mebibytes(empty?.memory) + " MiB empty", mebibytes(idle?.memory) + " with all",
            mebibytes(loaded?.memory) + " at the end",
            mebibytes(max(loaded?.peak ?? 0, before?.peak ?? 0)) + " at most",
        ]
        rows.append(["memory", memory.joined(separator: ", ")])
        let each = memoryEach(settings.kills ? before : loaded)
        rows.append(["a connection", "\(decimal(memoryEach(idle))) KiB idle, \(decimal(each)) KiB under load"])
        var lines = TextLayout.columns(rows)
        if !said.isEmpty { lines += ["", "the server said:", said] }
        lines.append("")
        lines += findings.isEmpty ? [style.green("nothing is wrong")] : findings.map { style.red($0) }
        return lines.joined(separator: "\n") + "\n"
    }
}

#endif
