// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import NIOCore
import NIOHTTP1
import NIOPosix

/// A client that posts a request over HTTP on a connection of its own.
struct WebClient: Sendable {
    /// The status and the body of an answer.
    typealias Answer = (status: HTTPResponseStatus, body: [UInt8])

    let address: LiveAddress
    /// The TLS of the connection; nil without TLS.
    var tls: ClientTLS?
    let loop: any EventLoop
    /// The time limit for connecting, and for the answer.
    private static let timeout = TimeAmount.seconds(10)

    func post(_ body: [UInt8], to target: String, _ headers: HTTPHeaders) -> EventLoopFuture<Answer> {
        var head = HTTPRequestHead(version: .http1_1, method: .POST, uri: target, headers: headers)
        head.headers.add(contentsOf: [
            "host": "\(address.host):\(address.port)", "content-length": String(body.count), "connection": "close",
        ])
        let promise = loop.makePromise(of: Answer.self)
        let (request, tls, host) = (head, tls, address.host)
        ClientBootstrap(group: loop).connectTimeout(WebClient.timeout)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try tls?.add(to: channel, host: host)
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    try channel.pipeline.syncOperations.addHandler(WebAnswerHandler(promise, WebClient.timeout))
                }
            }
            .connect(host: host, port: address.port)
            .whenComplete { result in
                switch result {
                case .success(let channel):
                    channel.write(HTTPClientRequestPart.head(request), promise: nil)
                    channel.write(HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: body))), promise: nil)
                    channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
                case .failure(let error): promise.fail(error)
                }
            }
        return promise.futureResult
    }
}

/// A handler that collects an answer of bounded size within a time limit, and closes the channel.
private final class WebAnswerHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let promise: EventLoopPromise<WebClient.Answer>
    private let timeout: TimeAmount
    private var timer: Scheduled<Void>?
    private var answer = WebClient.Answer(.ok, [])

    private static let limit = 1 << 20

    init(_ promise: EventLoopPromise<WebClient.Answer>, _ timeout: TimeAmount) {
        self.promise = promise
        self.timeout = timeout
    }

    func channelActive(context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) { context.close(mode: .all, promise: nil) }
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch WebAnswerHandler.unwrapInboundIn(data) {
        case .head(let head): answer.status = head.status
        case .body(let part):
            guard answer.body.count + part.readableBytes <= WebAnswerHandler.limit else {
                return context.close(mode: .all, promise: nil)
            }
            answer.body += Array(part.readableBytesView)
        case .end:
            promise.succeed(answer)
            context.close(mode: .all, promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        // An answer that has arrived remains the result.
        promise.fail(ChannelError.eof)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(mode: .all, promise: nil)
    }
}

#endif
