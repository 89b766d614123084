// SPDX-License-Identifier: Apache-2.0

#if Live

import NIOCore

/// Ends a connection whose unfinished messages take more than its share of what a server holds for all peers.
///
/// Every decoder bounds what one peer may send without finishing it. Thousands of peers that each stay below that bound
/// are bounded here. A message of ordinary size has room at all times. Behind TLS in a pipeline, and before the decoder, which says what it has finished.
package final class InboundLimit: ChannelInboundHandler {
    package typealias InboundIn = ByteBuffer

    /// Fired as an error when a connection ends for this.
    package struct Failure: Error, Hashable {}

    private let total: SharedBytes
    private var held = 0
    /// Bytes that every peer may have unfinished, whatever the others do.
    private static let floor = 16_384

    package init(_ total: SharedBytes) {
        self.total = total
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        keep(held + InboundLimit.unwrapInboundIn(data).readableBytes)
        context.fireChannelRead(data)
    }

    // Only now the decoder has said what it keeps: a fragment's set takes room for the whole message.
    package func channelReadComplete(context: ChannelHandlerContext) {
        guard held <= InboundLimit.floor || total.admits(held) else {
            context.fireErrorCaught(Failure())
            return context.close(mode: .all, promise: nil)
        }
        context.fireChannelReadComplete()
    }

    /// Notes that of what has come only `held` bytes are unfinished.
    package func keep(_ held: Int = 0) {
        total.add(held - self.held)
        self.held = held
    }

    /// Notes that `count` bytes are done with, whatever else is unfinished.
    package func pass(_ count: Int) {
        keep(max(0, held - count))
    }

    package func channelInactive(context: ChannelHandlerContext) {
        keep()
        context.fireChannelInactive()
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        keep()
    }
}

#endif
