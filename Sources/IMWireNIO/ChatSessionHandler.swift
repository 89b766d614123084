// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import NIOCore

/// The side of a chat connection that a channel handler serves, a client or a server.
protocol ChatSession: AnyObject {
    var heartbeat: ChatHeartbeatBody { get }
    /// Adds the handler of a channel, and returns the number of its connection.
    func attach(_ handler: ChatSessionHandler) -> Int
    func received(_ messages: [ChatMessage], over connection: Int)
    func report(_ error: any Error, over connection: Int)
    func failed(_ scope: StreamFault.Scope, over connection: Int)
    func detach(_ handler: ChatSessionHandler, _ connection: Int)
}

/// A user event that is fired when the server ends a connection.
public struct ChatServerClose: Hashable, Sendable {
    /// The server's reason for closing.
    public let reason: ChatServerMachine.CloseReason
}

/// A channel handler for one connection of a chat session, which decodes and encodes its messages.
public final class ChatSessionHandler: ChannelInboundHandler, TurnFlushed {
    /// The type of inbound data.
    public typealias InboundIn = ByteBuffer
    /// The type of outbound data.
    public typealias OutboundOut = ByteBuffer

    private let session: any ChatSession
    private let decoder: ChatUnitDecoder
    private var encoder: ChatUnitEncoder
    private var context: ChannelHandlerContext?
    /// The number of the connection, or nil before the session knows it.
    public private(set) var connection: Int?
    /// The bytes of an incomplete line or packet.
    private var rest = InputRest()
    private var isReading = false
    /// The bytes that were written since the last flush.
    private var outgoing: ByteBuffer?
    private let end = GracefulEnd()
    var isWritten = false

    /// The number of bytes that are joined before the next flush, unless one message has more.
    private static let most = 16_384

    init(_ session: any ChatSession, _ framing: ChatFraming, _ decoder: ChatUnitDecoder, deflates: Bool) {
        self.session = session
        self.decoder = decoder
        encoder = ChatUnitEncoder(framing, deflates: deflates)
    }

    /// Starts the session when the handler joins a pipeline.
    public func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        connection = session.attach(self)
    }

    /// Ends the session when the handler leaves the pipeline.
    public func handlerRemoved(context: ChannelHandlerContext) {
        detach()
    }

    /// Ends the session when the channel becomes inactive.
    public func channelInactive(context: ChannelHandlerContext) {
        finish(context)
        detach()
        context.fireChannelInactive()
    }

    /// Reports an incomplete line or packet when the peer has closed its output.
    public func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { finish(context) }
        context.fireUserInboundEventTriggered(event)
    }

    private func detach() {
        guard context != nil else { return }
        context = nil
        (rest, outgoing) = (InputRest(), nil)
        if let connection { session.detach(self, connection) }
    }

    // MARK: Input

    /// Decodes what was received, and passes messages and faults to the session.
    public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = ChatSessionHandler.unwrapInboundIn(data)
        if end.isClosing { return discard() }
        rest.prepend(to: &buffer)
        // What arrives while a message is handled is decoded after it.
        if isReading { return rest.set(buffer) }
        isReading = true
        while let unit = decoder.decode(buffer: &buffer) {
            pass(unit, context)
            if end.isClosing || self.context == nil {
                isReading = false
                return discard()
            }
            rest.append(to: &buffer)
        }
        isReading = false
        rest.keep(buffer, context.channel.allocator)
    }

    /// Releases the share of the bytes that are discarded.
    private func discard() { decoder.onHeld?(0) }

    /// Passes the rest of the input to the session.
    private func finish(_ context: ChannelHandlerContext) {
        if end.isClosing || isReading || self.context == nil { return }
        var buffer = rest.removeAll()
        isReading = true
        while !end.isClosing, self.context != nil, let unit = decoder.decodeLast(buffer: &buffer, seenEOF: true) {
            pass(unit, context)
        }
        isReading = false
    }

    private func pass(_ unit: ChatUnit, _ context: ChannelHandlerContext) {
        guard let connection else { return }
        var messages: [ChatMessage] = []
        var hasFaults = false
        messages.reserveCapacity(unit.items.count)
        for item in unit.items {
            if case .success(let item) = item { messages.append(item.message) } else { hasFaults = true }
        }
        if !messages.isEmpty { session.received(messages, over: connection) }
        guard hasFaults else { return }
        for fault in unit.faults {
            errorCaught(context: context, error: fault)
            session.failed(fault.scope, over: connection)
        }
    }

    /// Reports an error to the session, and passes it on.
    public func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let connection { session.report(error, over: connection) }
        context.fireErrorCaught(error)
    }

    // MARK: Actions of the session

    func write(_ messages: [EncodedChatMessage]) {
        let size = messages.reduce(32) { $0 + $1.utf8.count + 16 }
        write(size) { (encoder, buffer) throws(EncodeError) in
            try encoder.encode(messages, into: &buffer)
        } otherwise: {
            // Each message of a batch is written separately, and those that cannot be encoded are reported.
            if messages.count == 1 { return false }
            for message in messages { self.write([message]) }
            return true
        }
    }

    func beat() {
        write(32) { (encoder, buffer) throws(EncodeError) in
            try encoder.encodeHeartbeat(into: &buffer)
        } otherwise: {
            false
        }
    }

    /// Appends what `encode` writes to what waits for the next flush; if it throws and `otherwise` returns false, the
    /// error is reported.
    private func write(
        _ size: Int, _ encode: (inout ChatUnitEncoder, inout ByteBuffer) throws(EncodeError) -> Void,
        otherwise: () -> Bool
    ) {
        guard let context, !end.isClosing else { return }
        if let outgoing, outgoing.readableBytes + size > ChatSessionHandler.most { passOn(context) }
        var buffer = outgoing ?? context.channel.allocator.buffer(capacity: size)
        outgoing = nil
        do throws(EncodeError) {
            try encode(&encoder, &buffer)
            outgoing = buffer
            if buffer.readableBytes > ChatSessionHandler.most { passOn(context) }
        } catch {
            if buffer.readableBytes > 0 { outgoing = buffer }
            if !otherwise() { errorCaught(context: context, error: UnwrittenError(error: error)) }
        }
    }

    private func passOn(_ context: ChannelHandlerContext) {
        guard let buffer = outgoing else { return }
        outgoing = nil
        context.write(ChatSessionHandler.wrapOutboundOut(buffer), promise: nil)
    }

    func flushChannel() {
        guard let context else { return }
        passOn(context)
        context.flush()
    }

    func close(_ reason: ChatServerMachine.CloseReason? = nil) {
        guard let context else { return }
        if let reason { context.fireUserInboundEventTriggered(ChatServerClose(reason: reason)) }
        passOn(context)
        rest = InputRest()
        end.close(context)
    }
}

#endif
