// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance
import NIOCore

/// A scenario that is prepared for a peer.
protocol LiveScenario {
    var machine: String { get }
    /// The configuration that the peer needs.
    var config: RawJSON { get }
    /// The events as they are played.
    var events: [RawJSON] { get }
    /// The time of the last event or expected action, in milliseconds.
    var end: Int64 { get }

    /// Returns what is played on a stage.
    func part(_ stage: LiveStage) -> any LivePart
}

extension Case {
    /// Prepares the case.
    ///
    /// - Throws: ``LiveSkip`` with the reason if the case cannot be played.
    func scenario(_ setting: LiveSetting) throws(LiveSkip) -> any LiveScenario {
        if input.member("machine")?.string == "chatroom" { return try LiveRoomScript(self, setting) }
        return try LiveScript(self, setting)
    }
}

extension LiveScript: LiveScenario {
    var events: [RawJSON] { steps.map(\.event) }
    func part(_ stage: LiveStage) -> any LivePart { LiveSessionPart(self, stage) }
}

extension LiveRoomScript: LiveScenario {
    var machine: String { "chatroom" }
    var events: [RawJSON] { steps.map(\.event) }
    var end: Int64 { steps.last?.at ?? 0 }
    func part(_ stage: LiveStage) -> any LivePart { LiveRoomPart(self, stage) }
}

/// What is played: the machine that a scenario describes, as it shows on a wire; used by one task.
protocol LivePart: AnyObject {
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

extension LivePart {
    /// Plays the scenario.
    ///
    /// - Throws: ``LiveFailure`` if the peer deviates, ``LiveSkip`` if the scenario cannot be played, ``LiveEnd`` if
    ///   the peer is gone.
    func play() async throws {
        try await prepare()
        for step in 0..<count {
            guard let moment = try await moment(of: step) else { continue }
            try await watcher.watch(until: moment)
            try await perform(step)
        }
        try await watcher.watch(until: try await finish())
    }
}

#endif
