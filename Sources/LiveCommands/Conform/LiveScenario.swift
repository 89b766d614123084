// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance
import IMWireValues

/// A scenario that has been prepared for a peer.
enum LiveScenario {
    /// A scenario whose machine is the peer.
    case session(LiveScript)
    /// A scenario of chatrooms.
    case rooms(LiveRoomScript)

    /// Prepares a case.
    ///
    /// - Throws: why it cannot be played.
    init(_ item: Case, _ setting: LiveSetting) throws(LiveSkip) {
        self =
            item.input.member("machine")?.string == "chatroom"
            ? .rooms(try LiveRoomScript(item, setting)) : .session(try LiveScript(item, setting))
    }

    /// The machine.
    var machine: String {
        switch self {
        case .session(let script): script.machine
        case .rooms: "chatroom"
        }
    }

    /// The configuration that the peer needs.
    var config: RawJSON {
        switch self {
        case .session(let script): script.config
        case .rooms(let script): script.config
        }
    }

    /// The events as they are played.
    var events: [RawJSON] {
        switch self {
        case .session(let script): script.steps.map(\.event)
        case .rooms(let script): script.steps.map(\.event)
        }
    }

    /// When its last event or judged action is, in milliseconds.
    var end: Int64 {
        switch self {
        case .session(let script): script.end
        case .rooms(let script): script.steps.last?.at ?? 0
        }
    }
}

/// Plays a scenario with a peer.
protocol LivePlaying: AnyObject {
    /// Deviations of the peer.
    var deviations: Set<String> { get }
    /// The kinds of the peer's answers and closes (LIV-061).
    var trace: LiveTrace { get }

    /// Plays the scenario.
    ///
    /// - Throws: ``LiveFailure`` if the peer deviates, ``LiveSkip`` if the scenario cannot be played, ``LiveEnd`` if there
    ///   is no peer any more.
    func play() async throws
}

#endif
