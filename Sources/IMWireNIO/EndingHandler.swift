// SPDX-License-Identifier: Apache-2.0

#if Live

import NIOCore

/// A channel handler whose work ends with its channel, or when it leaves the pipeline.
package protocol EndingHandler: ChannelInboundHandler {
    /// Ends the work; called once or twice.
    func end()
}

extension EndingHandler {
    package func handlerRemoved(context: ChannelHandlerContext) {
        end()
    }

    package func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }
}

#endif
