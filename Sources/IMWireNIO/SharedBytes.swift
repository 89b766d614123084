// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire

/// The bytes that a server holds for all its peers together, in one direction; used on one event loop.
///
/// One peer may have a sixteenth of what is left, so that peers that do not read, or do not finish what they send, leave
/// room for those that do.
public final class SharedBytes {
    private let limit: StoreLimit
    /// The bytes that are held.
    public private(set) var held = 0

    /// Bounds what is held.
    public init(limit: Int = 268_435_456) {
        self.limit = StoreLimit(bytes: limit)
    }

    /// Counts bytes that are held for a peer, or with a negative count no longer are.
    package func add(_ count: Int) { held += count }

    /// Whether `count` bytes may be held for one peer.
    package func admits(_ count: Int) -> Bool { limit.admits(count, of: held) }
}

#endif
