// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWireRMTP
import NIOCore

/// The proxy's reading of one connection, without sockets.
package final class ProxyProbe {
    private let state: ProxyState
    private let watch: ProxyWatch

    package init(_ settings: ProxySettings) throws {
        state = try ProxyState(settings) {}
        guard let watch = ProxyWatch(state, peer: "nobody") else { throw ChannelError.eof }
        self.watch = watch
    }

    package func take(_ bytes: [UInt8], _ direction: RMTPDirection) {
        watch.take(ByteBuffer(bytes: bytes), direction)
    }

    /// Reports that one side sends no more.
    package func end(_ direction: RMTPDirection) {
        watch.end(direction)
    }

    /// The number of bytes kept until more arrive.
    package var pending: Int { watch.pending }
    package var report: ProxyReport { state.report }
}

#endif
