// SPDX-License-Identifier: Apache-2.0

#if Live

import NIOCore

/// A handler that closes connections so that the last message arrives.
///
/// Closing a socket that has unread data resets the connection, and the peer may then lose the last message, such as
/// the reason why it was disconnected. This handler therefore closes the output first and discards further input. It
/// closes the rest when the peer closes, or after one second. Place it next to the session in the pipeline.
final class GracefulClose: ChannelDuplexHandler {
    typealias InboundIn = Any
    typealias OutboundIn = Any

    private let timeout: TimeAmount
    private var isClosing = false

    init(timeout: TimeAmount = .seconds(1)) {
        self.timeout = timeout
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !isClosing { context.fireChannelRead(data) }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .output, !isClosing else { return context.close(mode: mode, promise: promise) }
        isClosing = true
        context.flush()
        context.close(mode: .output, promise: promise)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: timeout) { bound.value.close(mode: .all, promise: nil) }
    }
}

#endif
