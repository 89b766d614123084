// SPDX-License-Identifier: Apache-2.0

#if Live

import NIOCore
import NIOWebSocket

/// The control frames of a WebSocket: a ping is answered with a pong, and a close with a close (RFC 6455, 5.5).
///
/// This is a class because a write may cause a close that calls back into it.
package final class WebSocketControl {
    /// Whether this side is the client, which masks the frames that it sends (RFC 6455, 5.3).
    private let isClient: Bool
    /// Whether messages that follow our close frame are read until the peer's close frame arrives.
    private let waits: Bool
    /// Whether a close frame was sent.
    package private(set) var isClosing = false

    package init(isClient: Bool, waits: Bool = false) {
        (self.isClient, self.waits) = (isClient, waits)
    }

    /// Returns whether a frame is a message to be read; answers control frames.
    package func isMessage(_ frame: WebSocketFrame, _ context: ChannelHandlerContext) -> Bool {
        switch frame.opcode {
        case .binary, .text: return waits || !isClosing
        case .ping where !isClosing:
            context.writeAndFlush(NIOAny(self.frame(.pong, frame.unmaskedData)), promise: nil)
        case .connectionClose:
            close(context, .normalClosure)
            context.close(mode: waits ? .all : .output, promise: nil)
        default: break
        }
        return false
    }

    /// Sends a close frame, at most once.
    package func close(_ context: ChannelHandlerContext, _ code: WebSocketErrorCode) {
        if isClosing { return }
        isClosing = true
        var reason = context.channel.allocator.buffer(capacity: 2)
        reason.write(webSocketErrorCode: code)
        context.writeAndFlush(NIOAny(frame(.connectionClose, reason)), promise: nil)
    }

    package func frame(_ opcode: WebSocketOpcode, _ data: ByteBuffer) -> WebSocketFrame {
        WebSocketFrame(fin: true, opcode: opcode, maskKey: isClient ? .random() : nil, data: data)
    }
}

extension NIOWebSocketFrameAggregator {
    /// Creates a handler that joins the frames of messages of at most `limit` bytes.
    package convenience init(limit: Int) {
        self.init(minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 1_024, maxAccumulatedFrameSize: limit)
    }
}

#endif
