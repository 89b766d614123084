// SPDX-License-Identifier: Apache-2.0

#if Live

import NIOCore
import NIOWebSocket

/// What a WebSocket has beside messages: a pong for a ping, and a close for a close (RFC 6455, 5.5).
///
/// A class, since what it writes may lead to a close that comes back to it.
package final class WebSocketControl {
    /// A client masks what it sends (RFC 6455, 5.3).
    private let isClient: Bool
    /// Whether messages are read that come behind our close, up to the peer's.
    private let waits: Bool
    /// Whether a close was sent.
    package private(set) var isClosing = false

    package init(isClient: Bool, waits: Bool = false) {
        (self.isClient, self.waits) = (isClient, waits)
    }

    /// Whether a frame is a message to be read; other frames are answered.
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

    /// Sends a close, once.
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

#endif
