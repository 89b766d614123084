// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
import IMWireConformance
import IMWireServerAPI
import LiveService
import NIOCore
import NIOHTTP1
import NIOPosix

/// The address of a server API: `http://HOST:PORT` or `https://HOST:PORT`.
package struct LiveAPIAddress: Hashable, Sendable {
    let isSecure: Bool
    let address: LiveAddress

    package init(_ text: String) throws(CommandFailure) {
        let isSecure = text.hasPrefix("https://")
        guard isSecure || text.hasPrefix("http://"), let address = LiveAddress(String(text.dropFirst(isSecure ? 8 : 7)))
        else { throw .usage("\(text): expected http://HOST:PORT or https://HOST:PORT") }
        self.isSecure = isSecure
        self.address = address
    }

    init(isSecure: Bool, _ address: LiveAddress) {
        self.isSecure = isSecure
        self.address = address
    }
}

/// A client of the server API, which makes signed requests for what the application decides (LIV-072).
struct LiveAPI: Sendable {
    private let place: LiveAPIAddress
    private let tokens: ServedTokens
    private let tls: ClientTLS?
    private let loop: any EventLoop
    private static let timeout = TimeAmount.seconds(10)

    init(_ place: LiveAPIAddress, _ tokens: ServedTokens, _ tls: ClientTLS?, on loop: any EventLoop) {
        self.place = place
        self.tokens = tokens
        self.tls = tls
        self.loop = loop
    }

    /// Sends a request and returns the code of the response: 200 if the request was carried out.
    ///
    /// - Throws: ``LiveSkip`` if the request cannot be encoded, or if nothing at the address responds like a server
    ///   API.
    func post(_ request: some FormRequest) async throws -> Int {
        let body: [UInt8]
        do throws(EncodeError) {
            body = try request.encoded()
        } catch {
            throw LiveSkip("a request to the server API cannot be written: \(error.code.rawValue)")
        }
        let path = request.path
        let head = try head(path, body.count)
        let (place, tls) = (place, tls)
        let answer: (status: HTTPResponseStatus, body: [UInt8])
        do {
            let promise = loop.makePromise(of: (status: HTTPResponseStatus, body: [UInt8]).self)
            let channel = try await ClientBootstrap(group: loop).connectTimeout(LiveAPI.timeout)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        if place.isSecure { try tls?.add(to: channel, host: place.address.host) }
                        try pipeline.addHTTPClientHandlers()
                        try pipeline.addHandler(LiveAPIAnswer(promise))
                    }
                }
                .connect(host: place.address.host, port: place.address.port).flatMapError { error in
                    promise.fail(error)
                    return promise.futureResult.flatMapThrowing { _ in throw error }
                }.get()
            let timer = loop.scheduleTask(in: LiveAPI.timeout) { channel.close(mode: .all, promise: nil) }
            channel.write(head, body)
            answer = try await promise.futureResult.get()
            timer.cancel()
        } catch {
            throw LiveSkip("the server API at \(place.address.host):\(place.address.port) does not answer: \(error)")
        }
        guard let code = RawJSON(line: answer.body)?["code"]?.number?.int64, answer.status != .unauthorized,
            answer.status != .notFound
        else { throw LiveSkip("the server API answers \(path) with \(answer.status.code)") }
        return Int(code)
    }

    private func head(_ path: String, _ length: Int) throws -> HTTPRequestHead {
        let headers = try RequestHeaders(
            appKey: tokens.appKey, secret: tokens.secret, nonce: String(UInt32.random(in: .min ... .max)),
            timestamp: String(WallClock.now))
        var head = HTTPRequestHead(version: .http1_1, method: .POST, uri: path)
        for (name, value) in headers.fields() { head.headers.add(name: name, value: value) }
        head.headers.add(name: "host", value: "\(place.address.host):\(place.address.port)")
        head.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
        head.headers.add(name: "content-length", value: String(length))
        head.headers.add(name: "connection", value: "close")
        return head
    }
}

/// A handler that collects a response of bounded size and closes the channel.
private final class LiveAPIAnswer: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let promise: EventLoopPromise<(status: HTTPResponseStatus, body: [UInt8])>
    private var status = HTTPResponseStatus.ok
    private var body: [UInt8] = []
    private var isDone = false
    private static let limit = 1 << 20

    init(_ promise: EventLoopPromise<(status: HTTPResponseStatus, body: [UInt8])>) {
        self.promise = promise
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch LiveAPIAnswer.unwrapInboundIn(data) {
        case .head(let head): status = head.status
        case .body(let part):
            guard body.count + part.readableBytes <= LiveAPIAnswer.limit else {
                return context.close(mode: .all, promise: nil)
            }
            body += Array(part.readableBytesView)
        case .end:
            isDone = true
            promise.succeed((status, body))
            context.close(mode: .all, promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        if !isDone { promise.fail(ChannelError.eof) }
        isDone = true
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(mode: .all, promise: nil)
    }
}

#endif
