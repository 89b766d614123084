// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
import IMWireConformance
import IMWireNIO
import IMWireRMTP
import LiveService
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Synchronization

/// A listener that waits for the clients under test and plays their server.
final class LiveListener: Sendable {
    private struct State {
        /// The mailbox that receives new connections; nil while no scenario accepts any.
        var mailbox: LiveMailbox?
        var navigation = LiveNavigation()
        /// The number of connections of the scenario.
        var count = 0
        /// The number of open connections, including those that only ask for navigation.
        var open = 0
        /// The socket, and the URL to which clients connect, with the actual port.
        var channel: (any Channel)?
        var target: LiveTarget
    }

    private let state: Mutex<State>
    private let framing: ChatFraming
    /// The maximum number of open connections; a client under test has a few.
    private static let limit = 256

    private init(_ target: LiveTarget, _ framing: ChatFraming) {
        self.framing = framing
        state = Mutex(State(target: target))
    }

    /// The URL to which clients connect.
    var target: LiveTarget { state.withLock { $0.target } }

    static func open(
        _ target: LiveTarget, _ framing: ChatFraming, _ tls: ServerTLS?, on loop: any EventLoop
    ) async throws -> LiveListener {
        let listener = LiveListener(target, framing)
        do {
            let channel = try await ServerBootstrap(group: loop)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
                .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 8_192))
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        guard listener.admits(channel) else { return channel.close(promise: nil) }
                        if target.isSecure { try channel.pipeline.syncOperations.addServerTLS(tls) }
                        try target.isWebSocket
                            ? listener.acceptWebSocket(channel) : listener.acceptChat(channel, target.transport)
                    }
                }
                .bind(host: target.address.host, port: target.address.port).get()
            listener.state.withLock { state in
                state.channel = channel
                state.target.address.port = channel.localAddress?.port ?? target.address.port
            }
        } catch {
            throw SystemError.port(target.address, error)
        }
        return listener
    }

    /// Counts a connection until it is closed, or returns false if too many are open.
    private func admits(_ channel: any Channel) -> Bool {
        let isAdmitted = state.withLock { state in
            if state.open >= LiveListener.limit { return false }
            state.open += 1
            return true
        }
        if isAdmitted { channel.closeFuture.whenComplete { _ in self.state.withLock { $0.open -= 1 } } }
        return isAdmitted
    }

    /// Returns the mailbox and number of a new connection, or nil if no scenario accepts connections.
    private func next() -> (LiveMailbox, Int)? {
        state.withLock { state in
            guard let mailbox = state.mailbox else { return nil }
            state.count += 1
            return (mailbox, state.count)
        }
    }

    private func acceptChat(_ channel: any Channel, _ transport: WireEvent.Transport) throws {
        guard let (mailbox, number) = next() else { return channel.close(promise: nil) }
        try channel.pipeline.syncOperations.addChatMail(mailbox, number, transport, framing, writes: .down)
        mailbox.append(number, .opened(channel, nil))
    }

    private func acceptWebSocket(_ channel: any Channel) throws {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(OutboundLimit())
        try pipeline.addWebServer(
            WebAnswers { request in self.state.withLock(\.navigation).answer(request) }, largest: 1 << 20,
            upgraded: { channel, head in
                guard let (mailbox, number) = self.next() else { return channel.close(promise: nil) }
                let query = WebRequest(method: .GET, target: head.uri, headers: HTTPHeaders(), body: []).query
                let sdk = SDKRelease(query["sdkVer"], protocolVersion: nil)
                let pipeline = channel.pipeline.syncOperations
                try pipeline.addHandlers([
                    NIOWebSocketFrameAggregator(limit: 1 << 20), RMTPWebSocketHandler(writing: .down, sdk.version),
                ])
                try pipeline.addPacketMail(mailbox, number, writes: .down)
                mailbox.append(number, .opened(channel, LiveRelease(sdkVersion: query["sdkVer"])))
            })
    }

    /// Sends new connections to `mailbox`, or rejects them if it is nil.
    ///
    /// - Parameter navigation: The answer to clients that ask where to connect.
    func setMailbox(_ mailbox: LiveMailbox?, _ navigation: LiveNavigation = LiveNavigation()) {
        state.withLock { ($0.mailbox, $0.navigation, $0.count) = (mailbox, navigation, 0) }
    }

    func close() async {
        try? await state.withLock(\.channel)?.close().get()
    }
}

#endif
