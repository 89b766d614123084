// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import NIOCore

/// A handler that closes a connection whose unfinished messages exceed its share of the bytes that a server holds for
/// all peers.
///
/// Each decoder bounds the bytes of unfinished messages of one peer. This handler bounds them for thousands of peers
/// that each stay below that bound. A message of ordinary size is always admitted. Place this handler after TLS and
/// before the decoder, which reports the bytes that it still holds.
package final class InboundLimit: ChannelInboundHandler {
    package typealias InboundIn = ByteBuffer

    /// An error that is fired when the limit closes a connection.
    package struct Failure: Error, Hashable {}

    private let total: SharedBytes
    private var held = 0
    /// The number of unfinished bytes that every peer may have, regardless of the others.
    private static let floor = 16_384

    package init(_ total: SharedBytes) {
        self.total = total
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        keep(held + InboundLimit.unwrapInboundIn(data).readableBytes)
        context.fireChannelRead(data)
    }

    // Checked here because the decoder has now reported what it holds: a fragment set claims the bytes of the whole
    // message.
    package func channelReadComplete(context: ChannelHandlerContext) {
        guard held <= InboundLimit.floor || total.admits(held) else {
            context.fireErrorCaught(Failure())
            return context.close(mode: .all, promise: nil)
        }
        context.fireChannelReadComplete()
    }

    /// Sets the number of received bytes that are still unfinished.
    package func keep(_ held: Int = 0) {
        total.add(held - self.held)
        self.held = held
    }

    package func channelInactive(context: ChannelHandlerContext) {
        keep()
        context.fireChannelInactive()
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        keep()
    }
}

/// The number of bytes that a server holds for all its peers in one direction; used on one event loop.
///
/// One peer may hold a sixteenth of what is left, so that peers that do not read, or do not finish what they send,
/// leave capacity for the others.
///
/// ```swift
/// let outbound = SharedBytes(limit: 67_108_864)
/// let server = ChatServerDriver(ChatServerMachine.Configuration(), on: loop, outbound: outbound)
/// ```
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
