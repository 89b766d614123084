// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import NIOCore
import NIOHTTP1
import NIOWebSocket

extension ChannelPipeline.SynchronousOperations {
    /// Adds the handlers of HTTP, whose requests `web` answers until one opens a WebSocket.
    ///
    /// - Parameters:
    ///   - largest: The maximum number of bytes of a frame.
    ///   - accepts: Returns whether a request opens a WebSocket.
    ///   - upgraded: Adds the handlers of the WebSocket, in place of those of HTTP.
    func addWebServer(
        _ web: any ChannelInboundHandler & RemovableChannelHandler, largest: Int,
        accepts: @escaping @Sendable (HTTPRequestHead) -> Bool = { _ in true },
        upgraded: @escaping @Sendable (any Channel, HTTPRequestHead) throws -> Void
    ) throws {
        let upgrader = NIOWebSocketServerUpgrader(
            maxFrameSize: largest,
            shouldUpgrade: { channel, head in
                channel.eventLoop.makeSucceededFuture(accepts(head) ? HTTPHeaders() : nil)
            },
            upgradePipelineHandler: { channel, head in
                channel.eventLoop.makeCompletedFuture { try upgraded(channel, head) }
            })
        try addWebServer(web, upgrader)
    }

    /// Adds the handlers of HTTP, whose requests `web` answers until `upgrader` accepts one.
    func addWebServer(
        _ web: any ChannelInboundHandler & RemovableChannelHandler,
        _ upgrader: any HTTPServerProtocolUpgrader & Sendable
    ) throws {
        let bound = NIOLoopBound(web, eventLoop: eventLoop)
        try configureHTTPServerPipeline(
            withServerUpgrade: (
                upgraders: [upgrader],
                completionHandler: { context in
                    context.pipeline.syncOperations.removeHandler(bound.value, promise: nil)
                }
            ))
        try addHandler(web)
    }
}

extension ChannelHandlerContext {
    func write(_ response: WebResponse, keepsAlive: Bool, hasBody: Bool = true) {
        var head = HTTPResponseHead(version: .http1_1, status: response.status)
        head.headers = [
            "content-type": response.type, "content-length": String(response.body.count), "cache-control": "no-store",
            "connection": keepsAlive ? "keep-alive" : "close",
        ]
        head.headers.add(contentsOf: response.headers)
        write(NIOAny(HTTPServerResponsePart.head(head)), promise: nil)
        if hasBody {
            let body = channel.allocator.buffer(bytes: response.body)
            write(NIOAny(HTTPServerResponsePart.body(.byteBuffer(body))), promise: nil)
        }
        writeAndFlush(NIOAny(HTTPServerResponsePart.end(nil)), promise: nil)
    }
}

/// A handler that answers the HTTP requests of a client without their bodies, one after the other.
final class WebAnswers: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart

    private let answer: (WebRequest) -> WebResponse
    private var head: HTTPRequestHead?

    init(_ answer: @escaping (WebRequest) -> WebResponse) {
        self.answer = answer
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch WebAnswers.unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body: break
        case .end:
            guard let head else { return }
            self.head = nil
            let request = WebRequest(method: head.method, target: head.uri, headers: head.headers, body: [])
            context.write(answer(request), keepsAlive: head.isKeepAlive)
            if !head.isKeepAlive { context.close(mode: .output, promise: nil) }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(mode: .all, promise: nil)
    }
}

#endif
