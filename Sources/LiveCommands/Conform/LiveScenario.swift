// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance
import IMWireValues

/// A scenario that is prepared for a peer.
enum LiveScenario {
    /// A scenario whose machine the peer represents.
    case session(LiveScript)
    /// A chatroom scenario.
    case rooms(LiveRoomScript)

    /// Prepares a case.
    ///
    /// - Throws: ``LiveSkip`` with the reason if the case cannot be played.
    init(_ item: Case, _ setting: LiveSetting) throws(LiveSkip) {
        self =
            item.input.member("machine")?.string == "chatroom"
            ? .rooms(try LiveRoomScript(item, setting)) : .session(try LiveScript(item, setting))
    }

    /// The name of the machine.
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

    /// The time of the last event or judged action, in milliseconds.
    var end: Int64 {
        switch self {
        case .session(let script): script.end
        case .rooms(let script): script.steps.last?.at ?? 0
        }
    }
}

#endif
