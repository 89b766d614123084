// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWireConformance
import NIOCore

/// What a player plays: the machine that a scenario describes, as it shows on a wire.
protocol LivePart: AnyObject {
    /// The number of steps.
    var count: Int { get }
    /// The watcher of the scenario's connections.
    var watcher: any LiveWatcher { get }
    /// The deviations of the peer.
    var deviations: Set<String> { get }

    /// Does what precedes the first step.
    func prepare() async throws

    /// Waits for what the peer does before a step, and returns the moment of the step's event, or nil if it has none
    /// that is played.
    func moment(of step: Int) async throws -> NIODeadline?

    /// Plays the event of a step.
    func perform(_ step: Int) async throws

    /// Waits for what the peer still does, and returns the time until which nothing else may arrive.
    func finish() async throws -> NIODeadline
}

/// A player that plays a scenario with a peer and judges the peer's actions.
///
/// Used by one task.
struct LivePlayer {
    private let part: any LivePart

    init(
        _ scenario: LiveScenario, _ stage: LiveStage, _ setting: LiveSetting, _ limits: LiveLimit, _ api: LiveAPI?
    ) {
        part =
            switch scenario {
            case .session(let script): LiveSessionPart(script, stage, setting, limits, api)
            case .rooms(let script): LiveRoomPart(script, stage, setting, limits, api)
            }
    }

    /// The deviations of the peer.
    var deviations: Set<String> { part.deviations }
    /// The kinds of the peer's answers and closes, in order (LIV-061).
    var trace: LiveTrace { part.watcher.trace }

    /// Plays the scenario.
    ///
    /// - Throws: ``LiveFailure`` if the peer deviates, ``LiveSkip`` if the scenario cannot be played, ``LiveEnd`` if
    ///   the peer is gone.
    func play() async throws {
        try await part.prepare()
        for step in 0..<part.count {
            guard let moment = try await part.moment(of: step) else { continue }
            try await part.watcher.watch(until: moment)
            try await part.perform(step)
        }
        try await part.watcher.watch(until: try await part.finish())
    }
}

#endif
