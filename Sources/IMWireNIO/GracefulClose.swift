// SPDX-License-Identifier: Apache-2.0

#if Live

import NIOCore

/// Closes connections so that the last message arrives.
///
/// A socket that is closed while there is something unread resets the connection, and the peer may lose what was written
/// last: why it is thrown out. So the output ends first, what still comes is passed over, and the rest ends with the peer
/// or after a second. Nearest to the session in a pipeline.
final class GracefulClose: ChannelDuplexHandler {
    typealias InboundIn = Any
    typealias OutboundIn = Any

    private let patience: TimeAmount
    private var isClosing = false

    init(patience: TimeAmount = .seconds(1)) {
        self.patience = patience
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
        context.eventLoop.scheduleTask(in: patience) { bound.value.close(mode: .all, promise: nil) }
    }
}

#endif
