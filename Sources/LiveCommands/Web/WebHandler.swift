// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireNIO
import NIOCore
import NIOHTTP1

/// A handler that collects the requests of an HTTP connection and writes the responses, one after the other.
final class WebHandler: EndingHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let connections: LiveConnections
    private let connection: LiveConnection
    private let inbound: InboundLimit
    private let handle: (WebExchange) -> Void
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    private var exchange: WebExchange?
    private var timer: DeadlineTimer?
    private var isRefused = false
    /// The maximum number of bytes of a body.
    private static let bodyLimit = 2_097_152
    /// The maximum time that of a connection for completing a request.
    private static let requestTimeout = TimeAmount.seconds(60)

    init(
        _ connections: LiveConnections, _ connection: LiveConnection, _ inbound: InboundLimit,
        handle: @escaping (WebExchange) -> Void
    ) {
        self.connections = connections
        self.connection = connection
        self.inbound = inbound
        self.handle = handle
    }

    func handlerAdded(context: ChannelHandlerContext) {
        restart(context)
    }

    func end() {
        timer?.cancel()
        exchange?.abandon()
        exchange = nil
    }

    private func restart(_ context: ChannelHandlerContext) {
        timer?.cancel()
        let before = connection.bytesUp
        timer = connections.clock.schedule(in: WebHandler.requestTimeout, on: context.eventLoop) { [weak self] in
            guard let self, self.exchange == nil else { return }
            let came = self.connection.bytesUp - before
            if came > 0 {
                self.connections.fail(self.connection, "sent no complete request within 60 s: \(came) bytes came")
            }
            context.close(mode: .all, promise: nil)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch WebHandler.unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            body = []
        case .body(let buffer):
            if isRefused { return }
            guard body.count + buffer.readableBytes <= WebHandler.bodyLimit else { return refuse(context) }
            body.append(contentsOf: buffer.readableBytesView)
        case .end:
            inbound.keep()
            guard let head, !isRefused else { return }
            self.head = nil
            let request = WebRequest(
                method: head.method, target: head.uri, headers: head.headers, body: body,
                local: context.channel.localText)
            handle(request, head, context)
            body = []
        }
    }

    private func refuse(_ context: ChannelHandlerContext) {
        isRefused = true
        connections.fail(connection, "sends a body of more than \(WebHandler.bodyLimit) bytes")
        write(.text("too large\n", .payloadTooLarge), keepsAlive: false, context)
    }

    private func handle(_ request: WebRequest, _ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        timer?.cancel()
        if connections.wireLog != nil {
            let text = "\(request.method.rawValue) \(request.target)\n\n"
            connections.bytes(Array(text.utf8) + request.body, .up, connection)
        }
        let keepsAlive = head.isKeepAlive
        let exchange = WebExchange(request) { [weak self] response in
            guard let self else { return }
            self.exchange = nil
            // A client does not read a body after HEAD, and would take it for the next answer.
            self.write(response, keepsAlive: keepsAlive, hasBody: request.method != .HEAD, context)
        }
        self.exchange = exchange
        handle(exchange)
    }

    private func write(
        _ response: WebResponse, keepsAlive: Bool, hasBody: Bool = true, _ context: ChannelHandlerContext
    ) {
        if connections.wireLog != nil { connections.bytes(response.body, .down, connection) }
        context.write(response, keepsAlive: keepsAlive, hasBody: hasBody)
        if keepsAlive { restart(context) } else { context.close(mode: .output, promise: nil) }
    }
}

#endif
