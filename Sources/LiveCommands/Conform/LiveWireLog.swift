// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWireConformance
import IMWireRMTP
import NIOCore
import Synchronization

/// The wire log of a scenario, without the entries that exceed its limits (LIV-050).
final class LiveWireLog: Sendable {
    private let start = NIODeadline.now()
    private let state = Mutex((events: [WireEvent](), bytes: 0))
    private static let events = 2_000
    private static let bytes = 1 << 20

    var events: [WireEvent] { state.withLock { $0.events } }

    func add(
        _ connection: Int, _ direction: RMTPDirection, _ transport: WireEvent.Transport, _ content: WireEvent.Content
    ) {
        let at = Int((NIODeadline.now() - start).nanoseconds / 1_000_000)
        state.withLock { state in
            guard state.events.count < LiveWireLog.events, state.bytes <= LiveWireLog.bytes else { return }
            if case .bytes(let bytes) = content { state.bytes += bytes.count }
            guard state.bytes <= LiveWireLog.bytes else { return }
            state.events.append(
                WireEvent(
                    at: max(at, state.events.last?.at ?? 0), connection: connection, direction, transport, content))
        }
    }
}

#endif
