// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import IMWireRMTP
import NIOCore

/// The side of a packet connection that a channel handler serves, a client or a service.
protocol RMTPSession: AnyObject {
    func attach(_ handler: RMTPSessionHandler)
    func received(_ packet: RMTPPacket)
    func failed(_ error: any Error, _ handler: RMTPSessionHandler)
    func detach(_ handler: RMTPSessionHandler)
}

/// A channel handler for a connection of a packet session, which connects it when the handler joins a pipeline.
final class RMTPSessionHandler: EndingHandler, TurnFlushed {
    typealias InboundIn = RMTPArrival
    typealias OutboundOut = RMTPPacket

    private let session: any RMTPSession
    private var context: ChannelHandlerContext?
    private let ending = GracefulEnd()
    var isWritten = false

    init(_ session: any RMTPSession) {
        self.session = session
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        session.attach(self)
    }

    func end() {
        guard context != nil else { return }
        context = nil
        session.detach(self)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if ending.isClosing || self.context == nil { return }
        switch RMTPSessionHandler.unwrapInboundIn(data) {
        case .success(let packet): session.received(packet)
        case .failure(let fault): errorCaught(context: context, error: fault)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.fireErrorCaught(error)
        session.failed(error, self)
    }

    func write(_ packet: RMTPPacket) {
        context?.write(RMTPSessionHandler.wrapOutboundOut(packet), promise: nil)
    }

    func flushChannel() {
        context?.flush()
    }

    func close() {
        if let context { ending.close(context) }
    }
}

#endif
