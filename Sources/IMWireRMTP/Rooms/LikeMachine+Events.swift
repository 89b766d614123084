// SPDX-License-Identifier: Apache-2.0

import IMWire

extension LikeMachine {
    /// An event that a like merger handles.
    @nonexhaustive
    public enum Event: SessionEvent {
        /// The user gives a like.
        case like
        /// The user leaves the room.
        case leave
        /// Time passes.
        case tick
    }

    /// An action that a like merger requests.
    @nonexhaustive
    public enum Action: Hashable, Sendable {
        /// Send one message that represents this many likes.
        case send(count: Int)
    }
}
