// SPDX-License-Identifier: Apache-2.0

#if Live

import NIOCore

/// A handler whose channel is flushed at the end of a turn.
protocol TurnFlushed: AnyObject {
    /// Whether the channel is to be flushed at the end of this turn.
    var isWritten: Bool { get set }
    func flushChannel()
}

/// The channels that were written to in a turn of an event loop, which are flushed at its end.
///
/// What several clients have sent to one client in the same turn, and the answers to that client, are thus passed to the
/// system in one call. All members must be used on the event loop.
package final class TurnFlush {
    private let loop: any EventLoop
    private var written: [any TurnFlushed] = []

    package init(on loop: any EventLoop) {
        self.loop = loop
    }

    /// Flushes the handler's channel at the end of this turn.
    func add(_ handler: some TurnFlushed) {
        if handler.isWritten { return }
        handler.isWritten = true
        written.append(handler)
        if written.count == 1 { loop.assumeIsolated().execute { self.flush() } }
    }

    private func flush() {
        // Flushing may close a channel, and that may cause a message to another one.
        let flushed = written
        written = []
        for handler in flushed {
            handler.isWritten = false
            handler.flushChannel()
        }
    }
}

#endif
