// SPDX-License-Identifier: Apache-2.0

#if Live

import NIOCore

/// The end of a connection, such that the last message arrives.
///
/// Closing a socket that has unread data resets the connection, and the peer may then lose the last message, such as
/// the reason why it was disconnected. Therefore the output is closed first, and further input is discarded. The rest is
/// closed when the peer closes, or after one second.
///
/// This is a class because a flush that fails closes the channel, which calls back into the handler that owns it.
final class GracefulEnd {
    /// Whether the output is closed, so that input is discarded.
    private(set) var isClosing = false

    private static let timeout = TimeAmount.seconds(1)

    /// Flushes and closes the output, once.
    func close(_ context: ChannelHandlerContext) {
        if isClosing { return }
        isClosing = true
        context.flush()
        context.close(mode: .output, promise: nil)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: GracefulEnd.timeout) { bound.value.close(mode: .all, promise: nil) }
    }
}

#endif
