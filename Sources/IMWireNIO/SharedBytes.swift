// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire

/// The number of bytes that a server holds for all its peers in one direction; used on one event loop.
///
/// One peer may hold a sixteenth of what is left, so that peers that do not read, or do not finish what they send,
/// leave capacity for the others.
public final class SharedBytes {
    private let limit: StoreLimit
    /// The number of bytes held.
    public private(set) var held = 0

    /// Creates a count with a limit in bytes.
    public init(limit: Int = 268_435_456) {
        self.limit = StoreLimit(bytes: limit)
    }

    /// Adds to the number of bytes held for a peer; a negative count releases bytes.
    package func add(_ count: Int) { held += count }

    /// Returns whether one peer may hold `count` bytes.
    package func admits(_ count: Int) -> Bool { limit.admits(count, of: held) }
}

#endif
