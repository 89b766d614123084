// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance

/// A scenario that is prepared for a peer.
protocol LiveScenario {
    /// The name of the machine.
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

#endif
