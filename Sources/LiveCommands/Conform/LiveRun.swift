// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance
import IMWireValues
import NIOCore
import NIOPosix

/// A run that plays scenarios with a peer, one after the other, and records the results.
package struct LiveRun {
    var setting: LiveSetting
    let framing: ChatFraming
    let limits: LiveLimit
    let loop: any EventLoop
    var connector: LiveConnector?
    var listener: LiveListener?
    var driver: LiveDriver?
    /// How often scenarios are played, and when the run stops.
    var length = LiveRunLength()
    /// The position of each case in the whole selection, from 1, from which names are derived (LIV-012).
    var numbers: [String: Int] = [:]

    /// The result of a scenario, and why the run cannot continue, if it cannot.
    struct Played {
        var result: CaseResult
        var end: String?
        var trace = LiveTrace()
        /// Whether the runner was too late for the times of the scenario.
        var isInexact = false

        init(_ item: Case) { result = CaseResult(id: item.id, verdict: .passed) }

        mutating func end(_ verdict: Verdict, _ reason: String?) {
            (result.verdict, result.reason) = (verdict, reason)
        }
    }

    /// The maximum number of times that a scenario is played if the runner is too late.
    private static let attempts = 3

    func play(
        _ cases: [Case], label: String, rerun: String, progress: (Int, Int) -> Void
    ) async -> RunRecord.Implementation {
        let start = ContinuousClock.now
        var one = RunRecord.Implementation(label: label)
        one.rerun = rerun
        one.name = setting.subject == .server ? "a server" : "a client"
        one.command = driver?.command
        one.repeats = length.repeats
        var rounds: [[CaseResult]] = []
        for round in 0..<length.repeats {
            let results = await self.round(cases, round, &one) {
                progress(round * cases.count + $0, length.repeats * cases.count)
            }
            rounds.append(results)
            if results.count < cases.count || one.fault != nil { break }
            if length.stopsAtFinding, results.contains(where: \.verdict.isFinding) { break }
        }
        one.results = rounds.count == 1 ? rounds[0] : RunPlan.combined(rounds, timeout: Int(limits.timeout))
        await driver?.end()
        one.milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
        return one
    }

    private func round(
        _ cases: [Case], _ round: Int, _ one: inout RunRecord.Implementation, _ progress: (Int) -> Void
    ) async -> [CaseResult] {
        var results: [CaseResult] = []
        for (index, item) in cases.enumerated() {
            if length.isOver { break }
            progress(index)
            let played = await play(item, numbers[item.id] ?? index + 1, round: round)
            results.append(played.result)
            if let end = played.end {
                one.fault = end
                break
            }
            if length.stopsAtFinding, played.result.verdict.isFinding { break }
        }
        return results
    }

    /// Plays a case.
    ///
    /// - Parameter number: A number that becomes part of the names, so that no two scenarios share a user.
    func play(_ item: Case, _ number: Int, round: Int = 0) async -> Played {
        var setting = setting
        if setting.subject == .server {
            setting.prefix += "\(number)-"
            if round > 0 { setting.prefix += "\(round)-" }
        }
        let start = ContinuousClock.now
        var played = Played(item)
        do throws(LiveSkip) {
            for attempt in 1...LiveRun.attempts {
                if attempt > 1 { setting.prefix += "again-" }
                played = await play(item, try item.scenario(setting), setting)
                if !played.isInexact { break }
            }
        } catch {
            played.end(.skipped, error.reason)
        }
        played.result.microseconds = Int((ContinuousClock.now - start) / .microseconds(1))
        played.trace.end(played.result.verdict.rawValue)
        return played
    }

    private func play(_ item: Case, _ scenario: any LiveScenario, _ setting: LiveSetting) async -> Played {
        var setting = setting
        var connector = connector
        let mailbox = LiveMailbox(on: loop)
        var played = Played(item)
        var framing = framing
        if let body = scenario.config["beatBody"]?.string.flatMap({ ChatHeartbeatBody($0) }) {
            framing.heartbeat = body
        }
        var stage = LiveStage(mailbox, setting, limits, framing, connector, driver)
        var deviations: Set<String> = []
        do {
            listener?.setMailbox(mailbox, LiveNavigation(scenario))
            var scenario = scenario
            if driver != nil {
                let answer = try await stage.drive(configuration(scenario, setting))
                // If the driver reports no speed, the clock runs at the speed of real time.
                setting.speed = answer.speed
                if let url = answer.connect { connector = try connector?.moved(to: url) }
                stage = LiveStage(mailbox, setting, limits, framing, connector, driver)
                scenario = try item.scenario(setting)
            }
            let part = scenario.part(stage)
            defer { (deviations, played.trace) = (part.deviations, part.watcher.trace) }
            try await part.play()
            if driver != nil { _ = try? await stage.drive(.object([("event", "end")])) }
        } catch let skip as LiveSkip {
            played.end(.skipped, skip.reason)
        } catch is LiveInexact {
            played.end(.skipped, "the runner or the peer missed its deadlines \(LiveRun.attempts) times")
            played.isInexact = true
        } catch let failure as LiveFailure {
            played.end(.failed, failure.reason)
            // If the peer is gone, every scenario fails, so the run ends with the scenario that revealed it.
            if let connector, await !connector.isReachable() {
                played.result.verdict = .crashed
                played.end = "the server at \(connector.target.text) is gone: it accepts no connections"
            }
        } catch {
            played.end = (error as? LiveEnd)?.reason ?? "\(error)"
            played.end(.crashed, played.end)
        }
        if played.result.verdict != .passed { _ = try? await stage.drive(.object([("event", "end")])) }
        listener?.setMailbox(nil)
        await stage.closeAll()
        mailbox.end()
        if !deviations.isEmpty { played.result.remark = "deviates: " + deviations.sorted().joined(separator: " ") }
        played.result.wire = mailbox.log.events
        if played.result.verdict.isFinding { played.result.failure = failure(item, scenario, mailbox.log.events) }
        return played
    }

    /// Returns the event that configures the driver at the start of a scenario.
    private func configuration(_ script: any LiveScenario, _ setting: LiveSetting) -> RawJSON {
        var members: [(name: String, value: RawJSON)] = [
            ("event", "configure"), ("machine", RawJSON(script.machine)), ("config", script.config),
            ("speed", .integer(Int(setting.speed))),
        ]
        if let place = listener?.target ?? connector?.target { members.append(("connect", RawJSON(place.text))) }
        return .object(members)
    }

    /// Returns the details of a finding: the events and the wire log.
    private func failure(_ item: Case, _ script: any LiveScenario, _ log: [WireEvent]) -> CaseResult.Failure {
        var failure = CaseResult.Failure()
        failure.about = "the machine \(script.machine) on a wire"
        failure.input = script.events.map { JSONLine.compact($0) }
        failure.input += ["wire log:"] + log.prefix(60).map { JSONLine.compact($0.json) }
        failure.expected = item.expectations.map(\.json)
        return failure
    }
}

/// The number of rounds, and the conditions that end a run.
struct LiveRunLength: Sendable {
    var repeats = 1
    var stopsAtFinding = false
    var deadline: ContinuousClock.Instant?

    /// Whether the deadline has passed.
    var isOver: Bool { deadline.map { .now >= $0 } ?? false }
}

#endif
